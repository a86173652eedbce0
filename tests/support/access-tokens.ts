/** Access tokens that tests sign themselves, good and bad. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import type { TokenKey } from '../../server/backend/auth/token-keys.ts';

const secret = createSecretKey('segredo-de-teste-com-mais-de-32-letras', 'utf8');

export const TEST_KEY: TokenKey = { kid: 'chave-1', algorithm: 'HS256', verifyKey: secret, signKey: secret };

/** The moment at which tests read tokens. */
export const NOW = Date.parse('2026-11-22T12:00:00Z');

const CLAIMS = { 'x-hasura-allowed-roles': ['user', 'me', 'editor'], 'x-hasura-default-role': 'editor', 'x-hasura-user-id': 'ana' };

export interface TokenParts {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** In place of the claims of Hasura; null for none. */
  readonly claims?: Readonly<Record<string, unknown>> | null;
  readonly key?: KeyObject;
}

/** Signs a token that lives for fifteen minutes from `NOW`, but for what the test says otherwise. */
export function accessToken({ header = {}, payload = {}, claims = CLAIMS, key = secret }: TokenParts = {}): Promise<string> {
  const seconds = NOW / 1_000;
  const usual = { sub: 'ana', iss: 'hasura-auth', iat: seconds, exp: seconds + 900 };
  return new SignJWT({ ...usual, ...(claims === null ? {} : { 'https://hasura.io/jwt/claims': claims }), ...payload })
    .setProtectedHeader({ alg: 'HS256', kid: 'chave-1', ...header })
    .sign(key);
}
