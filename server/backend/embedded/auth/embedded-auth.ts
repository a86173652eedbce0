/** Sign-in of the embedded backend. */
import type { Logger } from '../../../observability/log.ts';
import type { AuthBackend } from '../../auth/auth-backend.ts';
import { fixedKeys, type TokenKey } from '../../auth/token-keys.ts';
import { createTokenVerifier } from '../../auth/token-verifier.ts';
import type { Database } from '../database.ts';
import { openKeptKeys } from './kept-keys.ts';

export interface EmbeddedAuth {
  readonly backend: AuthBackend;
  close(): void;
}

export interface EmbeddedAuthOptions {
  readonly database: Database;
  readonly tokenKey: TokenKey | undefined;
  readonly log: Logger;
}

/** Opens the keys and answers by them. */
export async function openEmbeddedAuth({ database, tokenKey, log }: EmbeddedAuthOptions): Promise<EmbeddedAuth> {
  const keys = tokenKey === undefined ? await openKeptKeys(database, { log }) : fixedKeys(tokenKey);
  return { backend: { verifier: createTokenVerifier({ keys }) }, close: () => keys.close() };
}
