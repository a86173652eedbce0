import type pg from 'pg';
import type { Queryable, QueryOptions, QueryResult } from '../database.ts';
import { within } from './deadline.ts';
import { runScript, runStatement } from './statements.ts';

/** The result of a statement that was not begun because its caller had stopped waiting. */
export const NOTHING: QueryResult = { rows: [], rowCount: 0 };

/** The reason of every abort. Without one each abort makes an error, whose stack trace takes longer than all else here. */
const ENDED = 'the statement has ended';

/** A client that one piece of work uses alone. */
export interface OwnedClient {
  readonly client: pg.Client;
  /** Cancels the statement that the client runs, until `ended`. Resolves when no request is on its way any more; never rejects. */
  readonly cancel: (ended: AbortSignal) => Promise<void>;
}

/**
 * Runs one statement and cancels it when the caller stops waiting. Settles only after a cancel request has arrived: one still on its
 * way would cancel the connection's next statement.
 */
export async function runCancellable(
  { client, cancel }: OwnedClient,
  abandoned: AbortSignal,
  statement: { readonly text: string; readonly values?: readonly unknown[] | undefined; readonly options?: QueryOptions | undefined },
): Promise<QueryResult> {
  if (abandoned.aborted) return NOTHING;
  const ended = new AbortController();
  let cancelled = Promise.resolve();
  const onAbandoned = (): void => {
    cancelled = cancel(ended.signal);
  };
  abandoned.addEventListener('abort', onAbandoned, { once: true });
  try {
    return await runStatement(client, statement.text, statement.values, statement.options);
  } finally {
    abandoned.removeEventListener('abort', onAbandoned);
    ended.abort(ENDED);
    await cancelled;
  }
}

/** Pieces that may run one after the other while one that yields waits, so that it does not wait for ever. */
const MOST_BEFORE_YIELDING = 100;

/** Runs pieces of work one after the other, in the order of arrival. A piece that rejects does not disturb the next. */
export class SerialQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #yielding: (() => Promise<void>)[] = [];
  #sinceYielding = 0;
  #isRunning = false;

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#add(work, (piece) => this.#waiting.push(piece));
  }

  /** Runs `work` before everything that waits, after the piece that runs now. */
  runNext<T>(work: () => Promise<T>): Promise<T> {
    return this.#add(work, (piece) => this.#waiting.unshift(piece));
  }

  /** Runs `work` when nothing else waits, or after as many other pieces as it may have to wait for. */
  runYielding<T>(work: () => Promise<T>): Promise<T> {
    return this.#add(work, (piece) => this.#yielding.push(piece));
  }

  /** `place` gets what starts the work and resolves when it has ended in whatever way. */
  #add<T>(work: () => Promise<T>, place: (piece: () => Promise<void>) => void): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    place(() => work().then(resolve, reject));
    void this.#drain();
    return promise;
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) await next();
    this.#isRunning = false;
  }

  #next(): (() => Promise<void>) | undefined {
    const isDue = this.#waiting.length === 0 || this.#sinceYielding >= MOST_BEFORE_YIELDING;
    const yielding = isDue ? this.#yielding.shift() : undefined;
    this.#sinceYielding = yielding === undefined && this.#yielding.length > 0 ? this.#sinceYielding + 1 : 0;
    return yielding ?? this.#waiting.shift();
  }
}

/** The statements of one transaction, one at a time: `pg` deprecates a query on a client that still runs another. */
export class ClientQueryable implements Queryable {
  readonly #owned: OwnedClient;
  readonly #queue = new SerialQueue();

  constructor(owned: OwnedClient) {
    this.#owned = owned;
  }

  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult> {
    return within(options, (abandoned) => this.#queue.run(() => runCancellable(this.#owned, abandoned, { text, values, options })));
  }

  script(text: string): Promise<void> {
    return this.#queue.run(() => runScript(this.#owned.client, text));
  }
}
