/**
 * `Database` over PGlite in a worker thread. One connection, so statements and transactions are queued; a caller whose deadline passes
 * gets its error at once, while a statement that has begun runs on and the next one waits for it (PGlite knows no `statement_timeout`).
 * A thread that dies or stays silent is replaced; the statement it was running rejects with SQLSTATE 08006, the waiting ones run on the
 * new thread, and subscribers learn of the gap.
 */
import { type Database, DatabaseError, type Queryable, type QueryOptions, type QueryResult, type TransactionOptions } from '../database.ts';
import { ClientQueryable, NOTHING, runCancellable, SerialQueue } from './client-queryable.ts';
import { within } from './deadline.ts';
import { openPgliteConnection, type PgliteConnection } from './pglite-connection.ts';
import { CONNECTION_FAILURE } from './postgres-errors.ts';
import { runScript, runTransaction } from './statements.ts';
import { Subscriptions } from './subscriptions.ts';

export interface PgliteOptions {
  /** The Postgres data directory (made when absent; its parent must exist), or null for a database in memory, which a restart empties. */
  readonly directory: string | null;
  /** A data directory as a tar file, to begin a new database with instead of initdb. */
  readonly snapshot?: ArrayBuffer;
  /** Milliseconds without an answer after which the thread is replaced. Default 30,000. */
  readonly silentMs?: number;
  /** Told about every lost thread. */
  readonly onLost?: (reason: Error) => void;
}

const SILENT_MS = 30_000;

const PROBE = { text: 'select 1' };

/** Opens (or creates, 2 to 4 s) the database and resolves when it answers. The caller holds the lock of the directory. */
export async function openPgliteDatabase(options: PgliteOptions): Promise<Database> {
  const database = new WorkerDatabase(options);
  await database.connected();
  return database;
}

class WorkerDatabase implements Database {
  readonly kind = 'pglite';
  readonly #options: PgliteOptions;
  readonly #queue = new SerialQueue();
  readonly #subscriptions = new Subscriptions();
  #connection: Promise<PgliteConnection> | undefined;
  #snapshot: ArrayBuffer | undefined;
  #closed = false;

  constructor(options: PgliteOptions) {
    this.#options = options;
    this.#snapshot = options.snapshot;
  }

  connected(): Promise<PgliteConnection> {
    if (this.#closed) return Promise.reject(new DatabaseError('the database is closed', { code: CONNECTION_FAILURE }));
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult> {
    return within(options, (abandoned) => {
      const work = (): Promise<QueryResult> => this.#runQueued(abandoned, { text, values, options });
      return options?.yields === true ? this.#queue.runYielding(work) : this.#queue.run(work);
    });
  }

  /** There is one connection: the probe waits for the statement that runs, never for those that wait. */
  async probe(timeoutMs: number): Promise<void> {
    await within({ timeoutMs }, (abandoned) => this.#queue.runNext(() => this.#runQueued(abandoned, PROBE)));
  }

  script(text: string): Promise<void> {
    return this.#queue.run(async () => runScript((await this.connected()).client, text));
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>, { silentMs }: TransactionOptions = {}): Promise<T> {
    return this.#queue.run(async () => {
      const connection = await this.connected();
      const { client } = connection;
      const run = (): Promise<T> => runTransaction(client, () => work(new ClientQueryable({ client, cancel: NO_CANCEL })));
      return silentMs === undefined ? run() : connection.withSilence(silentMs, run);
    });
  }

  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>> {
    const run = (statement: string): Promise<void> => this.script(statement);
    return this.#subscriptions.begin({ channel, onPayload, onGap }, run, async (statement) => (this.#closed ? undefined : run(statement)));
  }

  /** Waits for the work that has begun or waits, then shuts down. Safe to call twice. */
  async close(): Promise<void> {
    const connection = this.#connection;
    await this.#queue.run(async () => {
      this.#closed = true;
      await (await connection?.catch(() => undefined))?.close();
    });
  }

  async #runQueued(abandoned: AbortSignal, statement: Parameters<typeof runCancellable>[2]): Promise<QueryResult> {
    // The caller stopped waiting while the statement was queued.
    if (abandoned.aborted) return NOTHING;
    const { client } = await this.connected();
    return runCancellable({ client, cancel: NO_CANCEL }, abandoned, statement);
  }

  async #connect(): Promise<PgliteConnection> {
    const { directory, silentMs = SILENT_MS } = this.#options;
    const snapshot = this.#snapshot;
    try {
      const connection = await openPgliteConnection({
        start: { directory, ...(snapshot === undefined ? {} : { snapshot }) },
        silentMs,
        onNotification: (channel, payload) => this.#subscriptions.deliver(channel, payload),
        onLost: (reason) => this.#onLost(reason),
      });
      // Only the first thread begins a database on disk; later ones find it.
      if (directory !== null) this.#snapshot = undefined;
      return connection;
    } catch (error) {
      // Forgotten, so that the next statement tries again instead of repeating this rejection for ever.
      this.#connection = undefined;
      throw error;
    }
  }

  #onLost(reason: Error): void {
    this.#connection = undefined;
    this.#options.onLost?.(reason);
    if (this.#closed || this.#subscriptions.isEmpty()) return;
    this.#resubscribe().catch((error: unknown) => this.#options.onLost?.(error instanceof Error ? error : new Error(String(error))));
  }

  async #resubscribe(): Promise<void> {
    await this.#subscriptions.listenAgain((statement) => this.script(statement));
    this.#subscriptions.reportGap();
  }
}

// PGlite knows no cancel request: a statement whose caller left runs to its end.
const NO_CANCEL = (): Promise<void> => Promise.resolve();
