import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import type { ContentBackend, StoredFile } from '../../../server/backend/backend.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createImages, type Images, type ImagesOptions } from '../../../server/images/images.ts';
import { listening } from '../../support/listening.ts';
import { IMAGE_SERVICE } from '../../support/pictures/image-service.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

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
  readonly images: Images;
  close(): Promise<void>;
}

export async function startImageServer(
  backend: Pick<ContentBackend, 'file'>,
  options: Omit<Partial<ImagesOptions>, 'backend' | 'publicDirectory'> = {},
): Promise<ImageServer> {
  const publicDirectory = await mkdtemp(join(tmpdir(), 'public-'));
  const app = express();
  app.use(requestContext(SILENT_LOG));
  const images = createImages({ ...IMAGE_SERVICE, ...options, backend, publicDirectory });
  app.use(images.router);
  app.use(errorHandler(options.log ?? SILENT_LOG));
  const endpoint = await listening(app);
  return {
    origin: endpoint.origin,
    publicDirectory,
    images,
    close: async () => {
      await images.close();
      await endpoint.close();
      await rm(publicDirectory, { recursive: true });
    },
  };
}
