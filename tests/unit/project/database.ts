import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { migratedSnapshot } from '../../support/embedded/migrated-database.ts';

export const PROJECT = join(import.meta.dirname, '../../../server/project');

/** An in-memory database with the bootstrap and every migration of the project. The caller closes it. */
export async function openProjectDatabase(): Promise<PGlite> {
  return PGlite.create({ extensions: { citext, pg_trgm }, loadDataDir: new Blob([await migratedSnapshot()]) });
}

/** The first column of every row of a query. */
export async function column(database: PGlite, query: string): Promise<readonly unknown[]> {
  const result = await database.query<unknown[]>(query, [], { rowMode: 'array' });
  return result.rows.map((row) => row[0]);
}
