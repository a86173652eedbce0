import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresForTests } from '../../../../support/postgres.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('a Postgres server', async () => {
  const server = await postgresForTests();
  const database = await openPostgresDatabase({ connectionString: server.connectionString });
  return {
    database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
});
