import { expect, test } from 'vitest';
import { FailureMemory } from '../../../server/images/failure-memory.ts';
import { isOwnFetch } from '../../../server/images/remote/hop.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

test('refuses with the failure until its time is over', () => {
  let now = 0;
  const memory = new FailureMemory({ forMs: 5_000, most: 10, now: () => now });
  memory.remember('a', new AppError('IMAGE_SOURCE_FAILED'));
  now = 4_999;
  expect(() => memory.check('a')).toThrow(expect.objectContaining({ code: 'IMAGE_SOURCE_FAILED' }));
  expect(() => memory.check('b')).not.toThrow();
  now = 5_000;
  expect(() => memory.check('a')).not.toThrow();
});

test('drops the oldest failure beyond the bound', () => {
  const memory = new FailureMemory({ forMs: 5_000, most: 2, now: () => 0 });
  for (const key of ['a', 'b', 'a', 'c']) memory.remember(key, new AppError('IMAGE_UNREADABLE'));
  expect(() => memory.check('b')).not.toThrow();
  for (const key of ['a', 'c']) expect(() => memory.check(key)).toThrow(expect.objectContaining({ code: 'IMAGE_UNREADABLE' }));
});

test.each([
  ['portal-imagens', true],
  ['cdn.example; v=1, Portal-Imagens;x="y"', true],
  ['cdn.example', false],
  ['portal-imagens-2', false],
  ['', false],
])('recognises our own fetch in CDN-Loop %j: %s', (field, expected) => {
  expect(isOwnFetch({ 'cdn-loop': field })).toBe(expected);
  expect(isOwnFetch({})).toBe(false);
});
