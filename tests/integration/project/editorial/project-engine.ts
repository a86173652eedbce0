/** The project's real schema and metadata behind the engine, on PGlite and on a Postgres server, asked as the people who edit. */
import { openPgliteDatabase } from '../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database, Row } from '../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../server/backend/embedded/graphql/engine.ts';
import { migratedPostgres, migratedSnapshot } from '../../../support/embedded/migrated-database.ts';
import { type GraphqlClient, graphqlClient } from '../../../support/graphql-fixture/graphql-client.ts';
import { projectMetadata } from '../../../support/project-metadata.ts';

export interface ProjectEngine {
  readonly database: Database;
  readonly engine: GraphqlEngine;
  readonly ask: GraphqlClient;
  /** The value of the first root field of a query. */
  readonly field: (...question: Parameters<GraphqlClient['data']>) => Promise<Row>;
  /** Rows of a statement of the database itself. */
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  close(): Promise<void>;
}

const ANA_ID = '00000000-0000-4000-8000-00000000000a';
const BIA_ID = '00000000-0000-4000-8000-00000000000b';

export const ANA = { role: 'editor', session: { 'x-hasura-user-id': ANA_ID } };
export const BIA = { role: 'editor', session: { 'x-hasura-user-id': BIA_ID } };
export const ADMINISTRATOR = { role: 'administrador', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000c' } };

async function projectEngine(database: Database, release: () => Promise<void>): Promise<ProjectEngine> {
  await database.script(`
    insert into auth.users (id, display_name, locale, default_role)
      values ('${ANA_ID}', 'Ana', 'pt', 'editor'), ('${BIA_ID}', 'Bia', 'pt', 'editor');
    insert into auth.user_roles (user_id, role) values ('${ANA_ID}', 'editor'), ('${BIA_ID}', 'editor')`);
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  const ask = graphqlClient(() => engine);
  return {
    database,
    engine,
    ask,
    field: async (...question) => Object.values((await ask.data(...question)) as Readonly<Record<string, Row>>)[0] ?? {},
    rows: async (statement) => (await database.query(statement)).rows,
    async close() {
      await database.close();
      await release();
    },
  };
}

async function onPglite(): Promise<ProjectEngine> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await migratedSnapshot() });
  return projectEngine(database, () => Promise.resolve());
}

export async function onPostgres(): Promise<ProjectEngine> {
  const server = await migratedPostgres();
  return projectEngine(await openPostgresDatabase({ connectionString: server.connectionString }), () => server.stop());
}

export const PROJECT_ENGINES = [
  ['PGlite', onPglite],
  ['a Postgres server', onPostgres],
] as const;
