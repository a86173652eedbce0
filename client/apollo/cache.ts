import { defaultDataIdFromObject, InMemoryCache } from '@apollo/client';

/** Columns that identify a row where a query does not ask for `id`. */
const OTHER_KEYS = ['slug', 'codigo'] as const;

/** Makes the normalised cache, the same on both sides. Rows are keyed by table and id (or slug, or codigo); the rest stays in place. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    // Any aggregate type: two operations that ask the same list for different figures must add up, not replace each other.
    possibleTypes: { Agregado: ['[a-z0-9_]+_aggregate(?:_fields)?'] },
    typePolicies: { Agregado: { merge: true } },
    dataIdFromObject: (object, context) => {
      const typename = object['__typename'];
      if (typename === undefined) return undefined;
      if (object['id'] !== undefined) return defaultDataIdFromObject(object, context);
      for (const column of OTHER_KEYS) {
        const key = object[column];
        if (typeof key === 'string' || typeof key === 'number') return `${typename}:${column}:${key}`;
      }
      return undefined;
    },
  });
}
