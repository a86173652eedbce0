/**
 * `Database` over a Postgres server: a pool for statements and transactions, one connection each for notifications and probes. A caller whose
 * deadline passes gets its error at once and the statement is cancelled on the server; `statement_timeout` bounds statements that are not cancelled.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, DatabaseError, type Queryable, type QueryOptions, type QueryResult } from '../database.ts';
import { sendCancelRequest } from './cancel-request.ts';
import { ClientQueryable, type OwnedClient, runCancellable } from './client-queryable.ts';
import { within } from './deadline.ts';
import { CONNECTION_FAILURE, toDatabaseError } from './postgres-errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresProbe } from './postgres-probe.ts';
import { runScript, runTransaction } from './statements.ts';
import { valueParsers } from './value-parsers.ts';

export interface PostgresOptions {
  readonly connectionString: string;
  /** Name of the connections, as the operator of the server sees them. */
  readonly name?: string | undefined;
  /** Connections for statements. Default 10. */
  readonly connections?: number;
  /** Milliseconds that the server gives one statement outside a transaction. Default 60,000. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds after which the connection of a statement that does not end although it was cancelled is closed. Default 5,000. */
  readonly cancelMs?: number;
  /** Told about lost idle connections and a lost notification connection. */
  readonly onLost?: (reason: Error) => void;
  /** Told when a lost notification connection has been replaced. */
  readonly onRestored?: () => void;
}

const CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const CANCEL_AGAIN_MS = 500;
const CANCEL_MS = 5_000;

/** Connects and resolves when the server answers. Rejects with `DatabaseError` 08006 when it does not. */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const database = new ServerDatabase(options);
  try {
    await database.query('select 1');
  } catch (error) {
    await Promise.allSettled([database.close()]);
    throw error;
  }
  return database;
}

class ServerDatabase implements Database {
  readonly kind = 'postgres';
  readonly #config: pg.PoolConfig;
  readonly #pool: pg.Pool;
  readonly #listener: PostgresListener;
  readonly #probe: PostgresProbe;
  readonly #cancelMs: number;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresOptions) {
    const { connectionString, connections = CONNECTIONS, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
    this.#cancelMs = options.cancelMs ?? CANCEL_MS;
    const { onLost = () => undefined, onRestored = () => undefined } = options;
    const named = options.name === undefined ? {} : { application_name: options.name };
    this.#config = { ...named, connectionString, types: valueParsers, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
    const session = sessionSettings(statementTimeoutMs);
    // The pool waits for the promise of `onConnect` before it hands out a new connection; its type does not say so.
    const hooks = {
      onConnect: (client: pg.ClientBase): Promise<void> => {
        // Also while the client is checked out: an 'error' event without a listener ends the process.
        client.on('error', onLost);
        return runScript(client, session);
      },
    };
    this.#pool = new pg.Pool({ ...this.#config, max: connections, ...hooks });
    this.#pool.on('error', () => undefined);
    this.#listener = new PostgresListener({ config: this.#config, onLost, onRestored });
    this.#probe = new PostgresProbe({ connectionString });
  }

  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult> {
    return within(options, async (abandoned) => {
      const client = await this.#checkOut();
      return this.#release(client, runCancellable(this.#own(client), abandoned, { text, values, options }));
    });
  }

  async script(text: string): Promise<void> {
    const client = await this.#checkOut();
    return this.#release(client, runScript(client, text));
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = await this.#checkOut();
    return this.#release(
      client,
      runTransaction(client, () => work(new ClientQueryable(this.#own(client)))),
    );
  }

  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload, onGap);
  }

  probe(timeoutMs: number): Promise<void> {
    return this.#probe.run(timeoutMs);
  }

  /** Waits for the statements that run, then closes every connection. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#listener.close(), this.#probe.close(), this.#pool.end()]).then(() => undefined);
    return this.#closing;
  }

  async #checkOut(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  #own(client: pg.PoolClient): OwnedClient {
    return { client, cancel: (ended) => this.#cancel(client, ended) };
  }

  async #release<T>(client: pg.PoolClient, work: Promise<T>): Promise<T> {
    let broken = false;
    try {
      return await work;
    } catch (error) {
      broken = error instanceof DatabaseError && error.code === CONNECTION_FAILURE;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Sends cancel requests until the statement has ended: one that arrives before its statement cancels nothing. A connection whose request
   * was not confirmed is closed, because the request might reach a later statement; and so is one whose statement does not end: its server, or what stands
   * in front of it, no longer says anything that can be understood.
   */
  async #cancel(client: pg.PoolClient, ended: AbortSignal): Promise<void> {
    const until = performance.now() + this.#cancelMs;
    try {
      while (!ended.aborted) {
        if (performance.now() > until) throw new Error('the statement does not end');
        await sendCancelRequest(this.#config, client);
        await pause(CANCEL_AGAIN_MS, undefined, { signal: ended }).catch(() => undefined);
      }
    } catch {
      // The server ends the statement of a closed connection by itself (CONNECTION_CHECK).
      client.connection.stream.destroy();
    }
  }
}

// Without it the statements of a replica that was killed run to their end. Postgres has it since version 14, not on every platform.
const CONNECTION_CHECK = `do $$ begin perform set_config('client_connection_check_interval', '1s', false);
exception when undefined_object or invalid_parameter_value then null; end $$`;

function sessionSettings(statementTimeoutMs: number): string {
  // The same texts for dates and floats as PGlite prints, whatever the server's configuration says.
  // Statements of pages are short: to compile one (jit) was seen to take a hundred times as long as to run it, and searches among 300,000 documents
  // took a quarter longer with workers beside them.
  const short = 'set jit to off; set max_parallel_workers_per_gather to 0';
  return `set time zone 'UTC'; set datestyle to iso; set intervalstyle to postgres; set extra_float_digits to 1; set bytea_output to hex; ${short}; set statement_timeout to ${Math.trunc(statementTimeoutMs)}; ${CONNECTION_CHECK}`;
}
