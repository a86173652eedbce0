import { memoryDatabase } from '../../../../support/graphql-fixture/pglite-database.ts';
import { mutationContract } from './mutation-suite.ts';

mutationContract('PGlite', async () => {
  const database = await memoryDatabase();
  return { database, close: () => database.close() };
});
