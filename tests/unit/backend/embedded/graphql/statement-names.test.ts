import { expect, test } from 'vitest';
import { StatementNames } from '../../../../../server/backend/embedded/graphql/statement-names.ts';

test('gives one text the same name and other texts other names', () => {
  const names = new StatementNames();
  const name = names.first({ text: 'select 1', isDynamic: false });
  expect(name).toMatch(/^gql_[0-9a-f]{32}$/);
  expect(names.first({ text: 'select 1', isDynamic: false })).toBe(name);
  expect(names.first({ text: 'select 2', isDynamic: false })).not.toBe(name);
});

test('names dynamic statements when they are run again, up to a bound', () => {
  const names = new StatementNames();
  expect(names.first({ text: 'select 0', isDynamic: true })).toBeUndefined();
  const given = Array.from({ length: 150 }, (_, index) => names.repeated(`select ${index}`));
  expect(given.filter((name) => name !== undefined)).toHaveLength(100);
  expect(names.repeated('select 0')).toBe(given[0]);
  expect(names.repeated('select 149')).toBeUndefined();
});

test('does not name a very long dynamic statement', () => {
  expect(new StatementNames().repeated(`select ${'x'.repeat(50_000)}`)).toBeUndefined();
});
