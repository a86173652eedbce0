/** Who asks, by the header fields of the request (protocol of Hasura: admin secret, role, session variables). */
import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, type GraphqlErrorEntry, PUBLIC_CALLER } from '../backend/backend.ts';
import { isSameSecret } from '../http/secrets.ts';
import { refusal } from './refusal.ts';

const SECRET_FIELD = 'x-hasura-admin-secret';
const ROLE_FIELD = 'x-hasura-role';
const ROLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller; readonly trusted: boolean }
  | { readonly kind: 'refused'; readonly error: GraphqlErrorEntry };

/**
 * Returns the caller. With the admin secret the request may name its role and session variables; without it every `x-hasura-*` field is
 * ignored, because a stranger can send any. A wrong secret is an error, never a step down to `public`.
 */
export function identify(headers: IncomingHttpHeaders, adminSecret: string | null): Identity {
  const given = headers[SECRET_FIELD];
  if (given === undefined) return { kind: 'caller', caller: PUBLIC_CALLER, trusted: false };
  if (adminSecret === null || adminSecret === '' || typeof given !== 'string' || !isSameSecret(given, adminSecret)) {
    return { kind: 'refused', error: refusal('access-denied', `invalid "${SECRET_FIELD}"`) };
  }
  const role = headers[ROLE_FIELD] ?? 'admin';
  if (typeof role !== 'string' || !ROLE.test(role)) {
    return { kind: 'refused', error: refusal('invalid-headers', `the field "${ROLE_FIELD}" does not hold a role name`) };
  }
  return { kind: 'caller', caller: { role, session: sessionVariables(headers, role) }, trusted: true };
}

function sessionVariables(headers: IncomingHttpHeaders, role: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = { [ROLE_FIELD]: role };
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-hasura-') && name !== SECRET_FIELD && typeof value === 'string') variables[name] = value;
  }
  return variables;
}
