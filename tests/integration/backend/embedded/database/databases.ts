import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';
import { postgresForTests } from '../../../../support/postgres.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly stop: () => Promise<void>;
}

export interface DatabaseKind {
  readonly kind: Database['kind'];
  readonly open: () => Promise<TestDatabase>;
}

/** Both kinds of database, each empty and of its own. PGlite runs in memory here; what it does on disk has its own tests. */
export const DATABASE_KINDS: readonly DatabaseKind[] = [
  {
    kind: 'pglite',
    async open() {
      const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
      return { database, stop: () => database.close() };
    },
  },
  {
    kind: 'postgres',
    async open() {
      const server = await postgresForTests();
      const database = await openPostgresDatabase({ connectionString: server.connectionString });
      return {
        database,
        async stop() {
          await database.close();
          await server.stop();
        },
      };
    },
  },
];

/** Resolves with the first value that `report` is given. */
export function firstCall<T>(): { readonly called: Promise<T>; readonly report: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { called: promise, report: resolve };
}
