import { expect, test } from 'vitest';
import { dependsOnPattern, RepeatedStatements, statementName } from '../../../../../server/backend/embedded/graphql/statement-names.ts';

test('one text has the same name each time, and other texts have other names', () => {
  const name = statementName('select 1');
  expect(name).toMatch(/^gql_[0-9a-f]{32}$/);
  expect(statementName('select 1')).toBe(name);
  expect(statementName('select 2')).not.toBe(name);
});

test('a very long text has no name', () => {
  expect(statementName('x'.repeat(40_000))).toMatch(/^gql_/);
  expect(statementName('x'.repeat(40_001))).toBeUndefined();
});

test.each([
  ['select 1 from t where t."a" ilike $1::text::text', true],
  ['select 1 from t where t."a" ~* $12::text::text', true],
  ["select 1 from t where t.a = $1::text::text and t.b like 'x%'", false],
])('%s depends on a pattern: %s', (text, depends) => {
  expect(dependsOnPattern(text)).toBe(depends);
});

test('a text that comes again has its name from the second time on, and a very long one none', () => {
  const repeated = new RepeatedStatements();
  expect(repeated.nameOf('select 1')).toBeUndefined();
  expect(repeated.nameOf('select 1')).toBe(statementName('select 1'));
  const long = 'x'.repeat(40_001);
  expect([repeated.nameOf(long), repeated.nameOf(long)]).toEqual([undefined, undefined]);
});
