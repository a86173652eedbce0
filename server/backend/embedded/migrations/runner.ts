/**
 * Brings a database to the state of a project's SQL files: forward only, each file in one transaction with its record, under an
 * advisory lock, so that replicas that start together run each file once.
 */

import { SYSTEM_TIMERS, type Timers } from '../../../../shared/time/timers.ts';
import { StartupError } from '../../../observability/startup-report.ts';
import { CONNECTION_FAILURE } from '../database/postgres-errors.ts';
import { type Database, DatabaseError, LONG_TRANSACTION, type Queryable } from '../database.ts';
import { compareRecords } from './base.ts';
import { createInstallation, type DemonstrationState, lockSchema, lockSchemaToChange, readInstallation } from './installation.ts';
import type { Migration } from './project-directory.ts';
import { splitStatements } from './statement-splitter.ts';

/** A migration that the database refused. Nothing of that file was applied; the files before it stay applied. */
class MigrationError extends StartupError {
  override readonly name = 'MigrationError';

  constructor(migration: Migration, where: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`migration ${migration.name} failed${where}: ${reason} (${migration.file})`, { cause });
  }
}

export interface MigrationReport {
  readonly applied: readonly string[];
  /** Applied files whose text differs from the one that ran; they are not run again. */
  readonly changed: readonly string[];
  /** Recorded names that the project no longer has. */
  readonly unknown: readonly string[];
  readonly demonstration: DemonstrationState | undefined;
}

export interface MigrateOptions {
  /** Called when a file begins, and every ten seconds while it runs. */
  readonly onProgress?: (step: MigrationStep) => void;
  readonly timers?: Timers;
}

export interface MigrationStep {
  readonly name: string;
  /** Files that were applied before it, of those that were missing. */
  readonly done: number;
  readonly total: number;
  /** Seconds since the file began. */
  readonly seconds: number;
  /** Whether somebody uses a table that it changes, and it is tried again. */
  readonly waits: boolean;
}

const PROGRESS_SECONDS = 10;

/** SQLSTATE 42501 insufficient_privilege, 25006 read_only_sql_transaction. */
const NOT_OURS: ReadonlySet<string> = new Set(['42501', '25006']);

/**
 * Applies the migrations that are missing. Only reads when none is.
 * @throws StartupError where the user may not write; MigrationError with the file and, where it can be found, the statement.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  { onProgress = () => undefined, timers = SYSTEM_TIMERS }: MigrateOptions = {},
): Promise<MigrationReport> {
  const before = await readInstallation(database);
  const records = compareRecords(new Set(before.applied.keys()), migrations);
  const missing = migrations.filter((migration) => !records.applied.includes(migration));
  const drift = {
    changed: migrations.filter(({ name, checksum }) => (before.applied.get(name) ?? checksum) !== checksum).map(({ name }) => name),
    unknown: records.unknown,
  };
  await record(database, records.unrecorded);
  if (missing.length === 0 && before.applied.size > 0) return { applied: [], ...drift, demonstration: before.demonstration };
  await untilUnlocked(() => createInstallation(database), timers).catch((error: unknown) => {
    throw error instanceof DatabaseError && NOT_OURS.has(error.code)
      ? new StartupError(`DATABASE_URL: ${error.message}; the site needs a database that takes writes and that its user owns.`, {
          cause: error,
        })
      : error;
  });
  const applied: string[] = [];
  for (const [index, migration] of missing.entries()) {
    let waits = false;
    const report = (seconds: number): void => onProgress({ name: migration.name, done: index, total: missing.length, seconds, waits });
    const onLocked = (): void => {
      waits = true;
    };
    const run = (): Promise<boolean> => untilUnlocked(() => apply(database, migration), timers, onLocked);
    if (await withProgress(report, timers, run)) applied.push(migration.name);
  }
  return { applied, ...drift, demonstration: (await readInstallation(database)).demonstration };
}

/** Records what the database has by earlier migrations. Their records stay, for replicas of the version before. */
async function record(database: Database, migrations: readonly Migration[]): Promise<void> {
  for (const { name, checksum } of migrations) {
    await database.query('insert into embutido.migracao (nome, soma) values ($1, $2) on conflict do nothing', [name, checksum]);
  }
}

/** Calls `report` when `work` begins and again and again while it runs. */
async function withProgress<T>(report: (seconds: number) => void, timers: Timers, work: () => Promise<T>): Promise<T> {
  let cancel = (): void => undefined;
  const reportAt = (seconds: number): void => {
    report(seconds);
    cancel = timers.after(PROGRESS_SECONDS * 1000, () => reportAt(seconds + PROGRESS_SECONDS));
  };
  reportAt(0);
  try {
    return await work();
  } finally {
    cancel();
  }
}

/** SQLSTATE 55P03 lock_not_available: what `lock_timeout` raises. */
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_PAUSE_MS = 3000;

const isLocked = (error: unknown): boolean => error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/** Does `work`, and does it again as long as others hold what it wants to lock: those who ask for it meanwhile are served in between. */
async function untilUnlocked<T>(work: () => Promise<T>, timers: Timers, onLocked: () => void = () => undefined): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    onLocked();
    await new Promise<void>((resolve) => timers.after(LOCK_PAUSE_MS, resolve));
  }
}

/** Runs one file; false when another replica was faster. */
async function apply(database: Database, migration: Migration): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      await lockSchemaToChange(tx);
      const { rowCount } = await tx.query('select 1 from embutido.migracao where nome = $1', [migration.name]);
      if (rowCount > 0) return false;
      await tx.script(migration.sql);
      await tx.query('insert into embutido.migracao (nome, soma) values ($1, $2)', [migration.name, migration.checksum]);
      return true;
    }, LONG_TRANSACTION);
  } catch (error) {
    if (isLocked(error)) throw error;
    // A file that lost its connection would most probably lose it again, after as long a time.
    const isLost = error instanceof DatabaseError && error.code === CONNECTION_FAILURE;
    throw new MigrationError(migration, isLost ? '' : await locateFailure(database, migration), error);
  }
}

/** Ends the second run of a file; its message says where the first one failed. */
class Located extends Error {}

/**
 * Finds the statement that fails by running the file again, statement by statement, in a transaction that is always rolled back.
 * Only a failed start pays for it. An empty text when the fault does not come back (a lost connection, a race).
 */
async function locateFailure(database: Database, migration: Migration): Promise<string> {
  try {
    await database.transaction(async (tx) => {
      await lockSchema(tx);
      await findFailing(tx, migration);
      throw new Located('');
    }, LONG_TRANSACTION);
    return '';
  } catch (error) {
    return error instanceof Located ? error.message : '';
  }
}

async function findFailing(tx: Queryable, migration: Migration): Promise<void> {
  for (const [index, statement] of splitStatements(migration.sql).entries()) {
    try {
      await tx.script(statement.text);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw new Located(` in statement ${index + 1} (line ${statement.line}: ${firstLine(statement.text)})`);
    }
  }
}

const SHOWN_CHARACTERS = 100;

function firstLine(statement: string): string {
  const line = statement.split('\n', 1)[0] ?? '';
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}...` : line;
}
