/** What is noted by key for a while and may be forgotten: bounded in number, and in length, because strangers choose keys. */
import { LRUCache } from 'lru-cache';

/** Length of all keys of one memory, in UTF-16 units: each may be as long as a request's head. */
const LENGTH = 4_000_000;

/** Makes an empty memory; the keys used least lately go first. @param bound keys that are remembered at most. */
export function keyMemory<T extends {}>(bound: number): LRUCache<string, T> {
  return new LRUCache<string, T>({ max: bound, maxSize: LENGTH, sizeCalculation: (_note, key) => key.length + 1 });
}
