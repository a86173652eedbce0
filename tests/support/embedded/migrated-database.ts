/** A PGlite database with the bootstrap and all migrations of the site's project, as a tar file that is made once for each state of them. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { type Migration, openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { cachedFolder } from './cached-folder.ts';
import { emptySnapshot, pgliteVersion, readTar } from './empty-database.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../server/project');
const TAR = 'banco.tar';

/** The tar file, for `snapshot`. */
export async function migratedSnapshot(): Promise<ArrayBuffer> {
  const migrations = await readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap'));
  const state = createHash('sha256')
    .update(JSON.stringify([await pgliteVersion(), migrations.map(({ name, checksum }) => [name, checksum])]))
    .digest('hex');
  return readTar(path.join(await cachedFolder(`pglite-migrado-${state.slice(0, 16)}`, (folder) => make(folder, migrations)), TAR));
}

async function make(folder: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  try {
    await migrate(database, migrations);
    await writeFile(path.join(folder, TAR), new Uint8Array(await database.dump()));
  } finally {
    await database.close();
  }
}
