/** A store in the memory of this process, bounded in bytes, that evicts the least recently used key. */
import { LRUCache } from 'lru-cache';
import { type StoredResponse, storedSize } from '../response/stored-response.ts';
import type { Store } from './store.ts';

export interface MemoryBounds {
  /** Bytes of all stored responses together. */
  readonly maxBytes: number;
  /** Bytes of all variants of one key together. */
  readonly maxKeyBytes: number;
}

/** Bytes of an entry of the map beside key and responses. */
const ENTRY_BYTES = 200;
const NOTHING: readonly StoredResponse[] = [];

/** Makes an empty store. @throws RangeError when a bound is not a positive whole number. */
export function createMemoryStore({ maxBytes, maxKeyBytes }: MemoryBounds): Store {
  for (const bound of [maxBytes, maxKeyBytes]) {
    if (!Number.isSafeInteger(bound) || bound <= 0) throw new RangeError(`a store needs a bound in whole bytes, not ${bound}`);
  }
  let evictions = 0;
  const entries = new LRUCache<string, readonly StoredResponse[]>({
    maxSize: maxBytes,
    sizeCalculation: keyBytes,
    dispose: (_variants, _key, reason) => {
      if (reason === 'evict') evictions += 1;
    },
  });
  return {
    read: (key) => entries.get(key) ?? NOTHING,
    write: (key, variants) => {
      if (variants.length === 0) {
        entries.delete(key);
        return true;
      }
      if (keyBytes(variants, key) > Math.min(maxKeyBytes, maxBytes)) return false;
      entries.set(key, variants);
      return true;
    },
    remove: (key) => {
      entries.delete(key);
    },
    entries: () => entries.entries(),
    clear: () => entries.clear(),
    use: () => ({ entries: entries.size, bytes: entries.calculatedSize, evictions }),
  };
}

function keyBytes(variants: readonly StoredResponse[], key: string): number {
  return variants.reduce((sum, variant) => sum + storedSize(variant), ENTRY_BYTES + 2 * key.length);
}
