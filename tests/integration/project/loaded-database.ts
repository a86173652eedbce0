/** The project's real schema: empty on a Postgres server, and on disk with the demonstration content as a first start leaves it. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataDirectoryAt } from '../../../server/backend/embedded/data-directory/layout.ts';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { DirectoryBlobs } from '../../../server/backend/embedded/storage/directory-blobs.ts';
import { loadedDemonstration } from '../../support/embedded/loaded-demonstration.ts';
import { migratedPostgres } from '../../support/embedded/migrated-database.ts';
import { TestFiles } from '../../support/embedded/test-files.ts';

export interface EmptyProject {
  readonly database: Database;
  readonly files: TestFiles;
  close(): Promise<void>;
}

/** A database with the bootstrap and all migrations, and a file store beside it. On a server, where statements cost a fraction of PGlite's. */
export async function emptyProject(): Promise<EmptyProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'demonstracao-'));
  const server = await migratedPostgres();
  // Each connection plans every statement for itself: ten of them took a third more of the server's time than two.
  const database = await openPostgresDatabase({ connectionString: server.connectionString, connections: 2 });
  return {
    database,
    files: new TestFiles(database, new DirectoryBlobs(directory, 'deferred')),
    async close() {
      await database.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The same with the demonstration of a first start, which this project may change. */
export async function loadedProject(): Promise<EmptyProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'demonstracao-'));
  await cp(await loadedDemonstration(), directory, { recursive: true, filter: (file) => !file.endsWith('.sock') });
  const { database: banco, files } = dataDirectoryAt(directory);
  const database = await openPgliteDatabase({ directory: banco });
  return {
    database,
    files: new TestFiles(database, new DirectoryBlobs(files, 'deferred')),
    async close() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
