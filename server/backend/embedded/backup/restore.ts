/**
 * Restores a backup into an empty place: a data directory without a database, or an empty database of a server. The archive is verified before
 * anything is written. In a data directory the database gets its name when it is whole; until then a start finds none. On a server all is one transaction.
 */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../../observability/startup-report.ts';
import { type DataDirectory, dataDirectoryAt, openDataDirectory, syncPath, syncTree } from '../data-directory/layout.ts';
import { lockDirectory } from '../data-directory/lock.ts';
import type { Database, Queryable } from '../database.ts';
import { compareRecords } from '../migrations/base.ts';
import { readInstallation } from '../migrations/installation.ts';
import type { PutEmptyDatabase } from '../migrations/prepared-database.ts';
import type { Migration } from '../migrations/project-directory.ts';
import { migrate } from '../migrations/runner.ts';
import { openOwnDatabase, openServerDatabase } from '../owned-database.ts';
import { type FileStorageOptions, openFileStorage } from '../storage/file-storage.ts';
import { isThere } from '../upgrade/folders.ts';
import { ArchiveError, proveArchive } from './archive.ts';
import { loadBackup } from './load.ts';
import type { Manifest } from './manifest.ts';

export interface RestoreOptions extends Pick<FileStorageOptions, 'log' | 'progress' | 'signal' | 'place'> {
  readonly file: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The migrations of this version of the site. */
  readonly migrations: readonly Migration[];
  /** The database that the build has prepared with all of them. */
  readonly putEmptyDatabase: PutEmptyDatabase;
  /** Runs on the rows as they were in the backup, before anybody else sees them. */
  readonly afterLoad: (database: Queryable, manifest: Manifest) => Promise<void>;
}

/** @throws ArchiveError and StartupError, whose messages are for the operator. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, databaseUrl } = options;
  const manifest = await proveArchive(file);
  const migrations = migrationsOf(manifest, options.migrations);
  if (databaseUrl === undefined) await restoreInDirectory(manifest, migrations, options);
  else await restoreOnServer(manifest, migrations, { ...options, databaseUrl });
  return manifest;
}

/** The migrations that the backup's database had. Those that came later are run by the next start. */
function migrationsOf(manifest: Manifest, known: readonly Migration[]): readonly Migration[] {
  const { applied, unknown } = compareRecords(new Set(manifest.migrations.map(({ name }) => name)), known);
  if (unknown.length > 0) {
    throw new ArchiveError(
      `it was made by a later version or another project, whose migrations are not here: ${unknown.slice(0, 3).join(', ')}`,
    );
  }
  return applied;
}

async function restoreInDirectory(manifest: Manifest, migrations: readonly Migration[], options: RestoreOptions): Promise<void> {
  const target = await openDataDirectory(options.dataDirectory);
  const lock = await lockDirectory(target.root);
  try {
    if (await isThere(target.database)) {
      throw new StartupError(
        `DATA_DIR: ${target.root} has a database already; restore into another directory, or move ${target.database} away`,
      );
    }
    const work: DataDirectory = { ...dataDirectoryAt(workFolder(target)), files: target.files };
    await rm(work.root, { recursive: true, force: true });
    await openDataDirectory(work.root);
    const owned = await openOwnDatabase(work, {
      onLost: (reason) => options.log.warn({ err: reason }, 'the database connection was lost'),
      progress: options.progress,
      putEmptyDatabase: async (folder) => {
        if (migrations.length === options.migrations.length) await options.putEmptyDatabase(folder, migrations);
      },
    });
    try {
      await fill(owned.database, work, { ...options, manifest, migrations });
    } finally {
      await owned.close();
    }
    await syncTree(work.database);
    await rename(work.database, target.database);
    await syncPath(target.root);
  } finally {
    await rm(workFolder(target), { recursive: true, force: true });
    await lock.release();
  }
}

/** Beside the place of the database, so that one rename puts it there. */
function workFolder({ root }: DataDirectory): string {
  return path.join(root, 'restauracao');
}

async function restoreOnServer(
  manifest: Manifest,
  migrations: readonly Migration[],
  options: RestoreOptions & { readonly databaseUrl: string },
): Promise<void> {
  const owned = await openServerDatabase({ connectionString: options.databaseUrl });
  try {
    const { applied } = await readInstallation(owned.database);
    if (applied.size > 0) throw new StartupError('DATABASE_URL: the database has a site already; restore into an empty one');
    // An attempt that fails or is killed leaves the database as it was.
    await owned.database.transaction((tx) =>
      fill(inOneTransaction(owned.database, tx), dataDirectoryAt(options.dataDirectory), { ...options, manifest, migrations }),
    );
  } finally {
    await owned.close();
  }
}

/** The database for callers that begin transactions: they become parts of one. */
function inOneTransaction(database: Database, tx: Queryable): Database {
  return {
    kind: database.kind,
    query: (text, values, options) => tx.query(text, values, options),
    script: (text) => tx.script(text),
    transaction: (work) => work(tx),
    listen: (channel, onPayload, onGap) => database.listen(channel, onPayload, onGap),
    probe: (timeoutMs) => database.probe(timeoutMs),
    close: () => database.close(),
  };
}

async function fill(
  database: Database,
  directory: DataDirectory,
  { manifest, migrations, ...options }: RestoreOptions & { readonly manifest: Manifest; readonly migrations: readonly Migration[] },
): Promise<void> {
  const { file, progress } = options;
  await migrate(database, migrations, { onProgress: ({ name, done, total }) => progress(`Applying migration ${name}`, done, total) });
  const storage = await openFileStorage({ ...options, database, directory });
  await loadBackup({ file, manifest, database, blobsFor: (tx) => storage.forLoad(tx), report: progress });
  await options.afterLoad(database, manifest);
}
