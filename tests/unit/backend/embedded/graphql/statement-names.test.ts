import { expect, test } from 'vitest';
import { statementName } from '../../../../../server/backend/embedded/graphql/statement-names.ts';

test('gives one text the same name and other texts other names', () => {
  const name = statementName('select 1');
  expect(name).toMatch(/^gql_[0-9a-f]{32}$/);
  expect(statementName('select 1')).toBe(name);
  expect(statementName('select 2')).not.toBe(name);
});

test('does not name a very long text', () => {
  expect(statementName(`select ${'x'.repeat(50_000)}`)).toBeUndefined();
});
