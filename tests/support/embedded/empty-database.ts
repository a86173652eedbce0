/**
 * An empty PGlite database, to begin with instead of running initdb: as a directory to copy (ten times faster) and as a tar file for a
 * database in memory. Made once per vitest run by `empty-database-global.ts`, else once per process and its children.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';

/** The environment variable that names the folder which holds both. */
const FOLDER = 'TEST_EMPTY_DATABASE';

let made: Promise<string> | undefined;

/** A closed Postgres directory of PGlite; not to be opened, only copied. */
export async function emptyDirectory(): Promise<string> {
  return path.join(await folder(), 'banco');
}

/** The same as a tar file, for `snapshot`. */
export async function emptySnapshot(): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await readFile(path.join(await folder(), 'banco.tar')));
  return bytes.buffer;
}

function folder(): Promise<string> {
  const given = process.env[FOLDER];
  if (given !== undefined && given !== '') return Promise.resolve(given);
  made ??= makeEmptyDatabase();
  return made;
}

/** Makes both in a temporary folder, which goes with the process, and names it in the environment for its children. */
export async function makeEmptyDatabase(): Promise<string> {
  const target = await mkdtemp(path.join(tmpdir(), 'pglite-vazio-'));
  process.once('exit', () => rmSync(target, { recursive: true, force: true }));
  const database = await openPgliteDatabase({ directory: path.join(target, 'banco') });
  try {
    await writeFile(path.join(target, 'banco.tar'), new Uint8Array(await database.dump()));
  } finally {
    await database.close();
  }
  process.env[FOLDER] = target;
  return target;
}
