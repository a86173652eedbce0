import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import express from 'express';
import type { Caller, ContentBackend, StoredFile } from '../../../server/backend/backend.ts';
import { createEdge, type Edge, type EdgeReporter } from '../../../server/edge/index.ts';
import { createFilesRouter } from '../../../server/files/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

export interface StoredContent {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly mimeType?: string;
  readonly etag?: string;
  readonly updatedAt?: Date | null;
}

/** A backend that holds files in memory and remembers what it was asked. */
export class MemoryFiles {
  readonly contents = new Map<string, StoredContent>();
  readonly asked: { readonly id: string; readonly role: string }[] = [];
  /** Ranges opened so far; undefined for a whole file. */
  readonly opened: ({ readonly start: number; readonly end: number } | undefined)[] = [];
  /** Files given back so far. */
  released = 0;
  /** Replaces the stream of the next file that is opened. */
  nextStream: Readable | undefined;
  /** Size of every file, whatever its bytes. */
  size: number | undefined;
  /** Emits `open` when the bytes of a file are asked for. */
  readonly events = new EventEmitter();

  file(id: string, caller: Caller): Promise<StoredFile | null> {
    this.asked.push({ id, role: caller.role });
    const content = this.contents.get(id);
    return Promise.resolve(content === undefined ? null : this.#stored(id, content));
  }

  #stored(id: string, content: StoredContent): StoredFile {
    const { bytes, name = 'arquivo.pdf', mimeType = 'application/pdf', etag = '"v1"' } = content;
    const updatedAt = content.updatedAt === undefined ? new Date('2026-03-10T12:00:00.500Z') : content.updatedAt;
    const open: StoredFile['open'] = (range) => {
      this.opened.push(range);
      this.events.emit('open');
      const replaced = this.nextStream;
      this.nextStream = undefined;
      if (replaced !== undefined) return replaced;
      return Readable.from([Buffer.from(range === undefined ? bytes : bytes.slice(range.start, range.end + 1))], { objectMode: false });
    };
    const release = (): void => {
      this.released += 1;
    };
    return { id, name, mimeType, size: this.size ?? bytes.length, etag, updatedAt, open, release };
  }
}

export interface FileServer extends Listening {
  /** In front of the endpoint of files; null where it is asked directly. */
  readonly edge: Edge | null;
}

export interface FileServerOptions {
  /** Puts the cache of the site in front, and hears what it does. */
  readonly edge?: EdgeReporter;
  readonly stalledMs?: number;
  readonly boundary?: () => number | undefined;
  /** Sees every response of the endpoint before it is answered. */
  readonly onResponse?: (res: ServerResponse) => void;
}

export async function startFileServer(backend: Pick<ContentBackend, 'file'>, options: FileServerOptions = {}): Promise<FileServer> {
  const app = express();
  app.disable('x-powered-by');
  app.use((_req, res, next) => {
    res.setHeader('Content-Security-Policy', "default-src 'self'");
    options.onResponse?.(res);
    next();
  });
  const { stalledMs, boundary } = options;
  app.use(
    createFilesRouter({ backend, ...(stalledMs === undefined ? {} : { stalledMs }), ...(boundary === undefined ? {} : { boundary }) }),
  );
  app.use(errorHandler(SILENT_LOG));
  const edge = options.edge === undefined ? null : edgeBefore(app, options.edge);
  return { ...(await listening(edge?.listener ?? app)), edge };
}

/** An edge with the site's keys, and its bound on what of one answer is kept. */
function edgeBefore(app: (req: IncomingMessage, res: ServerResponse) => void, report: EdgeReporter): Edge {
  return createEdge({
    origin: app,
    report,
    targetOf: createSiteTarget({ routes: [], imageTarget: createImageTarget({ avif: true }) }),
    encoding: {},
    bounds: { bodyBytes: 8 * 1024 * 1024 },
    clientDirectives: 'ignore-reload',
  });
}
