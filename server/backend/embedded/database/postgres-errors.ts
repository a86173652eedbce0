import { DatabaseError, DatabaseTimeoutError } from '../database.ts';

/** SQLSTATE 08006 connection_failure: the connection broke before the answer; whether the statement took effect is unknown. */
export const CONNECTION_FAILURE = '08006';
/** SQLSTATE 57014 query_canceled: what `statement_timeout` and a cancel request raise. */
const QUERY_CANCELED = '57014';
const SQLSTATE = /^[0-9A-Z]{5}$/;

interface PostgresFault {
  readonly message: string;
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

function isPostgresFault(error: unknown): error is PostgresFault {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  // System errors carry names like EPIPE, which also look like a SQLSTATE; only the server's own errors have a severity.
  return SQLSTATE.test(error.code) && 'severity' in error;
}

/** Translates what `pg` rejects with into the backend's own errors; errors that are ours already pass unchanged. */
export function toDatabaseError(error: unknown): DatabaseError | DatabaseTimeoutError {
  if (error instanceof DatabaseError || error instanceof DatabaseTimeoutError) return error;
  if (isPostgresFault(error)) {
    if (error.code === QUERY_CANCELED) return new DatabaseTimeoutError(error.message, { cause: error });
    return new DatabaseError(error.message, { code: error.code, constraint: error.constraint, detail: error.detail, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseError(`the database connection failed: ${message}`, { code: CONNECTION_FAILURE, cause: error });
}
