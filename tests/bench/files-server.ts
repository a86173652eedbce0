/**
 * One server of `files.ts`, in a process of its own. `bare` sends a buffer; `door` is the door of files over a folder on disk, `postgres`
 * over a database, `remote` over a storage service, each with the site's cache in front when it is asked for by `edge`.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ContentBackend } from '../../server/backend/backend.ts';
import { openPostgresDatabase } from '../../server/backend/embedded/database/postgres-database.ts';
import type { BlobStore } from '../../server/backend/embedded/storage/blob-store.ts';
import { DirectoryBlobs } from '../../server/backend/embedded/storage/directory-blobs.ts';
import { PostgresBlobs } from '../../server/backend/embedded/storage/postgres-blobs.ts';
import { createNhostStorage } from '../../server/backend/nhost/storage.ts';
import { createEdge } from '../../server/edge/index.ts';
import { createFilesRouter } from '../../server/files/router.ts';

const [kind = 'bare', front = '', source = '', sha256 = '', size = '0', type = 'application/pdf'] = process.argv.slice(2);

async function storeBehind(): Promise<BlobStore> {
  if (kind !== 'postgres') return new DirectoryBlobs(source, 'each');
  return new PostgresBlobs(await openPostgresDatabase({ connectionString: source }));
}

/** A row of the database, without the database: what is measured is the way of the bytes. */
function ownBackend(blobs: BlobStore): Pick<ContentBackend, 'file'> {
  return {
    file: (id) =>
      Promise.resolve({
        id,
        name: 'arquivo.pdf',
        mimeType: type,
        size: Number(size),
        etag: `"${sha256}"`,
        updatedAt: new Date(0),
        open: (range) => blobs.open(sha256, range),
      }),
  };
}

function bareListener(): RequestListener {
  const body = Buffer.alloc(Number(size), 'a');
  const fields = {
    'Content-Type': type,
    'Content-Length': body.length,
    'Content-Disposition': 'inline; filename="arquivo.pdf"',
    ETag: `"${sha256}"`,
    'Last-Modified': new Date(0).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  };
  return (_req: IncomingMessage, res: ServerResponse) => {
    res.writeHead(200, fields);
    res.end(body);
  };
}

async function doorListener(): Promise<RequestListener> {
  const backend = kind === 'remote' ? createNhostStorage({ url: source }) : ownBackend(await storeBehind());
  const app = express().disable('x-powered-by').disable('etag');
  app.use(createFilesRouter({ backend }));
  return front === 'edge' ? createEdge({ origin: app, encoding: {} }).listener : app;
}

let peak = 0;
// Often enough to see what a download holds for a moment.
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10).unref();

const server = createServer(kind === 'bare' ? bareListener() : await doorListener());
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (message) => {
  const residentBytes = process.memoryUsage.rss();
  if (message === 'mark') peak = residentBytes;
  const { user, system } = process.cpuUsage();
  process.send?.({ residentBytes, peakBytes: Math.max(peak, residentBytes), cpuMicroseconds: user + system });
});
process.on('disconnect', () => process.exit());
