/** The database as sign-in asks it: one that does not answer is a fault of the catalogue, as the service of a hosted backend is. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import { type Database, DatabaseError, DatabaseTimeoutError } from '../database.ts';

/** Beginnings of SQLSTATEs: connection exception, operator intervention, invalid authorization, insufficient resources, read-only transaction. */
const AWAY = /^(?:08|57P|28|53|25006)/;

/** Wraps a database. @throws AppError BACKEND_UNAVAILABLE, BACKEND_TIMEOUT in place of errors that are no fault of the statement */
export function availableDatabase(database: Database): Database {
  return {
    kind: database.kind,
    query: (...query) => database.query(...query).catch(rethrow),
    script: (text) => database.script(text).catch(rethrow),
    transaction: (work, options) => database.transaction(work, options).catch(rethrow),
    listen: (...listen) => database.listen(...listen),
    probe: (timeoutMs) => database.probe(timeoutMs),
    close: () => database.close(),
  };
}

function rethrow(cause: unknown): never {
  if (cause instanceof DatabaseTimeoutError) throw new AppError('BACKEND_TIMEOUT', { cause });
  if (cause instanceof DatabaseError && AWAY.test(cause.code)) throw new AppError('BACKEND_UNAVAILABLE', { cause });
  throw cause;
}
