import { expect, test } from 'vitest';
import { keyMemory } from '../../../../server/edge/store/bounded-keys.ts';

test('forgets what was used least lately beyond its number', () => {
  const memory = keyMemory<number>(3);
  for (const key of ['a', 'b', 'c']) memory.set(key, 1);
  memory.get('a');
  memory.set('d', 1);
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.has(key))).toEqual(['a', 'c', 'd']);
});

test('holds no more than four million characters of keys, however few they are', () => {
  const memory = keyMemory<number>(10_000);
  for (let number = 0; number < 1_000; number += 1) memory.set(String(number).padEnd(16_000, 'x'), 1);
  const kept = [...memory.keys()].reduce((sum, key) => sum + key.length, 0);
  expect(kept).toBeLessThanOrEqual(4_000_000);
  expect(kept).toBeGreaterThan(3_900_000);
});
