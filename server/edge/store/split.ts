/**
 * A store in two parts, each with bytes and an order of use of its own. What a stranger can make without end, by asking for it, goes into
 * the lesser part and can push out nothing but its own kind.
 */
import type { StoredResponse } from '../response/stored-response.ts';
import type { Store } from './contract.ts';
import { createMemoryStore } from './memory.ts';

export interface SplitBounds {
  /** Bytes of all stored responses together. */
  readonly maxBytes: number;
  /** Bytes of those that are lesser; part of `maxBytes`. */
  readonly lesserBytes: number;
  /** Whether the responses of a key belong into the lesser part. */
  readonly isLesser: (key: string, variants: readonly StoredResponse[]) => boolean;
}

/** Makes an empty store. @throws RangeError when a bound is no positive whole number, or the lesser part is not the smaller. */
export function createSplitStore({ maxBytes, lesserBytes, isLesser }: SplitBounds): Store {
  const mainBytes = maxBytes - lesserBytes;
  const main = createMemoryStore({ maxBytes: mainBytes, maxKeyBytes: mainBytes });
  const lesser = createMemoryStore({ maxBytes: lesserBytes, maxKeyBytes: lesserBytes });
  return {
    read: (key) => {
      const found = main.read(key);
      return found.length > 0 ? found : lesser.read(key);
    },
    write: (key, variants) => {
      const [own, other] = isLesser(key, variants) ? [lesser, main] : [main, lesser];
      if (!own.write(key, variants)) return false;
      other.remove(key);
      return true;
    },
    remove: (key) => {
      main.remove(key);
      lesser.remove(key);
    },
    clear: () => {
      main.clear();
      lesser.clear();
    },
    use: () => {
      const [one, two] = [main.use(), lesser.use()];
      return { entries: one.entries + two.entries, bytes: one.bytes + two.bytes, evictions: one.evictions + two.evictions };
    },
  };
}
