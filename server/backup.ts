/**
 * `npm run backup -- FILE` writes rows and files of the running or stopped site into one file; `npm run restore -- FILE` puts them into an empty
 * place. In the container: `node dist/site/backup.js save FILE`. They read the variables of the site.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { ArchiveError } from './backend/embedded/backup/archive.ts';
import { askForCopy } from './backend/embedded/backup/live-copy.ts';
import type { Manifest } from './backend/embedded/backup/manifest.ts';
import { restoreBackup } from './backend/embedded/backup/restore.ts';
import { saveBackup } from './backend/embedded/backup/save.ts';
import { type DataDirectory, dataDirectoryAt, syncPath } from './backend/embedded/data-directory/layout.ts';
import { openPgliteDatabase } from './backend/embedded/database/pglite-database.ts';
import type { Database } from './backend/embedded/database.ts';
import { PREPARED_DATABASES, preparedDatabases } from './backend/embedded/migrations/prepared-database.ts';
import { BOOTSTRAP, OWN_PROJECT, openProject, readMigrations } from './backend/embedded/migrations/project-directory.ts';
import { openOwnDatabase, openServerDatabase } from './backend/embedded/owned-database.ts';
import { openFileStorage } from './backend/embedded/storage/file-storage.ts';
import { type Config, readConfig } from './config/config.ts';
import { createLogger } from './observability/log.ts';
import { configurationText, createProgress, StartupError } from './observability/startup-report.ts';
import { stopQueuedMail } from './project/restored-mail.ts';

const USAGE = 'backup: save FILE, save - (standard output), or restore FILE';

/** Standard output may be the backup. */
const say = (line: string): void => void process.stderr.write(line);
const progress = createProgress(say);
const onLost = (reason: Error): void => say(`the database connection was lost: ${reason.message}\n`);

/** What the files of the site are opened with. */
function storageOf(config: Config) {
  return {
    place: config.files ?? { kind: config.databaseUrl === null ? ('dataDirectory' as const) : ('database' as const) },
    log: createLogger('warn', process.stderr),
    progress,
    signal: new AbortController().signal,
  };
}

interface Source {
  readonly database: Database;
  close(): Promise<void>;
}

/** A server's database; else a copy of the running site's, or the database itself where no site runs. */
async function openSource(config: Config, directory: DataDirectory): Promise<Source> {
  if (config.databaseUrl !== null) return openServerDatabase({ connectionString: config.databaseUrl, onLost });
  if (!existsSync(directory.database)) throw new StartupError(`DATA_DIR: there is no database in ${directory.root}`);
  const copy = await askForCopy(directory);
  if (copy === undefined) return openOwnDatabase(directory, { onLost, progress });
  const database = await openPgliteDatabase({ directory: copy.directory, onLost });
  const close = async (): Promise<void> => {
    await database.close();
    copy.release();
  };
  return { database, close };
}

async function saveTo(output: Writable, config: Config): Promise<Manifest> {
  const directory = dataDirectoryAt(config.dataDirectory);
  const source = await openSource(config, directory);
  try {
    const { blobs } = await openFileStorage({ ...storageOf(config), database: source.database, directory });
    return await saveBackup({ database: source.database, blobs, output, report: progress });
  } finally {
    await source.close();
  }
}

/** The file has its name when it is whole. */
async function saveToFile(file: string, config: Config): Promise<Manifest> {
  if (existsSync(file)) throw new StartupError(`${file} is there already`);
  const unfinished = `${file}.parte`;
  // It must be new: in a folder of others a link could stand there.
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open').catch((cause: unknown) => {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isThere ? new StartupError(`${unfinished} is there already: another backup runs, or one was killed; then remove it`) : cause;
  });
  try {
    const manifest = await saveTo(output, config);
    await rename(unfinished, file);
    await syncPath(path.dirname(path.resolve(file)));
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function restoreFrom(file: string, config: Config): Promise<Manifest> {
  await stat(file);
  const project = await openProject(config.projectDirectory ?? OWN_PROJECT);
  let unsent = 0;
  const manifest = await restoreBackup({
    ...storageOf(config),
    file,
    dataDirectory: config.dataDirectory,
    databaseUrl: config.databaseUrl ?? undefined,
    migrations: await readMigrations(project, BOOTSTRAP),
    putEmptyDatabase: preparedDatabases(path.resolve(PREPARED_DATABASES)),
    async afterLoad(database, { createdAt }) {
      unsent = await stopQueuedMail(database, createdAt);
    },
  });
  if (unsent > 0) say(`${unsent} e-mails waited to be sent when the backup was made, and will not be sent from here\n`);
  return manifest;
}

/** An error of the system names its file or address, one of an archive what is wrong with it; where in this program it came up helps nobody. */
function told(error: unknown, file: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ArchiveError) return `${file}: ${error.message}`;
  return error instanceof StartupError || 'syscall' in error ? error.message : (error.stack ?? error.message);
}

async function run([command, file]: readonly string[]): Promise<void> {
  const reading = readConfig(process.env);
  if (reading.kind === 'faulty') throw new StartupError(configurationText(reading.faults, reading.warnings));
  const { config } = reading;
  if (config.hosted !== null) throw new StartupError('GRAPHQL_URL: the backups of a hosted backend are made there');
  if (file === undefined || (command !== 'save' && command !== 'restore')) throw new StartupError(USAGE);
  const made =
    command === 'restore'
      ? await restoreFrom(file, config)
      : await (file === '-' ? saveTo(process.stdout, config) : saveToFile(file, config));
  const rows = made.tables.reduce((sum, table) => sum + Number(table.rows), 0);
  const lost = made.files.missing.length;
  say(`${command === 'save' ? 'Saved' : 'Restored'} ${rows} rows of ${made.tables.length} tables and ${made.files.count} files\n`);
  if (lost > 0)
    say(`${lost} files that rows name were missing or damaged when it was made: ${made.files.missing.slice(0, 20).join(', ')}\n`);
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  await run(given).catch((error: unknown) => {
    say(`${told(error, given[1])}\n`);
    process.exitCode = 1;
  });
}
