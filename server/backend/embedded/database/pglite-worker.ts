/**
 * Entry of the worker thread that runs PGlite. It executes wire protocol messages one after the other; a slow statement blocks this
 * thread only. The server's thread decides about deadlines, restarts and the data directory's lock.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DURABLE_START, EXTENSIONS, MEMORY_START } from './pglite-settings.ts';
import { SyncedNodeFs } from './synced-node-fs.ts';
import { type FromWorker, joinBytes, type ToWorker, type WorkerStart } from './worker-messages.ts';

const TEMPORARY_FILES = 'base/pgsql_tmp';

async function open(start: WorkerStart): Promise<PGlite> {
  const loadDataDir = start.snapshot === undefined ? {} : { loadDataDir: new Blob([start.snapshot]) };
  if (start.directory === null) return PGlite.create({ startParams: [...MEMORY_START], extensions: EXTENSIONS, ...loadDataDir });
  // Of a thread that was ended within a statement. Postgres removes them where it starts as a server, which PGlite does not.
  rmSync(path.join(start.directory, TEMPORARY_FILES), { recursive: true, force: true });
  return PGlite.create({ fs: new SyncedNodeFs(start.directory), startParams: [...DURABLE_START], extensions: EXTENSIONS, ...loadDataDir });
}

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

/** Runs wire messages. The raw stream call is used because the other ones keep every parsed message in memory until the next one of their kind. */
async function execute(database: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  // The chunk is a view into the WebAssembly memory, which the next statement overwrites.
  await database.execProtocolRawStream(request, { syncToFs: false, onRawData: (chunk) => chunks.push(chunk.slice()) });
  return joinBytes(chunks);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function answer(database: PGlite, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'bytes': {
      const bytes = await execute(database, message.bytes);
      return post({ kind: 'bytes', bytes }, [bytes.buffer]);
    }
    case 'close': {
      await database.close();
      return post({ kind: 'closed' });
    }
  }
}

async function run(): Promise<void> {
  const database = await open(workerData as WorkerStart);
  parentPort?.on('message', (message: ToWorker) => {
    answer(database, message).catch((error: unknown) => post({ kind: 'failed', message: messageOf(error) }));
  });
  post({ kind: 'ready' });
}

await run().catch((error: unknown) => post({ kind: 'failed', message: messageOf(error) }));
