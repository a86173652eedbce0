import type { PGlite } from '@electric-sql/pglite';
import { memoryEngine } from '../../support/embedded/empty-database.ts';
import { migratedSnapshot } from '../../support/embedded/migrated-database.ts';

/**
 * An in-memory database with the bootstrap and every migration of the project, for what a server does in another way: case of letters, plans.
 * What holds on both is in `tests/integration/project/model`. The caller closes it.
 */
export async function openProjectDatabase(): Promise<PGlite> {
  return memoryEngine(await migratedSnapshot());
}

/** The first column of every row of a query. */
export async function column(database: PGlite, query: string): Promise<readonly unknown[]> {
  const result = await database.query<unknown[]>(query, [], { rowMode: 'array' });
  return result.rows.map((row) => row[0]);
}
