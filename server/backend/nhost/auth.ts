/** Sign-in of a hosted Nhost: its service signs tokens, this server verifies them. */
import type { Logger } from '../../observability/log.ts';
import type { AuthBackend } from '../auth/auth-backend.ts';
import { fixedKeys, type TokenKey } from '../auth/token-keys.ts';
import { createTokenVerifier } from '../auth/token-verifier.ts';
import { openRemoteKeys } from './remote-keys.ts';
import { createServiceClient } from './service-client.ts';

export interface NhostAuthOptions {
  /** The service, with or without `/v1` at its end. */
  readonly url: string;
  /** The key that the project's tokens are signed with; without it, the service's own key set. */
  readonly tokenKey: TokenKey | undefined;
  readonly log: Logger;
}

export interface NhostAuth {
  readonly backend: AuthBackend;
  close(): void;
}

const LIMITS = { headMs: 10_000, atOnce: 64 };

/** Opens it. @throws TypeError for an address that is none. */
export function openNhostAuth({ url, tokenKey, log }: NhostAuthOptions): NhostAuth {
  const client = createServiceClient({ ...LIMITS, service: 'the sign-in service' });
  const keys =
    tokenKey === undefined ? openRemoteKeys({ client, url: authAddress(url, '/.well-known/jwks.json'), log }) : fixedKeys(tokenKey);
  return {
    backend: { verifier: createTokenVerifier({ keys }) },
    close() {
      keys.close();
      client.close();
    },
  };
}

/** Returns the address of a path of the service. */
export function authAddress(service: string, path: string): URL {
  const { origin, pathname } = new URL(service);
  const base = pathname.replace(/\/+$/, '');
  return new URL(`${origin}${base === '' ? '/v1' : base}${path}`);
}
