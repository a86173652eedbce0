/** The caller of a request: by the admin secret, by a verified token, or the public (Hasura: role, session variables). */
import type { IncomingHttpHeaders } from 'node:http';
import type { TokenVerifier, VerifiedToken } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf, Identify, Identity } from '../backend/auth/identity.ts';
import { type Caller, PUBLIC_CALLER } from '../backend/backend.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { bearerToken, isOneOf } from '../http/secrets.ts';
import { authorizationOf } from '../http/token.ts';
import { refusal } from './refusal.ts';

const SECRET_FIELD = 'x-hasura-admin-secret';
const ROLE_FIELD = 'x-hasura-role';
const ROLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

export interface IdentifyOptions {
  /** Each is accepted; without any, calls by secret are refused. */
  readonly adminSecrets: readonly string[];
  readonly verifier: TokenVerifier;
  /** Origin of the site's own pages: what a cookie authenticates must come from there. */
  readonly siteOrigin: string;
}

/**
 * Makes the function that names callers. With the admin secret a request may name its role and session variables; a verified token gives
 * them otherwise, and of the `x-hasura-*` fields only the role counts, among those that the token allows. A wrong secret or a token that
 * does not verify is an error and never falls back to `public`.
 */
export function createIdentify({ adminSecrets, verifier, siteOrigin }: IdentifyOptions): Identify {
  return async (request) => {
    const { headers } = request;
    if (headers[SECRET_FIELD] !== undefined) return bySecret(headers, adminSecrets);
    const authorization = authorizationOf(headers);
    if (authorization === null) return { kind: 'caller', caller: PUBLIC_CALLER };
    if (isUnsafe(request) && (headers.authorization ?? '') === '' && !isSameOrigin(headers, siteOrigin)) {
      return refused(403, 'access-denied', 'the cookie is accepted from pages of this site only');
    }
    const token = bearerToken(authorization);
    if (token === null) return refused(401, 'invalid-headers', 'Malformed Authorization header');
    const reading = await verifier.verify(token);
    if (reading.kind === 'refused') return refused(401, reading.fault.code, reading.fault.message);
    return byToken(reading.token, token, headers[ROLE_FIELD]);
  };
}

function bySecret(headers: IncomingHttpHeaders, adminSecrets: readonly string[]): Identity {
  const given = headers[SECRET_FIELD];
  if (typeof given !== 'string' || !isOneOf(given, adminSecrets)) {
    return refused(200, 'access-denied', `invalid "${SECRET_FIELD}"`);
  }
  const role = headers[ROLE_FIELD] ?? 'admin';
  if (typeof role !== 'string' || !ROLE.test(role)) {
    return refused(200, 'invalid-headers', `the field "${ROLE_FIELD}" does not hold a role name`);
  }
  return { kind: 'caller', caller: { role, trust: 'service', session: sessionVariables(headers, role) } };
}

function sessionVariables(headers: IncomingHttpHeaders, role: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = { [ROLE_FIELD]: role };
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-hasura-') && name !== SECRET_FIELD && typeof value === 'string') variables[name] = value;
  }
  return variables;
}

function byToken(
  { defaultRole, allowedRoles, session, expiresAt }: VerifiedToken,
  token: string,
  requestedRole: string | string[] | undefined,
): Identity {
  const role = requestedRole ?? defaultRole;
  if (typeof role !== 'string' || !allowedRoles.includes(role)) {
    return refused(200, 'access-denied', 'Your requested role is not in allowed roles');
  }
  const caller: Caller = { role, trust: 'signed-in', session: { ...session, [ROLE_FIELD]: role }, token };
  return { kind: 'caller', caller, expiresAt };
}

/** RFC 9110 §9.2.1. A request without a method is the handshake of a WebSocket, which names its origin by itself. */
function isUnsafe({ method = 'GET' }: CredentialsOf): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

function refused(status: Extract<Identity, { kind: 'refused' }>['status'], code: string, message: string): Identity {
  return { kind: 'refused', status, error: refusal(code, message) };
}
