/** Sign-in of the embedded backend, over the tables of schema `auth`. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Logger } from '../../../observability/log.ts';
import type { AuthBackend } from '../../auth/auth-backend.ts';
import { fixedKeys, type TokenKey, type TokenKeys } from '../../auth/token-keys.ts';
import { createTokenVerifier } from '../../auth/token-verifier.ts';
import { type Database, DatabaseError, DatabaseTimeoutError } from '../database.ts';
import { startForgetting } from '../rate-limiters.ts';
import { createAccountAdministration } from './account-administration.ts';
import { enabledAccount } from './accounts.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { type DisabledAccounts, followDisabledAccounts } from './disabled-accounts.ts';
import { type FirstAdministrator, makeFirstAdministrator } from './first-administrator.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { createOwnCredentials, createRecoveryCodes } from './own-credentials.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { openStoredKeys } from './stored-keys.ts';

export interface EmbeddedAuth {
  readonly backend: AuthBackend;
  close(): Promise<void>;
}

export interface AuthSettings {
  /** Signs access tokens. Default: keys that the server makes and keeps in the database. */
  readonly tokenKey?: TokenKey | undefined;
  /** Named in the authenticator of a person with a second factor. */
  readonly issuer?: string | undefined;
  /** The account that is made where no administrator exists. Default: none is made. */
  readonly firstAdministrator?: FirstAdministrator | undefined;
}

export interface EmbeddedAuthOptions extends AuthSettings {
  readonly database: Database;
  readonly log: Logger;
  /** The package's unless a test brings its own. */
  readonly hasher?: PasswordHasher;
  /** Milliseconds since 1970; the system's clock unless a test brings its own. */
  readonly now?: () => number;
}

/** Opens the keys, makes the first administrator where one is to be made, and answers. */
export async function openEmbeddedAuth(options: EmbeddedAuthOptions): Promise<EmbeddedAuth> {
  const { database, tokenKey, issuer = 'Portal', firstAdministrator, log, hasher = createPasswordHasher(), now = Date.now } = options;
  const keys = tokenKey === undefined ? await openStoredKeys(database, { log }) : fixedKeys(tokenKey);
  const follow = async (): Promise<DisabledAccounts> => {
    if (firstAdministrator !== undefined) await makeFirstAdministrator(firstAdministrator, { database, hasher, log });
    return followDisabledAccounts(database, { log });
  };
  const disabled = await follow().catch((error: unknown) => {
    keys.close();
    throw error;
  });
  const asked = availableDatabase(database);
  const sessions = createSessions(asked);
  const parts = {
    database: asked,
    keys,
    hasher,
    limits: createAttemptLimits(asked, { log }),
    sessions,
    codes: createOneTimeCodes({ issuer, now }),
    log,
    now,
  };
  const backend: AuthBackend = {
    verifier: createTokenVerifier({ keys, isDisabled: (userId) => disabled.has(userId), now }),
    ...createSignIn(parts),
    ...createOwnCredentials(parts),
    signOut: (refreshToken, { all } = { all: false }) => (all ? sessions.endAllOf(refreshToken) : sessions.end(refreshToken)),
    signOutAll: (userId) => sessions.endAll(userId),
    isOpen: async ({ userId, sessionId }) => sessionId === null || sessions.isOpen(userId, sessionId),
    user: async (userId) => (await enabledAccount(asked, userId))?.user ?? null,
    publicKeys: async () => publicKeys(keys),
    accounts: createAccountAdministration(asked, hasher),
    sessions: {
      list: async ({ userId, sessionId }) => (await sessions.list(userId)).map((each) => ({ ...each, isCurrent: each.id === sessionId })),
      name: (sessionId, device) => sessions.name(sessionId, device),
      endOthers: (refreshToken, sessionId) => sessions.endOthers(refreshToken, sessionId),
    },
    recoveryCodes: createRecoveryCodes(parts),
  };
  const forgetting = startForgetting(database, { log });
  const close = (): Promise<void> => {
    forgetting.close();
    keys.close();
    return disabled.close();
  };
  return { backend, close };
}

function publicKeys(keys: TokenKeys): Awaited<ReturnType<AuthBackend['publicKeys']>> {
  // A shared secret verifies and signs, so it is not published.
  const asymmetric = keys.verifying().filter(({ algorithm }) => algorithm !== 'HS256');
  return asymmetric.map(({ kid, algorithm, verifyKey }) => ({
    ...verifyKey.export({ format: 'jwk' }),
    alg: algorithm,
    use: 'sig',
    ...(kid === null ? {} : { kid }),
  }));
}

/** Beginnings of SQLSTATEs: connection exception, operator intervention, invalid authorization, insufficient resources, read-only transaction. */
const AWAY = /^(?:08|57P|28|53|25006)/;

/**
 * Wraps a database as sign-in asks it: one that does not answer is a fault of the catalogue, as the service of a hosted backend is.
 * @throws AppError BACKEND_UNAVAILABLE, BACKEND_TIMEOUT in place of errors that are no fault of the statement
 */
function availableDatabase(database: Database): Database {
  return {
    kind: database.kind,
    query: (...query) => database.query(...query).catch(rethrow),
    script: (text) => database.script(text).catch(rethrow),
    transaction: (work, options) => database.transaction(work, options).catch(rethrow),
    listen: (...listen) => database.listen(...listen),
    probe: (timeoutMs) => database.probe(timeoutMs),
    close: () => database.close(),
  };
}

function rethrow(cause: unknown): never {
  if (cause instanceof DatabaseTimeoutError) throw new AppError('BACKEND_TIMEOUT', { cause });
  if (cause instanceof DatabaseError && AWAY.test(cause.code)) throw new AppError('BACKEND_UNAVAILABLE', { cause });
  throw cause;
}
