/**
 * What a filter by the `…_visivel` views costs a statement on the oldest supported Postgres: the whole of a young institution's documents was read for
 * its newest six, and each picture of a page brought the plan of every content that may show one.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { postgresFrom, type TestPostgres } from '../../support/postgres.ts';
import { serverBinaries } from '../../support/postgres-server.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../server/project');

const YOUNG = `
insert into documento (categoria_slug, titulo, publicado_em, publicado)
select c.slug, 'Ato ' || n, date '2020-01-01' + n, true
  from generate_series(1, 1200) n
  join (select slug, row_number() over (order by slug) as i, count(*) over () as categorias from categoria_documento where ativo) c
    on c.i = 1 + n % c.categorias`;

const NEWEST = `
select t.id from documento t where exists (select 1 from documento_visivel v where v.id = t.id and v.id is not null)
 order by t.publicado_em desc nulls first, t.id desc nulls first limit 6`;

const PICTURE =
  'select a.id from arquivo a where a.id = gen_random_uuid() and exists (select 1 from arquivo_visivel v where v.id = a.id) limit 1';

interface PlanNode {
  readonly 'Relation Name'?: string;
  /** Absent where the table is read from end to end. */
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await postgresFrom(await serverBinaries());
  database = await openPostgresDatabase({ connectionString: postgres.connectionString, connections: 1 });
  const project = await openProject(PROJECT);
  await migrate(database, await readMigrations(project, path.join(PROJECT, 'bootstrap')));
  await database.query(YOUNG);
  await database.script('analyze documento');
}, 120_000);
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

async function nodesOf(statement: string): Promise<readonly PlanNode[]> {
  const { rows } = await database.query(`explain (format json) ${statement}`);
  const below = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)];
  const explained = (rows[0]?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: PlanNode }[];
  return explained.flatMap(({ Plan }) => below(Plan));
}

test('the newest documents of a young institution are found by their index', async () => {
  const ofDocuments = (await nodesOf(NEWEST)).filter((node) => node['Relation Name'] === 'documento');
  expect(ofDocuments.map((node) => node['Index Name'])).toEqual(['documento_recentes', 'documento_pkey']);
});

test('a picture adds the plans of the public bucket and of documents to a statement, and none of the other contents', async () => {
  const tables = (await nodesOf(PICTURE)).flatMap((node) => node['Relation Name'] ?? []);
  expect([...new Set(tables)].sort()).toEqual(['arquivo', 'categoria_documento', 'documento', 'documento_arquivo', 'files']);
});
