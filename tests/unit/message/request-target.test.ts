import { expect, it } from 'vitest';
import { originForm, splitTarget, withoutFragment } from '../../../server/message/request-target.ts';

it.each([
  ['/a', '/a', ''],
  ['/a?', '/a', '?'],
  ['/a?b=c?d', '/a', '?b=c?d'],
  ['?b', '', '?b'],
  ['', '', ''],
])('splits %j into the path %j and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

it.each([
  ['/lai#topo', '/lai'],
  ['/lai?ano=2026#topo#fim', '/lai?ano=2026'],
  ['#topo', ''],
  ['/lai?ano=2026', '/lai?ano=2026'],
])('takes the fragment of %j away: %j', (target, expected) => {
  expect(withoutFragment(target)).toBe(expected);
});

it.each([
  ['/lai', '/lai'],
  ['/http://outro/lai', '/http://outro/lai'],
  ['http://site/lai?a=/b', '/lai?a=/b'],
  ['HTTP+a-b.1://site:80/lai', '/lai'],
  ['http://site', '/'],
  ['http://site?a', '/?a'],
  ['http://site#topo', '/#topo'],
  ['http:site/lai', '/http:site/lai'],
  ['1http://site/lai', '/1http://site/lai'],
])('brings %j into origin form: %j', (target, expected) => {
  expect(originForm(target)).toBe(expected);
});
