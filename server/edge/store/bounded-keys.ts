/** Notes about keys, bounded in number and in total length, because clients choose keys. */
import { LRUCache } from 'lru-cache';

export type BoundedKeys<T extends {}> = LRUCache<string, T>;

/** Length of all keys together, in UTF-16 units: one key may be as long as a request head. */
const MAX_LENGTH = 4_000_000;

/** Makes an empty map that forgets the least recently used key. @param bound the largest number of keys. */
export function createBoundedKeys<T extends {}>(bound: number): BoundedKeys<T> {
  return new LRUCache<string, T>({
    max: bound,
    maxSize: MAX_LENGTH,
    sizeCalculation: (_note, key) => key.length + 1,
  });
}
