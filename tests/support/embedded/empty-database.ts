/**
 * An empty PGlite database, to begin with instead of running initdb: as a directory to copy (ten times faster) and as a tar file for a
 * database in memory. Made once for each version of PGlite.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataDirectoryAt } from '../../../server/backend/embedded/data-directory/layout.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { cachedFolder } from './cached-folder.ts';

let found: Promise<string> | undefined;

/** A closed Postgres directory of PGlite; not to be opened, only copied. */
export async function emptyDirectory(): Promise<string> {
  return dataDirectoryAt(await emptyDataDirectory()).database;
}

/** Puts a copy of that directory into a folder. */
export async function putEmptyDatabase(folder: string): Promise<void> {
  await cp(await emptyDirectory(), folder, { recursive: true });
}

/** A data directory with that database and nothing else, to be copied by processes that would run initdb first. */
export async function emptyDataDirectory(): Promise<string> {
  return path.join(await folder(), 'dados');
}

/** The same as a tar file, for `snapshot`. */
export async function emptySnapshot(): Promise<ArrayBuffer> {
  return readTar(path.join(await folder(), 'banco.tar'));
}

/** The version of PGlite that is installed: its data directories belong to that version. */
export async function pgliteVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8')) as { version: string };
  return version;
}

/**
 * A tar file with what a start reads. The databases that new ones are copied from, and the log before and after what is needed, were two
 * thirds of it.
 */
export async function smallDump(database: PgliteDatabase): Promise<Uint8Array> {
  const statements = [
    'update pg_database set datistemplate = false',
    'drop database if exists template0',
    'drop database if exists template1',
    // The next checkpoint deletes the log before the switch instead of keeping its files for later.
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
  ];
  for (const statement of statements) await database.script(statement);
  return new Uint8Array(await database.dump());
}

/** Reads a tar file into a buffer of its own, which a worker may take over. */
export async function readTar(file: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(file)).buffer;
}

function folder(): Promise<string> {
  found ??= pgliteVersion().then((version) => cachedFolder(`pglite-novo-${version}`, make));
  return found;
}

async function make(folder: string): Promise<void> {
  const { root, database: directory } = dataDirectoryAt(path.join(folder, 'dados'));
  await mkdir(root);
  const database = await openPgliteDatabase({ directory });
  const snapshot = await database.dump();
  await database.close();
  const copy = await openPgliteDatabase({ directory: null, snapshot });
  await writeFile(path.join(folder, 'banco.tar'), await smallDump(copy));
  await copy.close();
}
