/** Every implementation of the store of files, each with a database that has the tables of the files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database, Queryable } from '../../../../../server/backend/embedded/database.ts';
import type { BlobStore } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { DirectoryBlobs, type SyncMode } from '../../../../../server/backend/embedded/storage/directory-blobs.ts';
import { PostgresBlobs } from '../../../../../server/backend/embedded/storage/postgres-blobs.ts';
import { S3Blobs } from '../../../../../server/backend/embedded/storage/s3-blobs.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';
import { bootstrapTables } from '../../../../support/embedded/written-rows.ts';
import { postgresForTests } from '../../../../support/postgres.ts';
import { startS3Server } from '../../../../support/s3-server.ts';

export interface StoreUnderTest {
  readonly database: Database;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  readonly open: () => Promise<StoreUnderTest>;
}

export const STORES: readonly StoreKind[] = [
  { name: 'a directory', open: () => openDirectory('each') },
  { name: 'a directory that syncs later', open: () => openDirectory('deferred') },
  { name: 'Postgres', open: () => openPostgres(10) },
  { name: 'S3', open: openS3 },
];

async function embeddedDatabase(): Promise<Database> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  await createTables(database);
  return database;
}

async function createTables(database: Queryable): Promise<void> {
  await database.script('create schema embutido');
  await database.script(await bootstrapTables());
}

async function openDirectory(mode: SyncMode): Promise<StoreUnderTest> {
  const database = await embeddedDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'arquivos-'));
  const close = async (): Promise<void> => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, blobs: new DirectoryBlobs(folder, mode), close };
}

/** `connections` are those of the pool. */
export async function openPostgres(connections: number): Promise<StoreUnderTest> {
  const server = await postgresForTests();
  const database = await openPostgresDatabase({ connectionString: server.connectionString, connections });
  await createTables(database);
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { database, blobs: new PostgresBlobs(database), close };
}

async function openS3(): Promise<StoreUnderTest> {
  const database = await embeddedDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'envios-'));
  const server = await startS3Server();
  const close = async (): Promise<void> => {
    await database.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, blobs: new S3Blobs(server, folder), close };
}
