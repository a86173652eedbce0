/**
 * The one connection of a Postgres server that only probes use, so that a probe waits neither for page queries nor for a place in their
 * pool. It is kept open between probes; a probe that fails ends it, and the next one opens another.
 */
import pg from 'pg';
import { DatabaseError } from '../database.ts';
import { within } from './deadline.ts';
import { CONNECTION_FAILURE, toDatabaseError } from './postgres-errors.ts';
import { runStatement } from './statements.ts';

export class PostgresProbe {
  readonly #config: pg.ClientConfig;
  #client: pg.Client | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Not to be called while an earlier call is pending. @throws when there is no answer within `timeoutMs`. */
  async run(timeoutMs: number): Promise<void> {
    if (this.#closed) throw new DatabaseError('the database is closed', { code: CONNECTION_FAILURE });
    const client = this.#client ?? this.#create(timeoutMs);
    const isNew = client !== this.#client;
    this.#client = client;
    try {
      await within({ timeoutMs }, async () => {
        if (isNew) await client.connect().catch((error: unknown) => Promise.reject(toDatabaseError(error)));
        await runStatement(client, 'select 1');
      });
    } catch (error) {
      // Not awaited: a server that does not answer does not say goodbye either.
      void this.#forget(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#client !== undefined) await this.#forget(this.#client);
  }

  #create(connectionTimeoutMillis: number): pg.Client {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis, keepAlive: true });
    // A connection that breaks between two probes is replaced by the next one; without a listener the event would end the process.
    client.on('error', () => void this.#forget(client));
    return client;
  }

  async #forget(client: pg.Client): Promise<void> {
    if (this.#client === client) this.#client = undefined;
    // With a statement under way `end` cuts the socket.
    await client.end().catch(() => undefined);
  }
}
