/** The public keys of a hosted sign-in service, so that its tokens are verified here without asking it for each. */
import { createPublicKey, type webcrypto } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Timers } from '../../../../shared/time/timers.ts';
import type { Logger } from '../../../observability/log.ts';
import type { TokenKey, TokenKeys } from '../../auth/token-keys.ts';
import { startBackgroundRefresh } from '../../background-refresh.ts';
import type { ServiceClient } from '../service-client.ts';

/** Milliseconds after which a new key of the service is known here. */
const INTERVAL_MS = 600_000;

/** A few keys of some hundred bytes. */
const MAX_BYTES = 65_536;

const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional(), alg: z.string().optional(), use: z.string().optional() })),
});

export interface RemoteKeysOptions {
  readonly client: ServiceClient;
  /** Address of the key set (RFC 7517). */
  readonly url: URL;
  readonly log: Logger;
  readonly timers?: Timers;
}

/** Keys that verify and never sign. */
export type RemoteKeys = Omit<TokenKeys, 'signing'>;

/** Loads the keys and keeps them up to date. A service that cannot be asked leaves the keys as they were: none at first. */
export function openRemoteKeys({ client, url, log, timers }: RemoteKeysOptions): RemoteKeys {
  let keys: readonly TokenKey[] = [];
  const refresh = startBackgroundRefresh({
    load: async () => {
      keys = await loadKeys(client, url);
    },
    nextInMs: () => INTERVAL_MS,
    failure: 'the keys of the sign-in service could not be loaded',
    log,
    timers,
  });
  refresh.refreshInBackground();
  return { verifying: () => keys, close: () => refresh.close() };
}

async function loadKeys(client: ServiceClient, url: URL): Promise<readonly TokenKey[]> {
  const { status, text } = await client.ask({ url, fields: {} }, MAX_BYTES);
  if (status !== 200) throw new AppError('NETWORK', { detail: `the key set was answered with status ${status}` });
  const { keys } = KeySet.parse(JSON.parse(text));
  return keys.filter(isVerifyingKey).map((key) => {
    const publicKey = createPublicKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' });
    return { kid: key.kid ?? null, algorithm: 'RS256', verifyKey: publicKey, signKey: publicKey };
  });
}

/** A key of another kind cannot be one that signs access tokens. */
function isVerifyingKey({
  kty,
  alg = 'RS256',
  use = 'sig',
}: {
  readonly kty: string;
  readonly alg?: string | undefined;
  readonly use?: string | undefined;
}): boolean {
  return kty === 'RSA' && alg === 'RS256' && use === 'sig';
}
