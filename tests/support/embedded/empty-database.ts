/**
 * An empty PGlite database, to begin with instead of running initdb: as a directory to copy (ten times faster) and as a tar file for a
 * database in memory. Made once for each version of PGlite.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { cachedFolder } from './cached-folder.ts';

let found: Promise<string> | undefined;

/** A closed Postgres directory of PGlite; not to be opened, only copied. */
export async function emptyDirectory(): Promise<string> {
  return path.join(await folder(), 'banco');
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

/** Reads a tar file into a buffer of its own, which a worker may take over. */
export async function readTar(file: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(file)).buffer;
}

function folder(): Promise<string> {
  found ??= pgliteVersion().then((version) => cachedFolder(`pglite-vazio-${version}`, make));
  return found;
}

async function make(folder: string): Promise<void> {
  const database = await openPgliteDatabase({ directory: path.join(folder, 'banco') });
  try {
    await writeFile(path.join(folder, 'banco.tar'), new Uint8Array(await database.dump()));
  } finally {
    await database.close();
  }
}
