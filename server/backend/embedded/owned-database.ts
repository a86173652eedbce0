import { StartupError } from '../../observability/startup-report.ts';
import { answerCopies, removeCopies } from './backup/live-copy.ts';
import { type DataDirectory, finishCreation, openingFault, prepareDatabaseFolder } from './data-directory/layout.ts';
import { lockDirectory } from './data-directory/lock.ts';
import { startMaintenance } from './database/maintenance.ts';
import { openPgliteDatabase } from './database/pglite-database.ts';
import { openPostgresDatabase, type PostgresOptions } from './database/postgres-database.ts';
import { CONNECTION_FAILURE } from './database/postgres-errors.ts';
import { type Database, DatabaseError } from './database.ts';
import { upgradeDatabase } from './upgrade/upgrade.ts';

/** A database and what must be given back with it. */
export interface OwnedDatabase {
  readonly database: Database;
  /** Safe to call twice. */
  close(): Promise<void>;
}

export interface OwnDatabaseOptions {
  readonly onLost: (reason: Error) => void;
  readonly progress: (message: string, done: number, total: number) => void;
  /** Puts what a new database begins with instead of initdb into its folder: an empty one, closed, made by the same version of PGlite. */
  readonly putEmptyDatabase?: ((folder: string) => Promise<void>) | undefined;
}

/**
 * Opens PGlite in the data directory, under the directory's lock. Makes the database when there is none, and upgrades one of an older Postgres.
 * @throws DataDirectoryInUseError
 */
export async function openOwnDatabase(directory: DataDirectory, options: OwnDatabaseOptions): Promise<OwnedDatabase> {
  let opened: Database | undefined;
  const lock = await lockDirectory(
    directory.root,
    answerCopies(directory, () => opened),
  );
  try {
    await removeCopies(directory);
    await upgradeDatabase(directory, options.progress);
    const { created } = await prepareDatabaseFolder(directory);
    if (created) options.progress('Creating the database', 0, 0);
    if (created) await options.putEmptyDatabase?.(directory.database);
    const database = await openPgliteDatabase({ directory: directory.database, onLost: options.onLost });
    opened = database;
    const stopMaintenance = startMaintenance(database, (error) =>
      options.onLost(error instanceof Error ? error : new Error(String(error))),
    );
    const close = async (): Promise<void> => {
      stopMaintenance();
      try {
        await database.close();
      } finally {
        await lock.release();
      }
    };
    if (created)
      await finishCreation(directory).catch((error: unknown) => Promise.allSettled([database.close()]).then(() => Promise.reject(error)));
    return { database, close };
  } catch (error) {
    await Promise.allSettled([lock.release()]);
    throw await openingFault(directory, error);
  }
}

/** The release that brought `unique nulls not distinct`, which the project's tables use. */
const OLDEST_MAJOR = 15;

/** Connects to the operator's Postgres server, which several servers may share. @throws StartupError when it does not answer, refuses or is too old. */
export async function openServerDatabase(options: PostgresOptions): Promise<OwnedDatabase> {
  const database = await openPostgresDatabase(options).catch((error: unknown) => {
    // The text of Postgres names the host, the user or the database, never the password.
    throw new StartupError(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  await refuseUnfitServer(database);
  return { database, close: () => database.close() };
}

/** Returns a connection that failed later in the start under the name of its variable, and other errors as they are. */
export function faultOfServer(error: unknown): unknown {
  const failed = error instanceof DatabaseError && error.code === CONNECTION_FAILURE;
  return failed ? new StartupError(`DATABASE_URL: ${error.message}`, { cause: error }) : error;
}

/**
 * Says which version or encoding is missing, where otherwise a migration would fail halfway, on its syntax or on a letter. Closes what it refuses.
 * @throws StartupError
 */
export async function refuseUnfitServer(database: Pick<Database, 'query' | 'close'>): Promise<void> {
  try {
    const { rows } = await database.query(
      "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
    );
    const [version, encoding] = [String(rows[0]?.['version']), String(rows[0]?.['encoding'])];
    if (Number.parseInt(version, 10) < OLDEST_MAJOR)
      throw new StartupError(`DATABASE_URL: the server is Postgres ${version}, and the site needs ${OLDEST_MAJOR} or a newer one.`);
    if (encoding !== 'UTF8')
      throw new StartupError(
        `DATABASE_URL: the database has the encoding ${encoding}, and the site needs UTF8 (createdb --encoding UTF8 --template template0).`,
      );
  } catch (error) {
    await Promise.allSettled([database.close()]);
    throw error;
  }
}
