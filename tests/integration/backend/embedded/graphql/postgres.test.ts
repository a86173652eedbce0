import { openPostgres } from './postgres-database.ts';
import { graphqlContract } from './suite.ts';

graphqlContract('a Postgres server', openPostgres);
