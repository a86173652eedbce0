/** Stores in the memory of this process, bounded in bytes, that evict the least recently used key: one of one partition, and one of two. */
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

export interface PartitionBounds {
  /** Bytes of all stored responses. */
  readonly maxBytes: number;
  /** Bytes of the secondary partition; part of `maxBytes`. */
  readonly secondaryBytes: number;
  /** Whether the responses of a key belong into the secondary partition. */
  readonly isSecondary: (key: string, variants: readonly StoredResponse[]) => boolean;
}

/**
 * Makes an empty store of two partitions, each with its own bytes and its own order of eviction. Keys that a client can make without end
 * belong into the secondary partition, where they evict nothing but each other.
 * @throws RangeError when a bound is not a positive whole number, or `secondaryBytes` is not below `maxBytes`.
 */
export function createPartitionedStore({ maxBytes, secondaryBytes, isSecondary }: PartitionBounds): Store {
  const mainBytes = maxBytes - secondaryBytes;
  const main = createMemoryStore({ maxBytes: mainBytes, maxKeyBytes: mainBytes });
  const secondary = createMemoryStore({ maxBytes: secondaryBytes, maxKeyBytes: secondaryBytes });
  return {
    read: (key) => {
      const found = main.read(key);
      return found.length > 0 ? found : secondary.read(key);
    },
    write: (key, variants) => {
      const [target, other] = isSecondary(key, variants) ? [secondary, main] : [main, secondary];
      if (!target.write(key, variants)) return false;
      other.remove(key);
      return true;
    },
    remove: (key) => {
      main.remove(key);
      secondary.remove(key);
    },
    entries: () => [...main.entries(), ...secondary.entries()],
    clear: () => {
      main.clear();
      secondary.clear();
    },
    use: () => {
      const [one, two] = [main.use(), secondary.use()];
      return { entries: one.entries + two.entries, bytes: one.bytes + two.bytes, evictions: one.evictions + two.evictions };
    },
  };
}
