import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { memoryDatabase } from '../../../../support/graphql-fixture/pglite-database.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('PGlite in memory', async () => {
  const database = await memoryDatabase();
  return { database, close: () => database.close() };
});

graphqlContract('PGlite in a worker thread', async () => {
  const database = await openPgliteDatabase({ directory: null });
  return { database, close: () => database.close() };
});
