/** Names in SQL: whatever the catalog holds is quoted, and nothing but a GraphQL name becomes a text. */
import { expect, test } from 'vitest';
import { quoteIdentifier, quoteName, quoteTable } from '../../../../../server/backend/embedded/graphql/compiler/identifiers.ts';

test('a quote in an identifier is doubled', () => {
  expect(quoteIdentifier('a"b"')).toBe('"a""b"""');
  expect(quoteTable({ schema: 'o"utro', name: 'Mesa' })).toBe('"o""utro"."Mesa"');
});

test.each(['a', '_', 'a1_B', '__typename'])('%j is a name', (name) => {
  expect(quoteName(name)).toBe(`'${name}'`);
});

test.each(['', '1a', 'ação', "a'", "'a", 'a b', 'a-b', 'a\n'])('%j is no name', (name) => {
  expect(() => quoteName(name)).toThrow('please report it');
});
