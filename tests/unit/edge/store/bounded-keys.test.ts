import { expect, test } from 'vitest';
import { createBoundedKeys } from '../../../../server/edge/store/bounded-keys.ts';

test('forgets the least recently used key beyond its bound', () => {
  const keys = createBoundedKeys<number>(3);
  for (const key of ['a', 'b', 'c']) keys.set(key, 1);
  keys.get('a');
  keys.set('d', 1);
  expect(['a', 'b', 'c', 'd'].filter((key) => keys.has(key))).toEqual(['a', 'c', 'd']);
});

test('holds at most four million characters of keys', () => {
  const keys = createBoundedKeys<number>(10_000);
  for (let number = 0; number < 1_000; number += 1) keys.set(String(number).padEnd(16_000, 'x'), 1);
  const length = [...keys.keys()].reduce((sum, key) => sum + key.length, 0);
  expect(length).toBeLessThanOrEqual(4_000_000);
  expect(length).toBeGreaterThan(3_900_000);
});
