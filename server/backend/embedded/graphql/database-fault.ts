/** Translates what the database reports into the faults of the dialect. Run-time faults have no place in the request: their path is `$`. */
import { DatabaseError, DatabaseTimeoutError } from '../database.ts';
import { type FaultCode, GraphqlFault } from './errors.ts';

interface Translation {
  readonly code: FaultCode;
  readonly message: (text: string) => string;
}

// SQLSTATEs: PostgreSQL manual, appendix A. Wording: protocol of the Hasura Postgres backend.
const BY_STATE: Readonly<Record<string, Translation>> = {
  '23001': { code: 'constraint-violation', message: (text) => `Can not delete or update due to data being referred. ${text}` },
  '23502': { code: 'constraint-violation', message: (text) => `Not-NULL violation. ${text}` },
  '23503': { code: 'constraint-violation', message: (text) => `Foreign key violation. ${text}` },
  '23505': { code: 'constraint-violation', message: (text) => `Uniqueness violation. ${text}` },
  '23514': { code: 'permission-error', message: (text) => `Check constraint violation. ${text}` },
  '23P01': { code: 'constraint-violation', message: (text) => `Exclusion violation. ${text}` },
  '42704': { code: 'constraint-error', message: (text) => text },
  '42P10': { code: 'constraint-error', message: () => 'there is no unique or exclusion constraint on target column(s)' },
  '40001': { code: 'concurrent-update', message: () => 'serialization failure due to concurrent update' },
  '22025': { code: 'bad-request', message: () => 'LIKE pattern must not end with escape character' },
};

/**
 * Codes of whole classes of SQLSTATEs, for those that have none of their own. An invalid regular expression (2201B) and a negative limit or offset
 * (2201W, 2201X) are of class 22.
 */
const BY_CLASS: Readonly<Record<string, FaultCode>> = { '22': 'data-exception', '23': 'constraint-violation' };

/**
 * Returns the fault for an error thrown by the database. Faults of the caller's data keep the database's own words; anything else says
 * only `database query error`, because its text may name hidden tables or columns.
 */
export function databaseFault(error: unknown): GraphqlFault {
  if (error instanceof DatabaseTimeoutError) return new GraphqlFault('unexpected', 'timed out', '$');
  if (error instanceof DatabaseError) {
    const translation = BY_STATE[error.code];
    if (translation !== undefined) return new GraphqlFault(translation.code, translation.message(error.message), '$');
    const code = BY_CLASS[error.code.slice(0, 2)];
    if (code !== undefined) return new GraphqlFault(code, error.message, '$');
  }
  return new GraphqlFault('unexpected', 'database query error', '$');
}
