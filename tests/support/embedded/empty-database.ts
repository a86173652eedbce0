/**
 * An empty PGlite database, to begin with instead of running initdb: as a directory to copy (ten times faster) and as a tar file for a
 * database in memory. Made once for each version of PGlite.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { dataDirectoryAt } from '../../../server/backend/embedded/data-directory/layout.ts';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { EXTENSIONS, MEMORY_START } from '../../../server/backend/embedded/database/pglite-settings.ts';
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

/** Opens a database in memory with what the site's have, empty or from a tar file. */
export function memoryEngine(snapshot?: ArrayBuffer): Promise<PGlite> {
  const loadDataDir = snapshot === undefined ? {} : { loadDataDir: new Blob([snapshot]) };
  return PGlite.create({ startParams: [...MEMORY_START], extensions: EXTENSIONS, ...loadDataDir });
}

/**
 * A tar file with what a start reads. The databases that new ones are copied from, and the log before and after what is needed, were two
 * thirds of it.
 */
export async function smallDump(engine: PGlite): Promise<Uint8Array> {
  const statements = [
    'update pg_database set datistemplate = false',
    'drop database if exists template0',
    'drop database if exists template1',
    // The next checkpoint deletes the log before the switch instead of keeping its files for later.
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
  ];
  for (const statement of statements) await engine.exec(statement);
  const dump = await engine.dumpDataDir('none');
  return new Uint8Array(await dump.arrayBuffer());
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
  await (await openPgliteDatabase({ directory })).close();
  const engine = await memoryEngine();
  await writeFile(path.join(folder, 'banco.tar'), await smallDump(engine));
  await engine.close();
}
