import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresForTests } from '../../../../support/postgres.ts';
import type { OpenDatabase } from './suite.ts';

/** Opens an empty database on a Postgres server. */
export async function openPostgres(): Promise<OpenDatabase> {
  const server = await postgresForTests();
  const database = await openPostgresDatabase({ connectionString: server.connectionString });
  return {
    database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}
