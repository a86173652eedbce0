/** Makes the empty PGlite database once for a whole vitest run (`globalSetup` in vitest.config.ts), for `empty-database.ts`. */
import { rm } from 'node:fs/promises';
import { makeEmptyDatabase } from './empty-database.ts';

export async function setup(): Promise<() => Promise<void>> {
  const folder = await makeEmptyDatabase();
  return () => rm(folder, { recursive: true, force: true });
}
