/** What a person who has signed in changes of the own account: the password and the second factor. */
import { type AuthBackend, type AuthResult, type OwnToken, type RecoveryCodes, refused } from '../../auth/auth-backend.ts';
import { isTooShort } from '../../auth/new-passwords.ts';
import { orBusy } from '../../auth/password-turns.ts';
import type { Database } from '../database.ts';
import { type Account, enabledAccount } from './accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { PasswordHasher } from './passwords.ts';
import { dropRecoveryCodes, recoveryCodesLeft, renewRecoveryCodes, useSecondFactor } from './recovery-codes.ts';
import type { Sessions } from './sessions.ts';

export interface OwnCredentialsParts {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly codes: OneTimeCodes;
  readonly limits: AttemptLimits;
}

type OwnCredentials = Pick<AuthBackend, 'changePassword' | 'generateTotp' | 'activateTotp' | 'deactivateTotp'>;

/** Makes the part of `AuthBackend` that changes one's own credentials. */
export function createOwnCredentials(parts: OwnCredentialsParts): OwnCredentials {
  const { database, codes } = parts;
  return {
    changePassword: (token, newPassword) => orBusy(() => changePassword(parts, token, newPassword)),
    generateTotp: async ({ userId }) => {
      const account = await enabledAccount(database, userId);
      if (account === null) return refused('disabled-user');
      // A new secret would take the second factor away without a code of the old one.
      if (account.user.activeMfaType === 'totp') return refused('totp-already-active');
      const secret = codes.generate(account.user.email ?? account.user.displayName);
      await database.query(NEW_SECRET, [userId, secret.totpSecret]);
      return { kind: 'ok', value: secret };
    },
    activateTotp: async ({ userId }, code) => {
      const switched = await switchTotp(parts, userId, { code, isActive: true });
      return switched.kind === 'ok' ? { kind: 'ok', value: await renewRecoveryCodes(database, userId) } : switched;
    },
    deactivateTotp: async ({ userId }, code) => {
      const switched = await switchTotp(parts, userId, { code, isActive: false });
      if (switched.kind === 'ok') await dropRecoveryCodes(database, userId);
      return switched;
    },
  };
}

async function changePassword(
  { database, hasher, sessions }: OwnCredentialsParts,
  { userId, sessionId }: Pick<OwnToken, 'userId' | 'sessionId'>,
  newPassword: string,
): Promise<AuthResult<null>> {
  if (isTooShort(newPassword)) return refused('password-too-short');
  if ((await enabledAccount(database, userId)) === null) return refused('disabled-user');
  await setPassword(database, userId, await hasher.hash(newPassword));
  await sessions.endAll(userId, sessionId);
  return OK;
}

/** Makes the part for recovery codes. */
export function createRecoveryCodes(parts: OwnCredentialsParts): RecoveryCodes {
  const { database } = parts;
  return {
    left: (userId) => recoveryCodesLeft(database, userId),
    renew: async ({ userId }, code) => {
      const account = await enabledAccount(database, userId);
      if (account === null) return refused('disabled-user');
      if (account.user.activeMfaType !== 'totp' || account.totpSecret === null) return refused('disabled-mfa-totp');
      const attempt = await codeAttempt(parts, account, code);
      return attempt.kind === 'ok' ? { kind: 'ok', value: await renewRecoveryCodes(database, userId) } : attempt;
    },
  };
}

/** Uses a code of either kind, as an attempt that counts. */
async function codeAttempt(
  { database, codes, limits }: OwnCredentialsParts,
  { user: { id: userId }, passwordHash, totpSecret }: Account,
  code: string,
): Promise<AuthResult<null>> {
  const attempt = await limits.code({ userId, passwordHash, device: null });
  if (attempt.waitSeconds !== null) return { kind: 'limited', retryAfterSeconds: attempt.waitSeconds };
  if (!(await useSecondFactor(database, codes, { userId, secret: totpSecret ?? '' }, code))) return refused('invalid-totp');
  await attempt.succeeded();
  return OK;
}

// RFC 6238 §5.2: a step is used up for the codes of one secret. Those of the new secret were never seen.
const NEW_SECRET = `
with renewed as (update auth.users set totp_secret = $2 where id = $1::uuid and active_mfa_type is null returning id)
delete from embutido.codigo_usado using renewed where usuario = renewed.id`;

/** Sets the hash of a password, and ends a sign-in that waits for its one-time code after the old password. */
export async function setPassword(database: Pick<Database, 'query'>, userId: string, hash: string): Promise<void> {
  await database.query('update auth.users set password_hash = $2, ticket = null where id = $1::uuid', [userId, hash]);
}

async function switchTotp(
  parts: OwnCredentialsParts,
  userId: string,
  { code, isActive }: { readonly code: string; readonly isActive: boolean },
): Promise<AuthResult<null>> {
  const { database } = parts;
  const account = await enabledAccount(database, userId);
  if (account === null) return refused('disabled-user');
  const wasActive = account.user.activeMfaType === 'totp';
  if (wasActive === isActive) return refused(isActive ? 'totp-already-active' : 'disabled-mfa-totp');
  if (account.totpSecret === null) return refused('no-totp-secret');
  const attempt = await codeAttempt(parts, account, code);
  if (attempt.kind !== 'ok') return attempt;
  await database.query(
    'update auth.users set active_mfa_type = $2, totp_secret = case when $2::text is null then null else totp_secret end where id = $1::uuid',
    [userId, isActive ? 'totp' : null],
  );
  return OK;
}

const OK: AuthResult<null> = { kind: 'ok', value: null };
