/**
 * Sign-in and the refresh of sessions. A wrong password and an unknown account have the same answer and the same work, and what is the matter
 * with an account is told only to a caller that knows its password.
 */
import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { RECOVERY_CODE } from '../../../../shared/session/credentials.ts';
import type { Logger } from '../../../observability/log.ts';
import {
  type AuthBackend,
  type AuthFault,
  type AuthResult,
  type AuthSession,
  type AuthUser,
  type ClientAddress,
  type Credentials,
  refused,
  type SignedIn,
} from '../../auth/auth-backend.ts';
import { orBusy, TooManyPasswordsError } from '../../auth/password-turns.ts';
import type { TokenKeys } from '../../auth/token-keys.ts';
import { CLAIMS_NAMESPACE, ISSUER } from '../../auth/token-verifier.ts';
import type { Database } from '../database.ts';
import { type Account, accountByEmail, accountById, accountByTicket, faultOf } from './accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { DUMMY_HASH, type PasswordHasher } from './passwords.ts';
import { useSecondFactor } from './recovery-codes.ts';
import type { Sessions, StartedSession } from './sessions.ts';

export interface SignInParts {
  readonly database: Database;
  readonly keys: TokenKeys;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
  readonly sessions: Sessions;
  readonly codes: OneTimeCodes;
  readonly log: Logger;
  readonly now: () => number;
}

/** Seconds for which a right password waits for its one-time code. */
const TICKET_LIFE = 300;

/** Makes the part of `AuthBackend` that begins and continues sessions. */
export function createSignIn(parts: SignInParts): Pick<AuthBackend, 'signIn' | 'signInWithTotp' | 'confirmPassword' | 'refresh'> {
  return {
    signIn: async ({ email, password }, address, options) => {
      const owner = await ownerOf(parts, { email, password }, { address, device: options?.device ?? null });
      return owner.kind === 'ok' ? admit(parts, owner.value) : owner;
    },
    signInWithTotp: async ({ ticket, otp }, _address, options) => {
      const account = await accountByTicket(parts.database, digestOf(ticket));
      if (account === null) return refused('invalid-ticket');
      const fault = faultOf(account) ?? totpFault(account);
      if (fault !== null) return refused(fault);
      const { id: userId } = account.user;
      const attempt = await parts.limits.code({ userId, passwordHash: account.passwordHash, device: options?.device ?? null });
      if (attempt.waitSeconds !== null) return limited(attempt.waitSeconds);
      const isRight = await useSecondFactor(parts.database, parts.codes, { userId, secret: account.totpSecret ?? '' }, otp);
      if (!isRight) return refused('invalid-totp');
      if (RECOVERY_CODE.test(otp)) parts.log.warn({ userId }, 'a recovery code was used to sign in');
      await Promise.all([attempt.succeeded(), parts.database.query('update auth.users set ticket = null where id = $1::uuid', [userId])]);
      return begin(parts, account);
    },
    confirmPassword: async ({ userId }, password, address) => {
      const email = (await accountById(parts.database, userId))?.user.email ?? null;
      if (email === null) return refused('invalid-email-password');
      const owner = await ownerOf(parts, { email, password }, { address, device: null });
      return owner.kind === 'ok' ? { kind: 'ok', value: null } : owner;
    },
    refresh: async (refreshToken, { graceMs }) => {
      const exchange = await parts.sessions.exchange(refreshToken, graceMs);
      if (exchange.kind === 'reused') {
        parts.log.warn({ userId: exchange.userId }, 'a refresh token was used twice; its session has ended');
      }
      if (exchange.kind !== 'exchanged') return refused('invalid-refresh-token');
      const { session } = exchange;
      const account = await accountById(parts.database, session.userId);
      const fault = account === null ? 'invalid-refresh-token' : faultOf(account);
      if (account === null || fault !== null) {
        await parts.sessions.end(session.refreshToken);
        return refused(fault ?? 'invalid-refresh-token');
      }
      return { kind: 'ok', value: await withAccessToken(parts, account, session) };
    },
  };
}

interface SignInClient {
  readonly address: ClientAddress;
  readonly device: string | null;
}

/** Returns the account of right credentials, when it may sign in. */
function ownerOf(parts: SignInParts, credentials: Credentials, client: SignInClient): Promise<AuthResult<Account>> {
  return orBusy(() => findOwner(parts, credentials, client));
}

