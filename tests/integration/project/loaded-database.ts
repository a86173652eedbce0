/** The project's real schema in memory with the demonstration content in it, as a first start leaves them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { DirectoryBlobs } from '../../../server/backend/embedded/storage/directory-blobs.ts';
import { FileStore } from '../../../server/backend/embedded/storage/file-store.ts';
import { loadDemonstration } from '../../../server/project/demo/load.ts';
import { migratedSnapshot } from '../../support/embedded/migrated-database.ts';

export interface EmptyProject {
  readonly database: Database;
  readonly files: FileStore;
  close(): Promise<void>;
}

/** A database with the bootstrap and all migrations, and a file store beside it. */
export async function emptyProject(): Promise<EmptyProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'demonstracao-'));
  const database = await openPgliteDatabase({ directory: null, snapshot: await migratedSnapshot() });
  return {
    database,
    files: new FileStore(database, new DirectoryBlobs(directory, 'deferred')),
    async close() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function loadedProject(now: Date): Promise<EmptyProject> {
  const project = await emptyProject();
  await loadDemonstration({ database: project.database, files: project.files, now, progress: () => undefined });
  return project;
}
