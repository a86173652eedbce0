import { expect, it } from 'vitest';
import { splitTarget } from '../../../server/message/request-target.ts';

it.each([
  ['/a', '/a', ''],
  ['/a?', '/a', '?'],
  ['/a?b=c?d', '/a', '?b=c?d'],
  ['?b', '', '?b'],
  ['', '', ''],
])('splits %j into the path %j and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
