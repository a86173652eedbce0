/**
 * An empty PGlite database, to begin with instead of running initdb: as a directory to copy (ten times faster) and as a tar file for a
 * database in memory. Kept in `node_modules/.cache`, by the version of PGlite, so that it is made once per installation.
 */
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';

const CACHE = path.resolve('node_modules/.cache');

let found: Promise<string> | undefined;

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
  found ??= findOrMake();
  return found;
}

async function findOrMake(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8')) as { version: string };
  const target = path.join(CACHE, `pglite-vazio-${version}`);
  if (await isThere(target)) return target;
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(path.join(CACHE, 'pglite-vazio-'));
  const database = await openPgliteDatabase({ directory: path.join(own, 'banco') });
  try {
    await writeFile(path.join(own, 'banco.tar'), new Uint8Array(await database.dump()));
  } finally {
    await database.close();
  }
  // Whole or not at all; another process may have been faster, and then its result is as good.
  await rename(own, target).catch(() => rm(own, { recursive: true }));
  return target;
}

function isThere(target: string): Promise<boolean> {
  return stat(target).then(
    () => true,
    () => false,
  );
}
