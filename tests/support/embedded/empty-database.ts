/**
 * The data directory of an empty PGlite database as a tar file: beginning with it is four times faster than initdb. Made once per run by
 * `empty-database-global.ts`, else once per process.
 */
import { readFile } from 'node:fs/promises';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';

/** The environment variable that names the file. */
export const EMPTY_DATABASE_FILE = 'TEST_EMPTY_DATABASE';

let made: Promise<ArrayBuffer> | undefined;

export async function emptyDatabase(): Promise<ArrayBuffer> {
  const file = process.env[EMPTY_DATABASE_FILE];
  made ??= file === undefined || file === '' ? makeEmptyDatabase() : readAll(file);
  return made;
}

export async function makeEmptyDatabase(): Promise<ArrayBuffer> {
  const database = await openPgliteDatabase({ directory: null });
  try {
    return await database.dump();
  } finally {
    await database.close();
  }
}

async function readAll(file: string): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await readFile(file));
  return bytes.buffer;
}
