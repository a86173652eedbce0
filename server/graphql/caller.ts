/** The caller of a request, from its header fields (Hasura: admin secret, role, session variables). */
import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, PUBLIC_CALLER } from '../backend/backend.ts';
import { isSameSecret } from '../http/secrets.ts';
import { type Refused, refused } from './refusal.ts';

const SECRET_FIELD = 'x-hasura-admin-secret';
const ROLE_FIELD = 'x-hasura-role';
const ROLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

export type Identity = { readonly kind: 'caller'; readonly caller: Caller } | Refused;

/**
 * Returns the caller. With the admin secret a request may name its role and session variables; without it all `x-hasura-*` fields are
 * ignored, because anyone can send them. A wrong secret is an error and never falls back to `public`.
 */
export function identify(headers: IncomingHttpHeaders, adminSecret: string | null): Identity {
  const given = headers[SECRET_FIELD];
  if (given === undefined) return { kind: 'caller', caller: PUBLIC_CALLER };
  if (adminSecret === null || adminSecret === '' || typeof given !== 'string' || !isSameSecret(given, adminSecret)) {
    return refused('access-denied', `invalid "${SECRET_FIELD}"`);
  }
  const role = headers[ROLE_FIELD] ?? 'admin';
  if (typeof role !== 'string' || !ROLE.test(role)) {
    return refused('invalid-headers', `the field "${ROLE_FIELD}" does not hold a role name`);
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
