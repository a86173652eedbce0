import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonPath } from '../../../../../server/backend/embedded/graphql/scalars/json-path.ts';

test.each([
  ['$', []],
  ['', []],
  ['a', ['a']],
  ['$.a.b', ['a', 'b']],
  ['  $a.b ', ['a', 'b']],
  ['a$.b', ['a$', 'b']],
  ['a[0]', ['a', '0']],
  ['a[-1].b', ['a', '-1', 'b']],
  [`['k k']["q'q"]`, ['k k', "q'q"]],
  ['$["a.b"].ção', ['a.b', 'ção']],
  [`objs[0].["k"].['l'].[2]`, ['objs', '0', 'k', 'l', '2']],
])('%j leads to %j', (text, steps) => {
  expect(parseJsonPath(text, '$')).toEqual(steps);
});

test('a path has 64 steps at most', () => {
  const path = (steps: number): string => Array.from({ length: steps }, () => 'a').join('.');
  expect(parseJsonPath(path(64), '$')).toHaveLength(64);
  expect(() => parseJsonPath(path(65), '$')).toThrow('parse json path error');
});

test.each(['a[', 'a..b', 'a b', '[x]', "['a", 'a]', '.'.repeat(3)])('%j is no path', (text) => {
  expect(() => parseJsonPath(text, '$.p')).toThrow(expect.objectContaining({ code: 'validation-failed', path: '$.p' }));
});

test('any steps, written with brackets, are read again', () => {
  const step = fc.string({ minLength: 1 }).filter((text) => !/["\]]/.test(text));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      expect(parseJsonPath(`$${steps.map((item) => `["${item}"]`).join('')}`, '$')).toEqual(steps);
    }),
  );
});
