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

/** Labels of the entries of menus that lead to nothing. */
const deadMenus = async (): Promise<readonly unknown[]> =>
  (
    await project.database.query(
      `select m.rotulo from menu_item m join ligacao_quebrada q on q.tabela = 'menu_item' and q.chave = m.id::text where m.ativo order by m.id`,
    )
  ).rows.map(({ rotulo }) => rotulo);

const isOn = async (rotulo: string): Promise<unknown> =>
  (await project.database.query('select bool_and(ativo) as ativo from menu_item where rotulo = $1', [rotulo])).rows[0]?.['ativo'];

const pageOf = (slug: string): object => ({ slug, titulo: slug, publicado: true, publicado_em: '2026-01-02T12:00:00Z' });

const PAGE = 'mutation ($page: pagina_insert_input!) { insert_pagina_one(object: $page) { id } }';

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
    await project.ask.data(
      `mutation { insert_menu_item_one(object: {area: "rodape", rotulo: "Feito por nós", destino_tipo: "pagina", destino: "historia"}) { id } }`,
      ADMINISTRATOR,
    );
    const menus = await total('menu_item where ativo');
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

    // Only the entry of a person is left for the institution to decide about.
    expect(await deadMenus()).toEqual(['Feito por nós']);
    expect(await isOn('Carta de Serviços')).toBe(false);
    // Entries that are off are no broken links, and a group goes with the last of its entries.
    expect(await total("ligacao_quebrada where tabela = 'menu_item'")).toBe(1);
    expect(
      await total(
        'menu_item g where g.ativo and g.destino is null and not exists (select from menu_item f where f.pai_id = g.id and f.ativo)',
      ),
    ).toBe(0);
    expect(await isOn('Este site')).toBe(false);
    await project.ask.data(PAGE, { ...ANA, variables: { page: pageOf('acessibilidade') } });
    expect([await isOn('Este site'), await isOn('Acessibilidade'), await isOn('Termos de uso')]).toEqual([true, true, false]);
    await project.ask.data(PAGE, { ...ANA, variables: { page: { ...pageOf('servidor-ativo'), publicado: false } } });
    await project.ask.data(PAGE, { ...ANA, variables: { page: { ...pageOf('prova-de-vida'), publicado_em: '2999-01-01T12:00:00Z' } } });
    // Visitors see the entry of a scheduled page from its moment on.
    expect([await isOn('Servidor ativo'), await isOn('Prova de vida')]).toEqual([false, true]);
    await project.ask.data(PAGE, { ...ANA, variables: { page: pageOf('carta-de-servicos') } });
    expect([await isOn('Carta de Serviços'), await isOn('Servidor ativo')]).toEqual([true, false]);
    // What the institution switches off afterwards stays off, whatever is written in the page.
    await project.database.query("update menu_item set ativo = false where rotulo = 'Carta de Serviços'");
    await project.ask.data(
      'mutation { update_pagina(where: {slug: {_eq: "carta-de-servicos"}}, _set: {resumo: "Novo"}) { affected_rows } }',
      ANA,
    );
    expect(await isOn('Carta de Serviços')).toBe(false);
    await project.database.script("update menu_item set ativo = true where rotulo = 'Carta de Serviços'; delete from pagina");

    // Its rows were public, so nobody has to approve them.
    await project.database.script('update configuracao_site set exige_aprovacao = true');
    await replace('devolver');
    await project.database.script('update configuracao_site set exige_aprovacao = false');
    expect(await total('menu_item where ativo')).toBe(menus);
    expect(await contents()).toEqual(edited);
    expect(await total('edicao.copia_da_demonstracao')).toBe(0);
    expect((await project.database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'carregada' }]);
  }, 240_000);
});
