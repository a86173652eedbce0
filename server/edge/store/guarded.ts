/** A store that cannot hurt: what it fails to read is not there, what it fails to write is not kept, and both are said. */
import type { Store } from './contract.ts';

/** Makes of `store` one whose reading and writing never throw. @param onFault called with what they throw. */
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
        // What should have been replaced may be what must not be sent any more.
        remove(key);
        return false;
      }
    },
    remove,
    clear: () => store.clear(),
    use: () => store.use(),
  };
}
