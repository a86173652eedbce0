/** Makes the empty PGlite database once for a whole vitest run (`globalSetup` in vitest.config.ts), for `emptyDatabase`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EMPTY_DATABASE_FILE, makeEmptyDatabase } from './empty-database.ts';

export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pglite-vazio-'));
  const file = path.join(folder, 'vazio.tar');
  await writeFile(file, new Uint8Array(await makeEmptyDatabase()));
  process.env[EMPTY_DATABASE_FILE] = file;
  return async () => {
    delete process.env[EMPTY_DATABASE_FILE];
    await rm(folder, { recursive: true, force: true });
  };
}
