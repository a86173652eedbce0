/** The address of a hosted GraphQL service, and the fields by which a request to it is authorised. */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Caller } from '../backend.ts';
import type { Fields } from './service-client.ts';
import { credentialFields } from './storage-endpoint.ts';

/** Nhost has two hosts for the same service; on `graphql.` the ingress adds the rest of the path. */
const INGRESS_HOST = /(?:^|\.)graphql\./;

/**
 * Reads the configured address: whole, or the host alone. `https://<subdomain>.graphql.<region>.nhost.run/v1` and
 * `https://<subdomain>.hasura.<region>.nhost.run/v1/graphql` are the same service. @throws TypeError when it is no URL.
 */
export function graphqlAddress(url: string): URL {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/, '');
  address.pathname = path === '' ? (INGRESS_HOST.test(address.hostname) ? '/v1' : '/v1/graphql') : path;
  return address;
}

/**
 * Returns the fields for a caller: its own token where it signed in with one, the admin secret with its role and session where this server
 * asks for it, nothing for the public. No other field of a visitor is sent on.
 */
export function callerFields(caller: Caller, adminSecret: string): Fields {
  if (caller.trust === 'anonymous') return {};
  if (caller.trust === 'service') return credentialFields(caller, { kind: 'adminSecret', secret: adminSecret });
  if (caller.token === undefined) throw new AppError('INTERNAL', { detail: 'a caller who signed in came without a token' });
  return { Authorization: `Bearer ${caller.token}`, 'x-hasura-role': caller.role };
}
