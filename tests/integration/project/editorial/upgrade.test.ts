/** A database that was filled before people could edit in it is brought up to date: rows keep what they are, reports know them. */
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openPgliteDatabase } from '../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { openProject, readMigrations } from '../../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../../server/backend/embedded/migrations/runner.ts';
import { emptySnapshot } from '../../../support/embedded/empty-database.ts';
import { postgresForTests } from '../../../support/postgres.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../../server/project');

/** The last migration before editing began. */
const LAST_BEFORE = '1767225622000_listas_e_busca';

const ROWS = `
insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA');
insert into storage.files (id, bucket_id, name, metadata)
  values ('00000000-0000-4000-8000-0000000000c1', 'default', 'a.pdf', '{"alt": "Lei", "confirmado": ["CPF_NO_TEXTO"], "justificativa": "Mandada em lei"}');
insert into arquivo (id, nome, mime, tamanho_bytes) values ('00000000-0000-4000-8000-0000000000c1', 'a.pdf', 'application/pdf', 1);
insert into documento (id, categoria_slug, titulo, exercicio, versao) values (1, 'leis', 'Lei 1', 2026, 3), (2, 'leis', 'Lei 2', 2026, 1);
insert into documento_arquivo (documento_id, arquivo_id) values (1, '00000000-0000-4000-8000-0000000000c1');
insert into documento_versao (documento_id, versao, motivo, snapshot) values (1, 1, 'Correção', '{}'), (1, 2, 'Outra', '{}');
insert into pagina (id, slug, titulo, publicado, publicado_em) values (1, 'carta', 'Carta', true, '2026-01-01');
insert into noticia (id, slug, titulo, corpo_html) values (1, 'a', 'A', '<a href="/paginas/carta">c</a><a href="/paginas/nada">n</a><a href="/lai">l</a>');
insert into menu_item (area, rotulo, destino_tipo, destino) values ('rodape', 'Nada', 'pagina', 'nao-ha');
insert into redirecionamento (origem, destino) values ('/a', '/b');
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

describe.each([
  ['PGlite', onPglite],
  ['a Postgres server', onPostgres],
])('on %s', (_, open) => {
  test('the migrations of editing run on rows that are there', async () => {
    const database = await open();
    const migrations = await readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap'));
    const index = migrations.findIndex(({ name }) => name.includes(LAST_BEFORE));
    expect(index).toBeGreaterThan(0);
    await migrate(database, migrations.slice(0, index + 1));
    await database.script(ROWS);
    const { applied } = await migrate(database, migrations);
    expect(applied).toHaveLength(migrations.length - index - 1);
    const rows = async (statement: string) => (await database.query(statement)).rows;
    expect(await rows('select id::integer, edicao, versao from documento order by id')).toEqual([
      { id: 1, edicao: 3, versao: 1 },
      { id: 2, edicao: 1, versao: 1 },
    ]);
    expect(await rows('select metadata::text from storage.files')).toEqual([{ metadata: '{"alt": "Lei"}' }]);
    expect(await rows('select tabela, destino from ligacao_quebrada order by destino')).toEqual([
      { tabela: 'noticia', destino: '/paginas/nada' },
      { tabela: 'menu_item', destino: '/paginas/nao-ha' },
    ]);
    expect(await rows('select tabela, destino from ligacao_de_rota order by destino')).toEqual([
      { tabela: 'redirecionamento', destino: '/b' },
      { tabela: 'noticia', destino: '/lai' },
    ]);
    expect(await rows('select id::integer from documento_sem_arquivo')).toEqual([{ id: 2 }]);
    // Later migrations change rows that migrations have made.
    expect(
      await rows("select count(*)::integer as total from auditoria where tabela not in ('assunto', 'canal_atendimento', 'pntp_criterio')"),
    ).toEqual([{ total: 0 }]);
    expect(await rows("select versao, linha ->> 'titulo' as titulo from listar_versoes('documento', '1')")).toEqual([
      { versao: 1, titulo: 'Lei 1' },
    ]);
  }, 240_000);
});
