/** Access tokens as Nhost makes them, with the id of their session beside. */
import { SignJWT } from 'jose';
import type { AuthUser } from '../../auth/auth-backend.ts';
import type { TokenKeys } from '../../auth/token-keys.ts';
import { CLAIMS_NAMESPACE, ISSUER } from '../../auth/token-verifier.ts';

/** Seconds. */
export const ACCESS_TOKEN_LIFE = 900;

/** Signs the token of a session with the key that signs now. @param now milliseconds since 1970 */
export function signAccessToken(
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
