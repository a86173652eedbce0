import { expect, test } from 'vitest';
import { LruMap } from '../../../../../server/backend/embedded/graphql/lru.ts';

test('forgets what was not used for the longest time', () => {
  const map = new LruMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  expect(map.size).toBe(2);
});

test('replaces a value without losing another', () => {
  const map = new LruMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
});

test.each([0, -1, 1.5, Number.NaN])('a capacity of %d is refused', (capacity) => {
  expect(() => new LruMap(capacity)).toThrow('capacity');
});
