/** The project's own schema on the server of the run, through one connection: statements there cost a fraction of what they cost PGlite. */
import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import pg from 'pg';
import { migratedPostgres } from '../../../support/embedded/migrated-database.ts';

export interface ProjectDatabase extends Pick<PGlite, 'query'> {
  /** Runs statements that take no values. */
  exec(statements: string): Promise<void>;
  /** Hears of what this connection itself notifies before the statement that did so resolves. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const { INT8, DATE } = pg.types.builtins;

/** As numbers and as midnight in UTC, like PGlite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [INT8, Number],
  [DATE, (text: string): unknown => new Date(text)],
] as const);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
};

/** A database with the bootstrap and every migration of the project, which the caller closes. */
export async function openProjectDatabase(): Promise<ProjectDatabase> {
  const server = await migratedPostgres();
  const client = new pg.Client({ connectionString: server.connectionString, types });
  await client.connect();
  return {
    exec: async (statements) => void (await client.query(statements)),
    async query(text: string, values: unknown[] = [], form: QueryOptions = {}) {
      const { rows, fields } = await client.query({ text, values, ...(form.rowMode === 'array' && { rowMode: form.rowMode }) });
      return { rows: rows as never[], fields };
    },
    async listen(channel, heard) {
      const tell = (message: pg.Notification): void => void (message.channel === channel && heard(message.payload ?? ''));
      client.on('notification', tell);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        client.off('notification', tell);
        await client.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      await client.end();
      await server.stop();
    },
  };
}

/** The first column of every row of a query. */
export async function column(database: ProjectDatabase, query: string): Promise<readonly unknown[]> {
  const result = await database.query<unknown[]>(query, [], { rowMode: 'array' });
  return result.rows.map((row) => row[0]);
}
