/**
 * Both production routers, of files and of pictures, in a process of their own with a storage across the network. The test that starts it sets
 * its limits and controls it by messages: see `EndpointsOrder`.
 */
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { createNhostStorage } from '../../../server/backend/nhost/storage.ts';
import { createFilesRouter } from '../../../server/files/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createImages } from '../../../server/images/images.ts';
import { createLogger } from '../../../server/observability/log.ts';
import { IMAGE_SERVICE } from '../../support/pictures/image-service.ts';
import { TestNetwork } from '../images/remote-host.ts';

/** The addresses of a name for each resolution in turn; the last answer repeats. */
export type NameAnswer = readonly string[] | 'fails' | 'never';

export interface EndpointsSettings {
  /** Port of all remote hosts. */
  readonly hostPort: number;
  readonly names: Readonly<Record<string, readonly NameAnswer[]>>;
  readonly storageUrl: string;
  readonly publicDirectory: string;
  readonly disk: { readonly directory: string; readonly bytes: number };
  /** Simulates the fault that the memory limit detects: every file is read completely before its first byte is sent. */
  readonly buffersFiles: boolean;
}

export type EndpointsOrder =
  /** Ends all fetches from remote hosts with a time-out. */
  | { readonly kind: 'run-out' }
  /** Advances the clock of the image service. */
  | { readonly kind: 'later'; readonly ms: number }
  /** Collects garbage; answered by `rested` with the bytes in use. */
  | { readonly kind: 'rest' };

export type EndpointsNews = { readonly kind: 'open'; readonly port: number } | { readonly kind: 'rested'; readonly used: number };

/** Short enough to be waited for, long enough for an honest answer of a busy machine, which ten downloads and ten bombs make of any. */
const STORAGE_LIMITS = { headMs: 3_000, idleMs: 4_000, patienceMs: 4_000, leastRate: 250_000 };

await open(JSON.parse(process.argv[2] ?? '') as EndpointsSettings);

async function open(settings: EndpointsSettings): Promise<void> {
  const { names, disk, storageUrl } = settings;
  const log = createLogger('debug');
  const network = new TestNetwork();
  network.port = settings.hostPort;
  for (const [name, answers] of Object.entries(names)) {
    network.name(name, ...answers.map((answer) => (answer === 'fails' ? new Error('SERVFAIL') : answer)));
  }
  const storage = createNhostStorage({ url: storageUrl, limits: STORAGE_LIMITS });
  const backend = settings.buffersFiles ? buffering(storage) : storage;
  let ahead = 0;
  const images = createImages({
    ...IMAGE_SERVICE,
    backend,
    publicDirectory: await realpath(settings.publicDirectory),
    log,
    hosts: Object.keys(names),
    network,
    disk,
    clock: { now: () => performance.now() + ahead, wall: () => Date.now() + ahead },
  });
  const app = express();
  app.use(requestContext(log), images.router, createFilesRouter({ backend }), errorHandler(log));
  const server = createServer(app).listen(0, '127.0.0.1', () => tell({ kind: 'open', port: (server.address() as AddressInfo).port }));
  process.on('message', (order: EndpointsOrder) => {
    if (order.kind === 'run-out') network.runOut();
    else if (order.kind === 'later') ahead += order.ms;
    else void rest();
  });
  // The test is gone.
  process.once('disconnect', () => process.exit());
}

/** Twice: buffers are given back after the first collection has found that nothing refers to them. */
async function rest(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  tell({ kind: 'rested', used: heapUsed + external });
}

function tell(news: EndpointsNews): void {
  process.send?.(news);
}

function buffering(backend: Pick<ContentBackend, 'file'>): Pick<ContentBackend, 'file'> {
  return {
    async file(...asked) {
      const file = await backend.file(...asked);
      if (file === null) return null;
      return { ...file, open: (range) => Readable.from(whole(file.open(range)), { objectMode: false }) };
    },
  };
}

async function* whole(source: Readable): AsyncGenerator<Buffer> {
  yield await buffer(source);
}
