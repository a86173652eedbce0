import { mutationContract } from './mutation-suite.ts';
import { openPglite } from './pglite-database.ts';

mutationContract('PGlite', openPglite);
