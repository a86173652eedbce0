/**
 * One server of `uploads.ts`, in a process of its own. `bare` parses the form and drops its files; `door` is the door of uploads over a folder on
 * disk, with a database in memory; `postgres` the same over the database of that address.
 */
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Busboy } from '@fastify/busboy';
import { openPgliteDatabase } from '../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../server/backend/embedded/database/postgres-database.ts';
import { DirectoryBlobs } from '../../server/backend/embedded/storage/directory-blobs.ts';
import { PostgresBlobs } from '../../server/backend/embedded/storage/postgres-blobs.ts';
import { openUploadServer } from '../integration/uploads/upload-server.ts';
import { emptySnapshot } from '../support/embedded/empty-database.ts';
import { bootstrapTables } from '../support/embedded/written-rows.ts';

const [kind = 'bare', address = ''] = process.argv.slice(2);

function sink(req: IncomingMessage, res: ServerResponse): void {
  const parser = new Busboy({ headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' } });
  parser.on('file', (_field, stream) => stream.resume());
  parser.on('finish', () => res.writeHead(201).end('{}'));
  req.pipe(parser);
}

async function port(): Promise<number> {
  if (kind === 'bare') {
    const server = createServer(sink).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  }
  const database =
    kind === 'postgres'
      ? await openPostgresDatabase({ connectionString: address })
      : await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  await database.script('create schema if not exists embutido');
  await database.script(await bootstrapTables());
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-envios-'));
  const blobs = kind === 'postgres' ? new PostgresBlobs(database) : new DirectoryBlobs(folder, 'each');
  return (await openUploadServer({ database, blobs })).port;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, peakBytes: process.resourceUsage().maxRSS * 1_024 });
});
process.send?.({ port: await port() });
