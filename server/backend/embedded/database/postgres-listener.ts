/**
 * The one connection of a Postgres server that receives notifications. When it breaks it is replaced as soon as the server is there; subscribers
 * then learn that they may have missed something. A silent break (a firewall that forgot the connection) is found by a heartbeat.
 */
import pg from 'pg';
import { SerialQueue } from './client-queryable.ts';
import { toDatabaseError } from './postgres-errors.ts';
import { runScript } from './statements.ts';
import { Subscriptions } from './subscriptions.ts';

export interface ListenerOptions {
  readonly config: pg.ClientConfig;
  /** Told about every lost connection and every failed attempt to replace it. */
  readonly onLost: (reason: Error) => void;
  /** Told when a lost connection has been replaced. */
  readonly onRestored: () => void;
}

/**
 * Until a silent break is found, changed content is served as it was. A heartbeat finds it within 15 seconds; TCP alone would take hours,
 * since this side sends nothing. An answer takes a millisecond. A server without one in five seconds is probably gone; where it is not, the
 * mistake costs one new connection and one purge.
 */
const HEARTBEAT_MS = 10_000;
const ANSWER_LIMIT_MS = 5_000;

/** A change is not heard until there is a connection again, so the pause after a long outage is no longer than after a short one. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1_000;

export class PostgresListener {
  readonly #options: ListenerOptions;
  readonly #subscriptions = new Subscriptions();
  readonly #statements = new SerialQueue();
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>> {
    return this.#subscriptions.begin(
      { channel, onPayload, onGap },
      async (statement) => this.#run(await this.#connected(), statement),
      async (statement) => (this.#client === undefined ? undefined : this.#run(this.#client, statement)),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  /** A client takes one statement at a time. */
  #run(client: pg.Client, text: string): Promise<void> {
    return this.#statements.run(() => runScript(client, text));
  }

  #connected(): Promise<pg.Client> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  /** @throws when it cannot connect or subscribe, or when the listener was closed meanwhile. */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#options.config, keepAlive: true, query_timeout: ANSWER_LIMIT_MS });
    client.on('notification', ({ channel, payload }) => this.#subscriptions.deliver(channel, payload ?? ''));
    let reason = new Error('the server closed the notification connection');
    client.on('error', (error) => {
      reason = error;
    });
    client.on('end', () => this.#onEnd(client, reason));
    try {
      await client.connect();
      await this.#subscriptions.listenAgain((statement) => runScript(client, statement));
      if (this.#closed) throw new Error('the notification connection is not wanted any more');
    } catch (error) {
      void client.end().catch(() => undefined);
      throw toDatabaseError(error);
    }
    this.#client = client;
    this.#heartbeat = setInterval(() => this.#beat(client), HEARTBEAT_MS).unref();
    return client;
  }

  #beat(client: pg.Client): void {
    // A heartbeat that fails ends the connection, and its 'end' starts the replacement.
    this.#run(client, 'select 1').catch(() => void client.end().catch(() => undefined));
  }

  #onEnd(client: pg.Client, reason: Error): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = undefined;
    this.#connecting = undefined;
    clearInterval(this.#heartbeat);
    this.#options.onLost(reason);
    this.#replaceLater();
  }

  #replaceLater(): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#retry = setTimeout(() => {
      this.#connected().then(
        () => {
          this.#failures = 0;
          this.#options.onRestored();
          this.#subscriptions.reportGap();
        },
        (error: unknown) => {
          if (this.#closed) return;
          this.#failures += 1;
          this.#options.onLost(error instanceof Error ? error : new Error(String(error)));
          this.#replaceLater();
        },
      );
    }, pause);
  }
}
