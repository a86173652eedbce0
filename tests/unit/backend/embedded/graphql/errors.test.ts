import { expect, test } from 'vitest';
import { ensured, faultAt, GraphqlFault, mismatchFault } from '../../../../../server/backend/embedded/graphql/errors.ts';

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
