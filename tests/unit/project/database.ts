import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export const PROJECT = join(import.meta.dirname, '../../../server/project');

/** An in-memory database with the bootstrap and every migration of the project, in order. The caller closes it. */
export async function openProjectDatabase(): Promise<PGlite> {
  const database = await PGlite.create({ extensions: { pg_trgm } });
  for (const file of readdirSync(join(PROJECT, 'bootstrap')).toSorted()) {
    await database.exec(readFileSync(join(PROJECT, 'bootstrap', file), 'utf8'));
  }
  const migrations = join(PROJECT, 'nhost/migrations/default');
  for (const folder of readdirSync(migrations).toSorted()) {
    await database.exec(readFileSync(join(migrations, folder, 'up.sql'), 'utf8'));
  }
  return database;
}

/** The first column of every row of a query. */
export async function column(database: PGlite, query: string): Promise<readonly unknown[]> {
  const result = await database.query<unknown[]>(query, [], { rowMode: 'array' });
  return result.rows.map((row) => row[0]);
}
