/** A store whose failures never reach a client: a failed read is a miss, a failed write stores nothing, and both are reported. */
import type { Store } from './contract.ts';

/** Wraps `store` so that reading and writing never throw. @param onFault called with what they throw. */
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
    clear: () => store.clear(),
    use: () => store.use(),
  };
}
