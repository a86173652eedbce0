/** Databases with the bootstrap and all migrations of the site's project, made once for each state of them: a tar file for PGlite, a template for a Postgres server. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import { type Migration, openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { postgresForTests, type TestPostgres } from '../postgres.ts';
import { cachedFolder } from './cached-folder.ts';
import { emptySnapshot, memoryEngine, pgliteVersion, readTar, smallDump } from './empty-database.ts';
import { asDatabase } from './engine-database.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../server/project');
const TAR = 'banco.tar';

/** The tar file, for `snapshot`. */
export async function migratedSnapshot(): Promise<ArrayBuffer> {
  return readTar(await migratedTar());
}

/** Puts the same database, closed, into a folder that is empty. */
export async function putMigratedDatabase(folder: string): Promise<void> {
  await promisify(execFile)('tar', ['-xf', await migratedTar(), '-C', folder]);
}

async function migratedTar(): Promise<string> {
  const migrations = await projectMigrations();
  const name = `pglite-migrado-${stateOf(migrations, await pgliteVersion())}`;
  return path.join(await cachedFolder(name, (folder) => make(folder, migrations)), TAR);
}

/** A database of its own on a real server, as `postgresForTests` gives an empty one. */
export async function migratedPostgres(): Promise<TestPostgres> {
  const migrations = await projectMigrations();
  return postgresForTests({
    name: `migrado_${stateOf(migrations)}`,
    async fill(connectionString) {
      const database = await openPostgresDatabase({ connectionString });
      try {
        await migrate(database, migrations);
      } finally {
        await database.close();
      }
    },
  });
}

async function projectMigrations(): Promise<readonly Migration[]> {
  return readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap'));
}

function stateOf(migrations: readonly Migration[], engine = ''): string {
  const state = JSON.stringify([engine, migrations.map(({ name, checksum }) => [name, checksum])]);
  return createHash('sha256').update(state).digest('hex').slice(0, 16);
}

async function make(folder: string, migrations: readonly Migration[]): Promise<void> {
  const engine = await memoryEngine(await emptySnapshot());
  await migrate(asDatabase(engine), migrations);
  await writeFile(path.join(folder, TAR), await smallDump(engine));
  await engine.close();
}
