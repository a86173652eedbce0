import { expect, it, vi } from 'vitest';
import { remembering } from '../../../../shared/cache/remembering.ts';

it('computes the result of a key once', () => {
  const compute = vi.fn<(key: string) => string>((key) => key.toUpperCase());
  const remembered = remembering<string>(2);
  expect([remembered('a', compute), remembered('a', compute), remembered('b', compute)]).toEqual(['A', 'A', 'B']);
  expect(compute).toHaveBeenCalledTimes(2);
});

it('forgets all results when there would be more than its bound', () => {
  const compute = vi.fn<(key: string) => string>((key) => key);
  const remembered = remembering<string>(2);
  for (const key of ['a', 'b', 'c', 'c', 'a']) remembered(key, compute);
  expect(compute.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});

it('keeps the result of no key of more than 512 characters', () => {
  const compute = vi.fn<(key: string) => number>((key) => key.length);
  const remembered = remembering<number>(2);
  for (const length of [512, 512, 513, 513]) expect(remembered('a'.repeat(length), compute)).toBe(length);
  expect(compute).toHaveBeenCalledTimes(3);
});
