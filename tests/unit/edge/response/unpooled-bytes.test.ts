import { expect, test } from 'vitest';
import { unpooledBytes } from '../../../../server/edge/response/stored-response.ts';

test('copies bytes that are a slice of a shared buffer pool', () => {
  const shared = Buffer.from('texto');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.byteLength);
  const own = unpooledBytes(shared);
  expect(own.toString()).toBe('texto');
  expect(own.buffer.byteLength).toBe(own.byteLength);
});

test('bytes that have their own memory are not copied', () => {
  const own = Buffer.alloc(100_000);
  expect(unpooledBytes(own)).toBe(own);
});
