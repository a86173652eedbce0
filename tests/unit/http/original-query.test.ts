import { expect, test } from 'vitest';
import { originalQuery, queryToCarry } from '../../../server/http/original-query.ts';

test.each([
  ['/a', null],
  ['/a?', '?'],
  ['/a?x=1&y?z', '?x=1&y?z'],
  [`/a?${'x'.repeat(300)}`, `?${'x'.repeat(199)}`],
])('the query that the cache carries for %s is %j', (target, carried) => {
  expect(queryToCarry(target)).toBe(carried);
});

test.each([
  [undefined, null],
  ['', null],
  ['x=1', null],
  ['?', '?'],
  ['?x=1', '?x=1'],
  [['?x=1', '?y=2'], null],
])('a request whose field is %j has the query %j', (field, query) => {
  expect(originalQuery({ headers: field === undefined ? {} : { 'x-original-query': field } })).toBe(query);
});
