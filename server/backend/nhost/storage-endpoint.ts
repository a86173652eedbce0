/** The addresses of the storage service, and the fields by which a request to it is authorised. */
import type { Caller } from '../backend.ts';
import type { Fields } from './service-client.ts';

export type StorageCredential =
  /** Hasura's; the caller's role and session are sent with it, so it opens only what that role may see. */
  | { readonly kind: 'adminSecret'; readonly secret: string }
  /** A token whose own role decides. */
  | { readonly kind: 'bearer'; readonly token: string };

export interface StorageAddress {
  /** Prefix of a file's address, without a slash at its end. */
  readonly files: string;
  readonly version: string;
}

/**
 * Reads the configured address: the host alone (then `/v1`), the service, or its folder of files. Also the older form
 * `https://<subdomain>.nhost.run/v1/storage`. @throws TypeError when it is no URL.
 */
export function storageAddress(url: string): StorageAddress {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '').replace(/\/files$/, '');
  const service = `${origin}${path === '' ? '/v1' : path}`;
  return { files: `${service}/files`, version: `${service}/version` };
}

const SESSION_VARIABLE = /^x-hasura-[a-z0-9-]{1,64}$/;

/**
 * Returns the fields for a caller. Requests of the public carry no credential, so the service's rules for anonymous visitors hold. The same
 * is true for every caller where no credential is configured, which can only show less.
 */
export function credentialFields({ role, session }: Caller, credential: StorageCredential | undefined): Fields {
  if (credential === undefined || role === 'public') return {};
  if (credential.kind === 'bearer') return { Authorization: `Bearer ${credential.token}` };
  const variables = Object.entries(session).filter(([name]) => SESSION_VARIABLE.test(name));
  return { ...Object.fromEntries(variables), 'x-hasura-role': role, 'x-hasura-admin-secret': credential.secret };
}
