/** PGlite in the thread of a test, of whatever version. */
import type { PGlite } from '@electric-sql/pglite';
import type { Database, Queryable, QueryResult } from '../../../server/backend/embedded/database.ts';

type Runner = Pick<PGlite, 'query' | 'exec'>;

function asQueryable(runner: Runner): Queryable {
  return {
    async query(text, values): Promise<QueryResult> {
      const { rows, affectedRows } = await runner.query<Record<string, unknown>>(text, [...(values ?? [])]);
      return { rows, rowCount: Math.max(rows.length, affectedRows ?? 0) };
    },
    async script(text) {
      await runner.exec(text);
    },
  };
}

/** An engine as far as migrations use a database. */
export function asDatabase(engine: Runner & Pick<PGlite, 'transaction'>): Database {
  const unused = (): never => {
    throw new Error('the migrations do not use it');
  };
  return {
    kind: 'pglite',
    ...asQueryable(engine),
    transaction: (work) => engine.transaction((tx) => work(asQueryable(tx as unknown as Runner))),
    listen: unused,
    probe: unused,
    close: unused,
  };
}
