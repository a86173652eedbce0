import { createHash } from 'node:crypto';
import { type SitePart, sitePartPath } from '../../../shared/builds/page-state-file.ts';

/**
 * Parts that stay answerable. A state has fewer than ten different ones of some 10 KB each, so the last dozen states remain: pages that
 * were stored under one of them can still be hydrated.
 */
const MAX_KEPT = 128;

/** 16 hexadecimal digits: parts of one site's states, not of the world. */
const HASH_LENGTH = 16;

export interface SitePartStore {
  /** Keeps a part and returns its address. The same content has the same address everywhere. */
  keep(part: SitePart): string;
  /** Returns the JSON of a kept part. */
  find(hash: string): Buffer | null;
}

/** Makes an empty store; the parts kept first are the first to go. */
export function createSitePartStore(): SitePartStore {
  const kept = new Map<string, Buffer>();
  return {
    keep: (part) => {
      const json = Buffer.from(JSON.stringify(part));
      const hash = createHash('sha256').update(json).digest('hex').slice(0, HASH_LENGTH);
      kept.delete(hash);
      kept.set(hash, json);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return sitePartPath(hash);
    },
    find: (hash) => kept.get(hash) ?? null,
  };
}
