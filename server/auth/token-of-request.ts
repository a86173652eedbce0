/** The verified token of a request: from `Authorization`, else from the cookie, which counts for requests of our own pages only. */
import type { TokenVerifier, VerifiedToken } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf } from '../backend/auth/identity.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { bearerToken } from '../http/secrets.ts';
import { authorizationOf } from '../http/token.ts';

/** Returns the token; null where there is none that verifies, or where another site caused the request. */
export async function tokenOf(request: CredentialsOf, verifier: TokenVerifier, siteOrigin: string): Promise<VerifiedToken | null> {
  const { headers } = request;
  if ((headers.authorization ?? '') === '' && !isSameOrigin(headers, siteOrigin)) return null;
  return verifiedToken(headers, verifier);
}

/** Returns the token of a request that changes nothing. */
export async function verifiedToken(headers: CredentialsOf['headers'], verifier: TokenVerifier): Promise<VerifiedToken | null> {
  const token = bearerToken(authorizationOf(headers) ?? undefined);
  const reading = token === null ? null : await verifier.verify(token);
  return reading?.kind === 'verified' ? reading.token : null;
}
