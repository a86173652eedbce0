/** The migrations after the base run on rows that are there. */
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPgliteDatabase } from '../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { openProject, readMigrations } from '../../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../../server/backend/embedded/migrations/runner.ts';
import { emptySnapshot } from '../../../support/embedded/empty-database.ts';
import { postgresForTests } from '../../../support/postgres.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../../server/project');

/** The last migration of the base. */
const BASE = 'tabelas_editadas_e_observadas';

const ROWS = `
insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA');
insert into storage.files (id, bucket_id, name, metadata)
  values ('00000000-0000-4000-8000-0000000000c1', 'default', 'a.pdf', '{"alt": "Lei", "confirmado": ["CPF_NO_TEXTO"], "justificativa": "Mandada em lei"}');
-- As databases of before the base have it.
update edicao.tabela_auditada set fora = array_remove(fora, 'busca_texto') where tabela = 'servico';
`;

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened) await close();
});

async function onPglite(): Promise<Database> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  opened.push(() => database.close());
  return database;
}

async function onPostgres(): Promise<Database> {
  const server = await postgresForTests();
  const database = await openPostgresDatabase({ connectionString: server.connectionString });
  opened.push(async () => {
    await database.close();
    await server.stop();
  });
  return database;
}

test.each([
  ['PGlite', onPglite],
  ['a Postgres server', onPostgres],
])(
  'a database of the base is brought up to date on %s',
  async (_, open) => {
    const database = await open();
    const migrations = await readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap'));
    const index = migrations.findIndex(({ name }) => name.endsWith(BASE));
    expect(index).toBeGreaterThan(0);
    await migrate(database, migrations.slice(0, index + 1));
    await database.script(ROWS);
    const { applied } = await migrate(database, migrations);
    expect(applied).toHaveLength(migrations.length - index - 1);
    const rows = async (statement: string) => (await database.query(statement)).rows;
    expect(await rows('select metadata::text from storage.files')).toEqual([{ metadata: '{"alt": "Lei"}' }]);
    expect(await rows(`select fora from edicao.tabela_auditada where tabela = 'servico'`)).toEqual([
      { fora: ['atualizado_em', 'versao', 'busca_texto'] },
    ]);
  },
  240_000,
);
