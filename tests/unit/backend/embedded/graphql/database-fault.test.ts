import { expect, test } from 'vitest';
import { DatabaseError, DatabaseTimeoutError } from '../../../../../server/backend/embedded/database.ts';
import { databaseFault } from '../../../../../server/backend/embedded/graphql/database-fault.ts';

test.each([
  ['23505', 'constraint-violation', 'Uniqueness violation. texto'],
  ['23503', 'constraint-violation', 'Foreign key violation. texto'],
  ['23502', 'constraint-violation', 'Not-NULL violation. texto'],
  ['23P01', 'constraint-violation', 'Exclusion violation. texto'],
  ['23514', 'permission-error', 'Check constraint violation. texto'],
  ['23001', 'constraint-violation', 'Can not delete or update due to data being referred. texto'],
  ['23000', 'constraint-violation', 'texto'],
  ['42704', 'constraint-error', 'texto'],
  ['42P10', 'constraint-error', 'there is no unique or exclusion constraint on target column(s)'],
  ['40001', 'concurrent-update', 'serialization failure due to concurrent update'],
  ['22P02', 'data-exception', 'texto'],
  ['2201B', 'data-exception', 'texto'],
  ['22025', 'bad-request', 'LIKE pattern must not end with escape character'],
  ['42883', 'unexpected', 'database query error'],
  ['53300', 'unexpected', 'database query error'],
])('SQLSTATE %s is %s: %s', (state, code, message) => {
  expect(databaseFault(new DatabaseError('texto', { code: state }))).toMatchObject({ code, message, path: '$' });
});

test("answers 'timed out' for a timeout and a generic message for any other error", () => {
  expect(databaseFault(new DatabaseTimeoutError('x'))).toMatchObject({ code: 'unexpected', message: 'timed out' });
  expect(databaseFault(new Error('secret'))).toMatchObject({ code: 'unexpected', message: 'database query error' });
});
