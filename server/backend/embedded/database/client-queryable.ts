import type pg from 'pg';
import type { Queryable, QueryOptions, QueryResult } from '../database.ts';
import { type Patience, within } from './deadline.ts';
import { runScript, runStatement } from './statements.ts';
import { Turns } from './turns.ts';

/** The answer of a statement that was not begun because nobody waited for it any more. */
export const NOTHING: QueryResult = { rows: [], rowCount: 0 };

/** A client that belongs to one piece of work, and how to cancel the statement that it runs (never rejects). */
export interface OwnedClient {
  readonly client: pg.ClientBase;
  readonly cancel: () => Promise<void>;
}

/**
 * Runs one statement and cancels it when the caller's patience ends. Settles only after a cancel request has arrived: one still on its
 * way would hit the connection's next statement.
 */
export async function runCancellable(
  { client, cancel }: OwnedClient,
  patience: Patience,
  statement: { readonly text: string; readonly values?: readonly unknown[] | undefined; readonly options?: QueryOptions | undefined },
): Promise<QueryResult> {
  if (patience.isOver()) return NOTHING;
  let cancelled = Promise.resolve();
  patience.onOver(() => {
    cancelled = cancel();
  });
  try {
    return await runStatement(client, statement.text, statement.values, statement.options);
  } finally {
    await cancelled;
  }
}

/** The statements of one transaction, in turns: `pg` wants one statement at a time on a client. */
export class ClientQueryable implements Queryable {
  readonly #owned: OwnedClient;
  readonly #turns = new Turns();

  constructor(owned: OwnedClient) {
    this.#owned = owned;
  }

  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult> {
    return within(options, (patience) => this.#turns.run(() => runCancellable(this.#owned, patience, { text, values, options })));
  }

  script(text: string): Promise<void> {
    return this.#turns.run(() => runScript(this.#owned.client, text));
  }
}
