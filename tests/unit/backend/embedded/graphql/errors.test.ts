import { expect, test } from 'vitest';
import { ensured, faultAt, GraphqlFault, mismatchFault } from '../../../../../server/backend/embedded/graphql/errors.ts';
import { parseRequestDocument } from '../../../../../server/backend/embedded/graphql/request/document.ts';

test('a fault of the database gets the place of the field that it belongs to, and what has a place keeps it', () => {
  const atField = (error: unknown): unknown => faultAt(error, '$.selectionSet.a');
  expect(atField(new GraphqlFault('constraint-violation', 'twice', '$'))).toMatchObject({
    code: 'constraint-violation',
    message: 'twice',
    path: '$.selectionSet.a',
  });
  const placed = new GraphqlFault('constraint-violation', 'twice', '$.selectionSet.b');
  const missing = new GraphqlFault('not-found', 'no session variable', '$');
  const other = new Error('another');
  expect([placed, missing, other].map(atField)).toEqual([placed, missing, other]);
});

test('a fault says what was expected and what was found', () => {
  expect(mismatchFault('a list', null, 'null', '$')).toMatchObject({ message: 'expected a list, but found null' });
  expect(mismatchFault('a boolean', 'Boolean', 'a string', '$')).toMatchObject({
    message: "expected a boolean for type 'Boolean', but found a string",
  });
});

test('a value that the schema of a role ensures is returned, and its absence is our fault', () => {
  expect(ensured(0)).toBe(0);
  expect(() => ensured(undefined)).toThrow('please report it');
});

test.each([
  ['{ a }', true],
  ['\uFEFF # uma nota\n, { a } query B { b }', true],
  ['# {\nquery { a }', false],
  ['query A { a }', false],
])('a document %j begins with an anonymous operation: %s', (text, expected) => {
  expect(parseRequestDocument(text).isAnonymous).toBe(expected);
});

// A pattern that may read one comment as several would take 9 s for this one, and twice as long for each further character.
test('a comment of many number signs costs no time', { timeout: 3_000 }, () => {
  expect(parseRequestDocument(`${'#'.repeat(28)}\nquery A { a }`).isAnonymous).toBe(false);
});
