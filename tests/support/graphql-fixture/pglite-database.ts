/** The smallest `Database` over PGlite in memory: what the engine's own tests need, without the worker of the real one. */
import { PGlite } from '@electric-sql/pglite';
import { type Database, DatabaseError, type Queryable, type QueryResult } from '../../../server/backend/embedded/database.ts';
import { emptySnapshot } from '../embedded/empty-database.ts';

interface Runner {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  return new DatabaseError(error.message, { code: error.code, cause: error });
}

function rowsOf(rows: readonly unknown[]): QueryResult {
  const plain = rows.map((row) => (typeof row === 'object' && row !== null ? { ...row } : {}));
  return { rows: plain, rowCount: plain.length };
}

function queryableOf(runner: Runner): Queryable {
  return {
    async query(text, values) {
      try {
        return rowsOf((await runner.query(text, values === undefined ? undefined : [...values])).rows);
      } catch (error) {
        throw translate(error);
      }
    },
    async script(text) {
      await runner.exec(text);
    },
  };
}

/** Starts an empty database in memory. The caller closes it. */
export async function memoryDatabase(): Promise<Database> {
  const pglite = await PGlite.create({ loadDataDir: new Blob([await emptySnapshot()]) });
  return {
    ...queryableOf(pglite),
    kind: 'pglite',
    transaction: (work) => pglite.transaction((tx) => work(queryableOf(tx))),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
    probe: async () => void (await pglite.query('select 1')),
    close: () => pglite.close(),
  };
}
