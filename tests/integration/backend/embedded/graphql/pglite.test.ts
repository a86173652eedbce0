import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('PGlite in a worker thread', async () => {
  const database = await openPgliteDatabase({ directory: null });
  return { database, close: () => database.close() };
});
