/**
 * A store of two partitions, each with its own bytes and its own order of eviction. Keys that a client can make without end belong into the
 * secondary partition, where they evict nothing but each other.
 */
import type { StoredResponse } from '../response/stored-response.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';

export interface PartitionBounds {
  /** Bytes of all stored responses. */
  readonly maxBytes: number;
  /** Bytes of the secondary partition; part of `maxBytes`. */
  readonly secondaryBytes: number;
  /** Whether the responses of a key belong into the secondary partition. */
  readonly isSecondary: (key: string, variants: readonly StoredResponse[]) => boolean;
}

/** Makes an empty store. @throws RangeError when a bound is not a positive whole number, or `secondaryBytes` is not below `maxBytes`. */
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
