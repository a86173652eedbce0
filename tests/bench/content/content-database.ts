/** The databases whose pages are measured: a Postgres server of its own for a folder of binaries, or PGlite in a directory of its own. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDataDirectory } from '../../../server/backend/embedded/data-directory/layout.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { openOwnDatabase } from '../../../server/backend/embedded/owned-database.ts';
import { postgresFrom } from '../../support/postgres.ts';
import { MAKING_MS, WRITERS } from './content-rows.ts';

export interface MeasuredDatabase {
  readonly database: Database;
  /** The same one, for statements that make rows. */
  readonly writing: Database;
  /** Milliseconds of processor that this process and the database's have used. */
  readonly cpuMs: () => Promise<number>;
  close(): Promise<void>;
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Linux: nanoseconds on a processor are the first figure. */
function processCpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** As many connections to a server as make rows beside each other, with room to build indexes. The caller closes it. */
export function openForWriting(connectionString: string): Promise<Database> {
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c maintenance_work_mem=512MB -c synchronous_commit=off');
  return openPostgresDatabase({ connectionString: url.href, connections: WRITERS, statementTimeoutMs: MAKING_MS });
}

async function openServer(connectionString: string, stop: () => Promise<void>): Promise<MeasuredDatabase> {
  // One connection: its process on the server is the one whose time counts.
  const database = await openPostgresDatabase({ connectionString, connections: 1, statementTimeoutMs: MAKING_MS });
  // Asked each time: a connection that was idle while rows were made is closed, and the next one has another process.
  const cpuMs = async (): Promise<number> => {
    const { rows } = await database.query('select pg_backend_pid() as pid');
    return ownCpuMs() + processCpuMs(Number(rows[0]?.['pid']));
  };
  const writing = await openForWriting(connectionString);
  const close = async (): Promise<void> => {
    await writing.close();
    await database.close();
    await stop();
  };
  return { database, writing, cpuMs, close };
}

async function openPGlite(): Promise<MeasuredDatabase> {
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  const ignore = (): void => undefined;
  const owned = await openOwnDatabase(await openDataDirectory(directory), { onLost: ignore, progress: ignore });
  const close = async (): Promise<void> => {
    await owned.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { database: owned.database, writing: owned.database, cpuMs: () => Promise.resolve(ownCpuMs()), close };
}

/** Opens `pglite`, a database by its address, or a new server with the binaries of a folder. The caller closes it. */
export async function openMeasured(given: string): Promise<MeasuredDatabase> {
  if (given === 'pglite') return openPGlite();
  if (given.startsWith('postgres')) return openServer(given, () => Promise.resolve());
  const server = await postgresFrom(given);
  return openServer(server.connectionString, () => server.stop());
}
