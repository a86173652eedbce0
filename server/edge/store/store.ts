/**
 * The contract of a store of responses. A store holds or drops what it is given and knows nothing of freshness or purges. It may throw:
 * the edge then serves that request without it and reports a fault, by `guardedStore`.
 */
import type { StoredResponse } from '../response/stored-response.ts';

export interface StoreUse {
  /** Keys held. */
  readonly entries: number;
  readonly bytes: number;
  /** Keys evicted since the start. */
  readonly evictions: number;
}

export interface Store {
  /** Returns the variants of a key, the most recent first; empty without any. Counts as use. */
  read(key: string): readonly StoredResponse[];
  /** Replaces all variants of a key; an empty list removes it. False when they are larger than the store accepts. */
  write(key: string, variants: readonly StoredResponse[]): boolean;
  remove(key: string): void;
  /** Returns every key with its variants, the most recently used first. Does not count as use. */
  entries(): Iterable<readonly [string, readonly StoredResponse[]]>;
  clear(): void;
  use(): StoreUse;
}

/**
 * Wraps `store` so that reading and writing never throw: a failed read is a miss, and a failed write stores nothing.
 * @param onFault called with what they throw.
 */
export function guardedStore(store: Store, onFault: (key: string, cause: unknown) => void): Store {
  const remove = (key: string): void => {
    try {
      store.remove(key);
    } catch (thrown) {
      onFault(key, thrown);
    }
  };
  return {
    read: (key) => {
      try {
        return store.read(key);
      } catch (thrown) {
        onFault(key, thrown);
        return [];
      }
    },
    write: (key, variants) => {
      try {
        return store.write(key, variants);
      } catch (thrown) {
        onFault(key, thrown);
        // The response that was to be replaced may be one that must not be sent any more.
        remove(key);
        return false;
      }
    },
    remove,
    entries: () => {
      try {
        return store.entries();
      } catch (thrown) {
        onFault('*', thrown);
        return [];
      }
    },
    clear: () => store.clear(),
    use: () => store.use(),
  };
}
