/**
 * Links by which people set the password of their account: who has forgotten it asks for one at the sign-in, and a new account gets one. Whether an
 * address has an account is never told: it is looked up after the answer.
 */
import { type AuthBackend, type AuthResult, type PasswordOwner, refused } from '../backend/auth/auth-backend.ts';
import type { RateLimiter, RateLimitRule } from '../backend/rate-limiter.ts';
import { type CaseKeys, keyedDigest } from '../cases/case-keys.ts';
import type { Logger } from '../observability/log.ts';
import type { AccountMail } from './account-mail.ts';
import { LIFE_MS } from './account-message.ts';
import { isProven, readLinkKey } from './link-key.ts';

export interface PasswordLinksOptions {
  readonly accounts: Pick<AuthBackend['accounts'], 'passwordOwner' | 'setPasswordOf'>;
  readonly keys: () => Promise<CaseKeys>;
  readonly rateLimiter: (rules: readonly RateLimitRule[]) => RateLimiter;
  readonly mail: Pick<AccountMail, 'tell'>;
  readonly log: Logger;
  readonly now: () => number;
}

export interface PasswordLinks {
  /** Sends a link to the owner of the address, where there is one. Resolves when its e-mail is queued; never rejects. */
  ask(email: string): Promise<void>;
  /** Sends the first link of a new account; as `ask`. */
  readonly invite: (userId: string) => Promise<void>;
  /** Returns the account of a link that still works, else null. */
  find(key: string): Promise<PasswordOwner | null>;
  /** Sets the password and ends all sessions of the account. Refused as `invalid-ticket` where the link does not work any more. */
  set(key: string, password: string): Promise<AuthResult<null>>;
}

/**
 * Messages to one address in the life of a link, so that nobody fills the mailbox of somebody else. Who is over it is told nothing: a link that works is
 * in the mailbox already.
 */
const OF_ACCOUNT: RateLimitRule = { name: 'senha-conta', points: 3, seconds: LIFE_MS.senha_esquecida / 1_000 };

export function createPasswordLinks(options: PasswordLinksOptions): PasswordLinks {
  const { accounts, keys, rateLimiter, mail, log, now } = options;
  const ofAccount = rateLimiter([OF_ACCOUNT]);
  const find = async (text: string): Promise<PasswordOwner | null> => {
    const key = readLinkKey(text);
    if (key === null || key.endsAt <= now()) return null;
    const owner = await accounts.passwordOwner({ userId: key.userId });
    return owner !== null && isProven(await keys(), key, owner) ? owner : null;
  };
  const tell = async (evento: keyof typeof LIFE_MS, owner: PasswordOwner | null): Promise<void> => {
    if (owner !== null) await mail.tell(evento, owner);
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
        await tell('senha_esquecida', await accounts.passwordOwner({ email }));
      }),
    invite: (userId) => withoutFailure(async () => tell('conta_nova', await accounts.passwordOwner({ userId }))),
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
