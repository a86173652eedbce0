/**
 * One PGlite worker: the thread, the `pg` client that speaks to it, and the watchdog that ends a thread which stays silent. A lost connection
 * is not reopened; `WorkerDatabase` opens a new one.
 */
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { valueParsers } from './value-parsers.ts';
import { WireStream } from './wire-stream.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

export interface PgliteConnection {
  readonly client: pg.Client;
  /** Runs `work`, whose statements may each take this many milliseconds. One piece of work at a time. */
  withSilence<T>(limitMs: number, work: () => Promise<T>): Promise<T>;
  /** Shuts Postgres down in order (checkpoint) and ends the thread. */
  close(): Promise<void>;
}

export interface PgliteConnectionOptions {
  readonly start: WorkerStart;
  /** Milliseconds without an answer to a statement after which the thread is ended. */
  readonly silentMs: number;
  readonly onNotification: (channel: string, payload: string) => void;
  readonly onLost: (reason: Error) => void;
}

/** The start of the worker runs initdb or crash recovery, which on a busy small machine takes far longer than a statement. */
const START_LIMIT_MS = 180_000;
/** A shutdown checkpoint writes the dirty pages; a thread that needs longer is ended, which is as safe as a kill (WAL recovery). */
const CLOSE_LIMIT_MS = 10_000;

/** Starts the worker and connects to it. Rejects when Postgres cannot start. */
export async function openPgliteConnection(options: PgliteConnectionOptions): Promise<PgliteConnection> {
  const thread = new WorkerThread(options.start);
  const watchdog = new Watchdog(options.silentMs, (limitMs) => {
    void thread.end(new Error(`the database thread was silent for ${limitMs} ms and was ended`));
  });
  const stream = new WireStream((bytes) => {
    watchdog.expectAnswer();
    thread.post({ kind: 'bytes', bytes }, [bytes.buffer]);
  });
  // `pg` listens later, and only while its client lives; the thread's end is reported with its reason below.
  stream.on('error', () => undefined);
  let phase: 'open' | 'closing' | 'lost' = 'open';
  thread.onMessage('bytes', ({ bytes }) => {
    watchdog.answered();
    stream.receive(bytes);
  });
  thread.onEnd((reason) => {
    watchdog.answered();
    const wasOpen = phase === 'open';
    phase = 'lost';
    stream.destroy(reason);
    if (wasOpen) options.onLost(reason);
  });
  await thread.next('ready', START_LIMIT_MS);
  const client = createClient(stream, options);
  await client.connect();
  const close = async (): Promise<void> => {
    if (phase !== 'open') return;
    phase = 'closing';
    thread.post({ kind: 'close' });
    await thread.next('closed', CLOSE_LIMIT_MS).catch(() => undefined);
    await thread.end(new Error('the database was closed'));
  };
  return { client, withSilence: (limitMs, work) => watchdog.during(limitMs, work), close };
}

function createClient(stream: WireStream, options: PgliteConnectionOptions): pg.Client {
  const identity = { user: 'postgres', password: '', database: 'postgres', host: 'localhost', port: 5432 };
  const client = new pg.Client({ ...identity, ssl: false, stream: () => stream, types: valueParsers });
  client.on('notification', (message) => options.onNotification(message.channel, message.payload ?? ''));
  // A lost connection is reported by the thread's end, with its reason; without a listener the event would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Calls back when no answer follows a request within the limit. */
class Watchdog {
  readonly #onSilence: (limitMs: number) => void;
  #limitMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onSilence: (limitMs: number) => void) {
    this.#limitMs = limitMs;
    this.#onSilence = onSilence;
  }

  expectAnswer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, this.#limitMs, this.#limitMs);
  }

  /** Has another limit while `work` runs. */
  async during<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const usual = this.#limitMs;
    this.#limitMs = limitMs;
    try {
      return await work();
    } finally {
      this.#limitMs = usual;
    }
  }

  answered(): void {
    clearTimeout(this.#timer);
  }
}

type MessageOf<Kind extends FromWorker['kind']> = Extract<FromWorker, { kind: Kind }>;

class WorkerThread {
  readonly #worker: Worker;
  readonly #ended = Promise.withResolvers<never>();
  readonly #endListeners: ((reason: Error) => void)[] = [];
  #reason: Error | undefined;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start, name: 'pglite' });
    this.#ended.promise.catch(() => undefined);
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the database thread ended with code ${code}`)));
    this.onMessage('failed', ({ message }) => void this.end(new Error(`the database thread failed: ${message}`)));
  }

  post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  onMessage<Kind extends FromWorker['kind']>(kind: Kind, listener: (message: MessageOf<Kind>) => void): () => void {
    const onMessage = (message: FromWorker): void => {
      if (message.kind === kind) listener(message as MessageOf<Kind>);
    };
    this.#worker.on('message', onMessage);
    return () => this.#worker.off('message', onMessage);
  }

  onEnd(listener: (reason: Error) => void): void {
    this.#endListeners.push(listener);
  }

  /** The next message of this kind. Rejects when the thread ends first or the limit passes (and then ends the thread). */
  async next<Kind extends FromWorker['kind']>(kind: Kind, limitMs: number): Promise<MessageOf<Kind>> {
    const { promise, resolve } = Promise.withResolvers<MessageOf<Kind>>();
    const off = this.onMessage(kind, resolve);
    const timer = setTimeout(() => void this.end(new Error(`the database thread gave no '${kind}' within ${limitMs} ms`)), limitMs);
    try {
      return await Promise.race([promise, this.#ended.promise]);
    } finally {
      clearTimeout(timer);
      off();
    }
  }

  async end(reason: Error): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #fail(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#ended.reject(reason);
    for (const listener of this.#endListeners) listener(reason);
  }
}
