import { openPglite } from './pglite-database.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('PGlite', openPglite);
