/**
 * Links by which people set the password of their account: who has forgotten it asks for one at the sign-in, and a new account gets one. Whether an
 * address has an account is never told: it is looked up after the answer.
 */
import { randomUUID } from 'node:crypto';
import { PASSWORD_LINK_PATH } from '../../shared/session/session-address.ts';
import { type AuthBackend, type AuthResult, type PasswordOwner, refused } from '../backend/auth/auth-backend.ts';
import type { RateLimiter, RateLimitRule } from '../backend/rate-limiter.ts';
import { type CaseKeys, keyedDigest } from '../cases/case-keys.ts';
import { type AccountMailOptions, sendAccountMail } from './account-mail.ts';
import { isProven, linkKey, readLinkKey } from './link-key.ts';
import { type LinkReason, type LinkSite, linkMessage } from './link-message.ts';

export interface PasswordLinksOptions extends AccountMailOptions {
  readonly accounts: Pick<AuthBackend['accounts'], 'passwordOwner' | 'setPasswordOf'>;
  readonly keys: () => Promise<CaseKeys>;
  readonly rateLimiter: (rules: readonly RateLimitRule[]) => RateLimiter;
  readonly site: () => LinkSite;
  readonly siteOrigin: string;
  readonly now: () => number;
}

export interface PasswordLinks {
  /** Sends a link to the owner of the address, where there is one. Resolves when the mail server has answered; never rejects. */
  ask(email: string): Promise<void>;
  /** Sends the first link of a new account; as `ask`. */
  readonly invite: (userId: string) => Promise<void>;
  /** Returns the account of a link that still works, else null. */
  find(key: string): Promise<PasswordOwner | null>;
  /** Sets the password and ends all sessions of the account. Refused as `invalid-ticket` where the link does not work any more. */
  set(key: string, password: string): Promise<AuthResult<null>>;
}

/** How long a link works: who asks is waiting for it, and a new person reads it another day. */
const LIFE_MS: Readonly<Record<LinkReason, number>> = { forgotten: 3_600_000, 'new-account': 3 * 86_400_000 };

/**
 * Messages to one address in the life of a link, so that nobody fills the mailbox of somebody else. Who is over it is told nothing: a link that works is
 * in the mailbox already.
 */
const OF_ACCOUNT: RateLimitRule = { name: 'senha-conta', points: 3, seconds: LIFE_MS.forgotten / 1_000 };

export function createPasswordLinks(options: PasswordLinksOptions): PasswordLinks {
  const { accounts, keys, rateLimiter, log, now } = options;
  const ofAccount = rateLimiter([OF_ACCOUNT]);
  const find = async (text: string): Promise<PasswordOwner | null> => {
    const key = readLinkKey(text);
    if (key === null || key.endsAt <= now()) return null;
    const owner = await accounts.passwordOwner({ userId: key.userId });
    return owner !== null && isProven(await keys(), key, owner) ? owner : null;
  };
  const withoutFailure = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => log.error({ err: error }, 'a link for a password was not made'));
  };
  return {
    ask: (email) =>
      withoutFailure(async () => {
        const [key] = await keys();
        const name = keyedDigest(key, 'tentativa', email.toLowerCase()).toString('base64url');
        if ((await ofAccount.count([name])) > 0) return;
        await send(await accounts.passwordOwner({ email }), 'forgotten', options);
      }),
    invite: (userId) => withoutFailure(async () => send(await accounts.passwordOwner({ userId }), 'new-account', options)),
    find,
    set: async (key, password) => {
      const owner = await find(key);
      if (owner === null) return refused('invalid-ticket');
      const result = await accounts.setPasswordOf(owner, password);
      if (result.kind === 'ok') log.info({ userId: owner.id }, 'a password was set by a link');
      return result;
    },
  };
}

async function send(owner: PasswordOwner | null, reason: LinkReason, options: PasswordLinksOptions): Promise<void> {
  if (owner === null) return;
  const endsAt = options.now() + LIFE_MS[reason];
  const address = `${options.siteOrigin}${PASSWORD_LINK_PATH}/${linkKey(await options.keys(), owner, endsAt)}`;
  const message = linkMessage(reason, { address, endsAt }, options.site());
  // What is to be sent again ends with the process: the person asks for another link.
  await sendAccountMail({ to: owner, message, id: `senha-${randomUUID()}`, what: 'a link for a password' }, options);
}
