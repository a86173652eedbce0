import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type PageStateFile, pageStatePath } from '../../../shared/builds/page-state-file.ts';

/**
 * Number of page states that the store answers. One site state has fewer than ten different page states of some 10 KB each, so those of
 * the last dozen site states remain, and stored documents that name one of them can still be hydrated.
 */
const MAX_KEPT = 128;

/** 16 hexadecimal digits are enough: the store only tells the page states of one site apart. */
const HASH_LENGTH = 16;

export interface PageStateStore {
  /** Stores a page state and returns its address. Equal content has the same address on every replica. */
  keep(file: PageStateFile): string;
  /** Returns the JSON of a stored page state, or null. */
  find(hash: string): Buffer | null;
  /** Removes all page states. */
  clear(): void;
}

/** Makes an empty store, which removes the oldest page state when it is full. */
export function createPageStateStore(): PageStateStore {
  const kept = new LRUCache<string, Buffer>({ max: MAX_KEPT });
  return {
    keep: (file) => {
      const json = Buffer.from(JSON.stringify(file));
      const hash = createHash('sha256').update(json).digest('hex').slice(0, HASH_LENGTH);
      kept.set(hash, json);
      return pageStatePath(hash);
    },
    // A read does not count as use: requests for old states must not push out newer ones.
    find: (hash) => kept.peek(hash) ?? null,
    clear: () => kept.clear(),
  };
}
