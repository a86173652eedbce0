import { expect, test } from 'vitest';
import { ownBytes } from '../../../../server/edge/response/own-bytes.ts';

test('bytes cut from a slab are copied out of it', () => {
  const shared = Buffer.from('texto');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.byteLength);
  const own = ownBytes(shared);
  expect(own.toString()).toBe('texto');
  expect(own.buffer.byteLength).toBe(own.byteLength);
});

test('bytes that have their memory to themselves stay where they are', () => {
  const own = Buffer.alloc(100_000);
  expect(ownBytes(own)).toBe(own);
});
