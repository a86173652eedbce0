/** The demonstration gives way to the institution's own content in one action, and comes back from the copy that the action makes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Row } from '../../../../server/backend/embedded/database.ts';
import { BulkFiles } from '../../../../server/backend/embedded/storage/bulk-files.ts';
import { DirectoryBlobs } from '../../../../server/backend/embedded/storage/directory-blobs.ts';
import { loadDemonstration } from '../../../../server/project/demo/load.ts';
import { ADMINISTRATOR, ANA, onPostgres, type ProjectEngine } from './project-engine.ts';

// Nothing here looks into a file. To draw the pictures and to print the documents would be most of the load.
vi.mock(import('../../../../server/project/demo/loader/pictures.ts'), async (original) => ({
  ...(await original()),
  renderPicture: ({ svg }) => Promise.resolve(Buffer.from(svg)),
}));
vi.mock(import('../../../../server/project/demo/loader/pdf/render.ts'), () => ({
  printPdf: (content) => Promise.resolve({ bytes: Buffer.from(JSON.stringify(content)), pages: 1 }),
}));

const REPLACE = 'mutation ($acao: String!) { insert_troca_de_conteudo_one(object: {acao: $acao}) { acao linhas usuario } }';

let project: ProjectEngine;
let directory: string;

// On a server: a statement of the database in process may take 30 s, and machines that run tests are busy.
beforeAll(async () => {
  project = await onPostgres();
  const { database } = project;
  directory = await mkdtemp(path.join(tmpdir(), 'demonstracao-'));
  const { signal } = new AbortController();
  await database.transaction((tx) =>
    loadDemonstration({
      database: tx,
      files: new BulkFiles(tx, new DirectoryBlobs(directory, 'deferred')),
      now: new Date('2026-11-02T12:00:00Z'),
      progress: () => undefined,
      signal,
    }),
  );
  await database.script("insert into embutido.instalacao (demonstracao, demonstracao_em) values ('carregada', now())");
}, 240_000);
afterAll(async () => {
  await project.close();
  await rm(directory, { recursive: true, force: true });
});

/** Does what the mutation does, as the administrator, with as much time as a busy machine needs. */
async function replace(acao: string): Promise<Row | undefined> {
  const session = JSON.stringify({ ...ADMINISTRATOR.session, 'x-hasura-role': ADMINISTRATOR.role });
  return project.database.transaction(async (tx) => {
    await tx.query("select set_config('hasura.user', $1, true)", [session]);
    const { rows } = await tx.query('insert into troca_de_conteudo (acao) values ($1) returning acao, linhas', [acao], {
      timeoutMs: 200_000,
    });
    return rows[0];
  });
}

/** Rows of each table without what every update changes. */
async function contents(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { rows } = await project.database.query('select unnest(edicao.tabelas_da_demonstracao()) as tabela');
  const found: Record<string, readonly unknown[]> = {};
  for (const tabela of [...rows.map((row) => String(row['tabela'])), 'orgao_colegiado', 'categoria_documento']) {
    const table = await project.database.query(
      `select (to_jsonb(t) - '{versao,atualizado_em,busca,busca_texto}'::text[])::text as linha from ${tabela} t order by 1`,
    );
    found[tabela] = table.rows.map((row) => row['linha']);
  }
  return found;
}

const total = async (from: string): Promise<number> =>
  Number((await project.database.query(`select count(*)::integer as total from ${from}`)).rows[0]?.['total']);

describe('the demonstration', () => {
  test('is taken away only by an administrator', async () => {
    expect((await project.ask.fault(REPLACE, { ...ANA, variables: { acao: 'retirar' } })).message).toContain('not found');
    expect((await project.ask.fault(REPLACE, { ...ADMINISTRATOR, variables: { acao: 'devolver' } })).message).toContain(
      'Não há conteúdo de demonstração retirado',
    );
  });

  test('goes without what people have written or what that refers to, and comes back as it was', async () => {
    const before = await contents();
    const documents = before['documento']?.length ?? 0;
    expect(documents).toBeGreaterThan(100);
    const [first] = (
      await project.database.query('select id, imagem_id::text as imagem from noticia where imagem_id is not null order by id limit 1')
    ).rows;
    await project.ask.data(
      `mutation { insert_noticia_one(object: {slug: "nossa", titulo: "Nossa", imagem_id: "${String(first?.['imagem'])}"}) { id } }`,
      ANA,
    );
    await project.ask.data('mutation { update_documento_by_pk(pk_columns: {id: 1}, _set: {fonte: "Nossa fonte"}) { id } }', ANA);
    const edited = await contents();
    const trail = await total("auditoria where tabela in ('documento', 'noticia', 'arquivo')");

    const done = await replace('retirar');
    expect(done).toEqual({ acao: 'retirar', linhas: await total('edicao.copia_da_demonstracao') });
    expect(done?.['linhas']).toBeGreaterThan(documents);
    expect((await project.database.query('select slug from noticia')).rows).toEqual([{ slug: 'nossa' }]);
    expect((await project.database.query('select id from documento')).rows.map(({ id }) => Number(id))).toContain(1);
    expect(await total('documento')).toBeLessThan(5);
    expect(await total(`arquivo where id = '${String(first?.['imagem'])}'`)).toBe(1);
    expect(await total('pagina')).toBe(0);
    expect(await total('menu_item')).toBeGreaterThan(0);
    expect(await total('categoria_documento where ativo')).toBeGreaterThan(0);
    expect(await total("auditoria where tabela in ('documento', 'noticia', 'arquivo')")).toBe(trail);
    expect((await project.database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'retirada' }]);
    expect((await project.ask.fault(REPLACE, { ...ADMINISTRATOR, variables: { acao: 'retirar' } })).message).toContain(
      'Não há conteúdo de demonstração para retirar',
    );

    await replace('devolver');
    expect(await contents()).toEqual(edited);
    expect(await total('edicao.copia_da_demonstracao')).toBe(0);
    expect((await project.database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'carregada' }]);
  }, 240_000);
});
