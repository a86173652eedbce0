import { mutationContract } from './mutation-suite.ts';
import { openPostgres } from './postgres-database.ts';

mutationContract('a Postgres server', openPostgres);
