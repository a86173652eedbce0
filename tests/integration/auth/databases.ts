/** Databases with the tables of sign-in, for its tests: in process and on a server, where several replicas open the same one. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { emptySnapshot } from '../../support/embedded/empty-database.ts';
import { postgresForTests } from '../../support/postgres.ts';

const BOOTSTRAP = path.resolve('server/project/bootstrap');

export interface SharedDatabase {
  /** The connection of one replica after another; on PGlite there is one. */
  open(): Promise<Database>;
  /** Closes the connection of a replica that has ended; the one database in process stays. */
  release(database: Database): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database of the kind with the bootstrap applied. */
export async function databaseWithBootstrap(kind: Database['kind']): Promise<SharedDatabase> {
  const shared = await (kind === 'pglite' ? inProcess() : onServer());
  const database = await shared.open();
  for (const file of (await readdir(BOOTSTRAP)).sort()) await database.script(await readFile(path.join(BOOTSTRAP, file), 'utf8'));
  return shared;
}

async function inProcess(): Promise<SharedDatabase> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  return { open: () => Promise.resolve(database), release: () => Promise.resolve(), close: () => database.close() };
}

async function onServer(): Promise<SharedDatabase> {
  const server = await postgresForTests();
  const opened = new Set<Database>();
  return {
    async open() {
      const database = await openPostgresDatabase({ connectionString: server.connectionString, connections: 4 });
      opened.add(database);
      return database;
    },
    async release(database) {
      opened.delete(database);
      await database.close();
    },
    async close() {
      await Promise.all(Array.from(opened, (database) => database.close()));
      await server.stop();
    },
  };
}
