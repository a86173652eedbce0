import { memoryDatabase } from '../../../../support/graphql-fixture/pglite-database.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('PGlite in memory', async () => {
  const database = await memoryDatabase();
  return { database, close: () => database.close() };
});