async function findOwner(
  parts: SignInParts,
  { email, password }: Credentials,
  { address, device }: SignInClient,
): Promise<AuthResult<Account>> {
  const attempt = await parts.limits.password(email, address, { device });
  if (attempt.waitSeconds !== null) return limited(attempt.waitSeconds);
  const account = await accountByEmail(parts.database, email);
  const isRight = await parts.hasher.verify(account?.passwordHash ?? DUMMY_HASH, password);
  if (!isRight || account === null) return refused('invalid-email-password');
  await attempt.succeeded();
  const owner = await renewHash(parts, account, password);
  const fault = faultOf(owner);
  return fault === null ? { kind: 'ok', value: owner } : refused(fault);
}

/**
 * Replaces a hash of another service or of older parameters, which only the password itself allows. A password that was changed meanwhile stays, and
 * so does the old hash while there is too much to do.
 */
async function renewHash({ database, hasher }: SignInParts, account: Account, password: string): Promise<Account> {
  const { user, passwordHash } = account;
  if (passwordHash === null || !hasher.isOutdated(passwordHash)) return account;
  const renewed = await hasher.hash(password).catch((error: unknown) => {
    if (error instanceof TooManyPasswordsError) return null;
    throw error;
  });
  if (renewed === null) return account;
  const text = 'update auth.users set password_hash = $2 where id = $1::uuid and password_hash = $3';
  const { rowCount } = await database.query(text, [user.id, renewed, passwordHash]);
  return rowCount === 1 ? { ...account, passwordHash: renewed } : account;
}

function totpFault({ user, totpSecret }: Account): AuthFault | null {
  if (user.activeMfaType !== 'totp') return 'disabled-mfa-totp';
  return totpSecret === null ? 'no-totp-secret' : null;
}

/** The password was right when it was verified. Where it was changed since then, nothing begins with it. */
async function admit(parts: SignInParts, account: Account): Promise<AuthResult<SignedIn>> {
  const { user, passwordHash } = account;
  if (user.activeMfaType !== 'totp') {
    const begun = await begin(parts, account);
    return begun.kind === 'ok' ? { kind: 'ok', value: { kind: 'session', session: begun.value } } : begun;
  }
  const ticket = `mfaTotp:${randomUUID()}`;
  const { rowCount } = await parts.database.query(WAIT, [user.id, digestOf(ticket), TICKET_LIFE, passwordHash]);
  return rowCount === 1 ? { kind: 'ok', value: { kind: 'mfa', ticket } } : refused('invalid-email-password');
}

const WAIT = `
update auth.users set ticket = $2, ticket_expires_at = now() + $3 * interval '1 second'
where id = $1::uuid and password_hash is not distinct from $4`;

async function begin(parts: SignInParts, account: Account): Promise<AuthResult<AuthSession>> {
  const { user, passwordHash } = account;
  const started = await parts.sessions.start(user.id, passwordHash);
  if (started === null) return refused('invalid-email-password');
  await parts.database.query('update auth.users set last_seen = now() where id = $1::uuid', [user.id]);
  return { kind: 'ok', value: await withAccessToken(parts, account, started) };
}

async function withAccessToken({ keys, now }: SignInParts, { user }: Account, session: StartedSession): Promise<AuthSession> {
  const { sessionId, refreshToken } = session;
  const accessToken = await signAccessToken(user, sessionId, { keys, now: now() });
  return { accessToken, accessTokenExpiresIn: ACCESS_TOKEN_LIFE, refreshToken, refreshTokenId: sessionId, user };
}

/** A ticket is kept as its digest, as tokens are. */
function digestOf(ticket: string): string {
  return `mfaTotp:${createHash('sha256').update(ticket).digest('hex')}`;
}

function limited(retryAfterSeconds: number): AuthResult<never> {
  return { kind: 'limited', retryAfterSeconds };
}

/** Seconds. */
const ACCESS_TOKEN_LIFE = 900;

/** Signs an access token as Nhost makes them, with the id of its session beside, with the key that signs now. @param now milliseconds since 1970 */
function signAccessToken(
  user: AuthUser,
  sessionId: string,
  { keys, now }: { readonly keys: TokenKeys; readonly now: number },
): Promise<string> {
  const { algorithm, kid, signKey } = keys.signing();
  const issuedAt = Math.floor(now / 1_000);
  const claims = {
    'x-hasura-allowed-roles': user.roles,
    'x-hasura-default-role': user.defaultRole,
    'x-hasura-user-id': user.id,
    'x-hasura-user-is-anonymous': String(user.isAnonymous),
  };
  return new SignJWT({ [CLAIMS_NAMESPACE]: claims, sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid === null ? {} : { kid }) })
    .setSubject(user.id)
    .setIssuer(ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFE)
    .sign(signKey);
}
