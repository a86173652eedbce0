import type pg from 'pg';
import type { Queryable, QueryOptions, QueryResult } from '../database.ts';
import { within } from './deadline.ts';
import { runScript, runStatement } from './statements.ts';

/** The result of a statement that was not begun because its caller had stopped waiting. */
export const NOTHING: QueryResult = { rows: [], rowCount: 0 };

/** A client that one piece of work uses alone, and how to cancel the statement that it runs (never rejects). */
export interface OwnedClient {
  readonly client: pg.ClientBase;
  readonly cancel: () => Promise<void>;
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
  let cancelled = Promise.resolve();
  const onAbandoned = (): void => {
    cancelled = cancel();
  };
  abandoned.addEventListener('abort', onAbandoned, { once: true });
  try {
    return await runStatement(client, statement.text, statement.values, statement.options);
  } finally {
    await cancelled;
  }
}

/** Runs pieces of work one after the other, in the order of arrival. A piece that rejects does not disturb the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
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
