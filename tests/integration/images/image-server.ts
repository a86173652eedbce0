import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import type { StoredFile } from '../../../server/backend/backend.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import type { DecodeQueueLimits } from '../../../server/images/decode-queue.ts';
import { createImagesRouter } from '../../../server/images/router.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';

/** A content store in memory that counts how often its bytes are opened. */
export class MemoryFiles {
  readonly files = new Map<string, StoredFile>();
  opened = 0;
  lookups = 0;

  put(id: string, bytes: Buffer, file: Partial<StoredFile> = {}): string {
    const open = (): Readable => {
      this.opened += 1;
      return Readable.from([bytes]);
    };
    const defaults = {
      id,
      name: 'foto.jpg',
      mimeType: 'image/jpeg',
      size: bytes.length,
      etag: `"${bytes.length}"`,
      updatedAt: new Date(0),
    };
    this.files.set(id, { ...defaults, open, ...file });
    return `/nhostprovider/${id}`;
  }

  async file(id: string): Promise<StoredFile | null> {
    this.lookups += 1;
    return this.files.get(id) ?? null;
  }
}

export interface ImageServer {
  readonly origin: string;
  readonly publicDirectory: string;
  close(): Promise<void>;
}

export async function startImageServer(backend: Pick<MemoryFiles, 'file'>, limits?: DecodeQueueLimits): Promise<ImageServer> {
  const publicDirectory = await mkdtemp(join(tmpdir(), 'public-'));
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(createImagesRouter({ backend, publicDirectory, log: SILENT_LOG, ...(limits === undefined ? {} : { limits }) }));
  app.use(errorHandler(SILENT_LOG));
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    publicDirectory,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(publicDirectory, { recursive: true });
    },
  };
}
