import { expect, test } from 'vitest';
import { matchesIfNoneMatch } from '../../../server/images/if-none-match.ts';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a" , "c"', true],
  ['"b,c", "a"', true],
  ['*', true],
  [' * ', true],
  [undefined, false],
  ['', false],
  ['a', false],
  ['"A"', false],
  ['"b"', false],
  ['"b,"a', false],
  ['"*"', false],
])('the field %j names the tag "a": %s (RFC 9110 §13.1.2)', (field, expected) => {
  expect(matchesIfNoneMatch(field, '"a"')).toBe(expected);
});
