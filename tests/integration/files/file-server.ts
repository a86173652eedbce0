import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import type { Caller, StoredFile } from '../../../server/backend/backend.ts';
import { createFilesRouter } from '../../../server/files/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';

export interface StoredContent {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly mimeType?: string;
  readonly etag?: string;
  readonly updatedAt?: Date;
}

/** A backend that holds files in memory and remembers what it was asked. */
export class MemoryFiles {
  readonly contents = new Map<string, StoredContent>();
  readonly asked: { readonly id: string; readonly role: string }[] = [];
  /** Ranges opened so far; undefined for a whole file. */
  readonly opened: ({ readonly start: number; readonly end: number } | undefined)[] = [];
  /** Replaces the stream of the next file that is opened. */
  nextStream: Readable | undefined;

  file(id: string, caller: Caller): Promise<StoredFile | null> {
    this.asked.push({ id, role: caller.role });
    const content = this.contents.get(id);
    return Promise.resolve(content === undefined ? null : this.#stored(id, content));
  }

  #stored(id: string, content: StoredContent): StoredFile {
    const {
      bytes,
      name = 'arquivo.pdf',
      mimeType = 'application/pdf',
      etag = '"v1"',
      updatedAt = new Date('2026-03-10T12:00:00.500Z'),
    } = content;
    const open: StoredFile['open'] = (range) => {
      this.opened.push(range);
      const replaced = this.nextStream;
      this.nextStream = undefined;
      if (replaced !== undefined) return replaced;
      return Readable.from([Buffer.from(range === undefined ? bytes : bytes.slice(range.start, range.end + 1))], { objectMode: false });
    };
    return { id, name, mimeType, size: bytes.length, etag, updatedAt, open };
  }
}

export interface FileServer {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

export async function startFileServer(backend: MemoryFiles): Promise<FileServer> {
  const app = express();
  app.disable('x-powered-by');
  app.use((_req, res, next) => {
    res.setHeader('Content-Security-Policy', "default-src 'self'");
    next();
  });
  app.use(createFilesRouter({ backend }));
  app.use(errorHandler(SILENT_LOG));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
