/** What the replicas of the site share in Valkey or Redis, with CACHE_URL: stored responses, purges and counts of clients. */
import { hkdfSync } from 'node:crypto';
import type { BackendHealth, ContentBackend } from './backend/backend.ts';
import type { Config } from './config/config.ts';
import { openValkey, SharedCacheError, type ValkeyMedium } from './edge/index.ts';
import { StartupError } from './observability/startup-report.ts';

export interface SharedCache {
  readonly medium: ValkeyMedium;
  /** Key by which replicas know what they have written. */
  readonly secret: Uint8Array;
  /** Never rejects. Pages are served without it. @param isUsed whether the edge uses it, which a server that only answers need not allow. */
  health(timeoutMs: number, isUsed: () => boolean): Promise<readonly BackendHealth[]>;
  close(): void;
}

/**
 * Opens it where it is configured, without waiting for it: a site starts and runs without. Its key is derived from that of the cases, the one secret
 * that all replicas of a site have.
 */
export async function openSharedCache(
  { cacheUrl, casesKeys, siteUrl }: Pick<Config, 'cacheUrl' | 'casesKeys' | 'siteUrl'>,
  { storedSecret }: Pick<ContentBackend, 'storedSecret'>,
): Promise<SharedCache | null> {
  if (cacheUrl === null) return null;
  const source = casesKeys?.[0] ?? (await storedSecret?.());
  if (source === undefined) throw new StartupError('CACHE_URL needs CASES_KEY');
  const medium = openValkey(cacheUrl, new URL(siteUrl).host);
  return {
    medium,
    secret: new Uint8Array(hkdfSync('sha256', source, '', 'stored responses shared by replicas', 32)),
    health: async (timeoutMs, isUsed) => [await healthOf(medium, timeoutMs, isUsed)],
    close: () => medium.close(),
  };
}

async function healthOf(medium: Pick<ValkeyMedium, 'ping'>, timeoutMs: number, isUsed: () => boolean): Promise<BackendHealth> {
  const begin = performance.now();
  const part = { name: 'cache', optional: true };
  try {
    await medium.ping(timeoutMs);
    const latencyMs = performance.now() - begin;
    return isUsed() ? { ...part, ok: true, latencyMs } : { ...part, ok: false, latencyMs, fault: 'failed' };
  } catch (error) {
    const fault = error instanceof SharedCacheError ? error.fault : 'failed';
    return { ...part, ok: false, latencyMs: performance.now() - begin, fault };
  }
}
