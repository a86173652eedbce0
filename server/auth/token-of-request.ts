/** The verified token of a request: from `Authorization`, else from the cookie, which counts for requests of our own pages only. */
import type { AuthBackend, TokenVerifier, VerifiedToken } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf } from '../backend/auth/identity.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { bearerToken } from '../http/secrets.ts';
import { authorizationOf } from '../http/token.ts';

type OpenSessions = Pick<AuthBackend, 'verifier' | 'isOpen'>;

/** Returns the token; null where there is none that verifies, where its session has ended, or where another site caused the request. */
export async function tokenOf(request: CredentialsOf, auth: OpenSessions, siteOrigin: string): Promise<VerifiedToken | null> {
  const { headers } = request;
  if ((headers.authorization ?? '') === '' && !isSameOrigin(headers, siteOrigin)) return null;
  return openToken(headers, auth);
}

/**
 * Returns the token of a session that goes on. A token verifies for some minutes after its session has ended, as by a change of the password; by then it
 * must not change how anybody signs in, or the end would be undone.
 */
export async function openToken(headers: CredentialsOf['headers'], auth: OpenSessions): Promise<VerifiedToken | null> {
  const token = await verifiedToken(headers, auth.verifier);
  return token !== null && (await auth.isOpen(token)) ? token : null;
}

/** Returns the token of a request that changes nothing. */
export async function verifiedToken(headers: CredentialsOf['headers'], verifier: TokenVerifier): Promise<VerifiedToken | null> {
  const token = bearerToken(authorizationOf(headers) ?? undefined);
  const reading = token === null ? null : await verifier.verify(token);
  return reading?.kind === 'verified' ? reading.token : null;
}
