/** What the triggers of the project's tables say on the channel of changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
}, 60_000);
afterAll(() => database.close());

/** Runs statements and returns the notices that their transactions sent, of which each must be in the record. */
async function noticesOf(statements: string): Promise<readonly unknown[]> {
  const notices: unknown[] = [];
  const stop = await database.listen('conteudo', (payload) => notices.push(JSON.parse(payload)));
  await database.exec(statements);
  // Notices come before the answer to the next statement.
  await database.query('select 1');
  await stop();
  expect(await column(database, 'select aviso from public.mudanca')).toEqual(expect.arrayContaining(notices));
  return notices;
}

async function insertLaws(...ids: readonly number[]): Promise<void> {
  const rows = ids.map((id) => `(${id}, 'leis', 'Lei', 2026, '2026-01-02', true)`);
  await database.exec(
    `insert into public.documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values ${rows.join()}`,
  );
}

const documentoBy = (column: string, key: string) => ({ column, table: 'documento', key });

/** Whether a list has exactly these members, in any order. */
function sameMembers(members: readonly object[]): (value: unknown) => boolean {
  const sorted = (list: readonly unknown[]): string =>
    JSON.stringify(list.map((member) => JSON.stringify(member, ['column', 'table', 'key'])).toSorted());
  return (value) => Array.isArray(value) && sorted(value) === sorted(members);
}

describe('change notices', () => {
  it('name the row and the operation', async () => {
    const notices = await noticesOf(`
      insert into public.termo_glossario (id, termo, definicao) values (7, 'RPPS', 'Regime próprio');
      update public.termo_glossario set sigla = 'RPPS' where id = 7;
      delete from public.termo_glossario where id = 7;
    `);
    expect(notices).toEqual([
      { table: 'termo_glossario', key: '7', op: 'INSERT', refs: [] },
      { table: 'termo_glossario', key: '7', op: 'UPDATE', refs: [], columns: ['sigla'] },
      { table: 'termo_glossario', key: '7', op: 'DELETE', refs: [] },
    ]);
  });

  it('name the rows that the row refers to before and after the change, except vocabularies', async () => {
    await insertLaws(1, 2);
    const category = (key: string) => ({ column: 'categoria_slug', table: 'categoria_documento', key });
    expect(
      await noticesOf(`
        update public.documento set categoria_slug = 'portarias', situacao_id = 'vigente', substitui_documento_id = 1 where id = 2;
        insert into public.contrato_fiscal (id, documento_id, pessoa_nome) values (3, 2, 'Ana');
        insert into public.documento_relacao values (1, 2, 'relacionado');
      `),
    ).toEqual([
      {
        table: 'documento',
        key: '2',
        op: 'UPDATE',
        refs: expect.toSatisfy(sameMembers([category('leis'), category('portarias'), documentoBy('substitui_documento_id', '1')])),
        columns: ['categoria_slug', 'situacao_id', 'substitui_documento_id'],
      },
      { table: 'contrato_fiscal', key: '3', op: 'INSERT', refs: [documentoBy('documento_id', '2')] },
      {
        table: 'documento_relacao',
        key: '1:2:relacionado',
        op: 'INSERT',
        refs: expect.toSatisfy(sameMembers([documentoBy('de_id', '1'), documentoBy('para_id', '2')])),
      },
    ]);
  });

  it('stay far below the size limit of a notification', async () => {
    await insertLaws(11, 12);
    const sizes: number[] = [];
    const stop = await database.listen('conteudo', (payload) => sizes.push(Buffer.byteLength(payload)));
    await database.exec(`
      update public.documento set
        titulo = 't', numero = '9', exercicio = 2025, competencia_inicio = '2025-01-01', competencia_fim = '2025-12-31', data_ato = '2025-01-01',
        publicado_em = '2025-02-01', ementa = 'e', resumo_simples = 'r', modalidade = 'm', interessado = 'i', valor = 1,
        vigencia_inicio = '2025-01-01', vigencia_fim = '2026-01-01', pncp_id = 'p', pncp_url = '/u', licitacao_id = 11, url_externa = '/x', fonte = 'f',
        revogado_por_documento_id = 11, substitui_documento_id = null, diario_oficial_edicao = 'd', diario_oficial_url = '/d', ordem = 3,
        contem_dado_pessoal = true, publicado = false, versao = 2
      where id = 12
    `);
    await database.query('select 1');
    await stop();
    expect(sizes.length).toBe(1);
    expect(Math.max(...sizes)).toBeLessThan(4_000);
  });

  it('report a truncated table, and each table truncated with it, as the deletion of every row', async () => {
    expect(await noticesOf('truncate public.termo_glossario')).toEqual([{ table: 'termo_glossario', key: '*', op: 'DELETE' }]);
    const cascaded = await noticesOf('truncate public.noticia, public.comunicado cascade');
    expect(cascaded).toContainEqual({ table: 'comunicado_arquivo', key: '*', op: 'DELETE' });
  });

  it('report a changed vocabulary as a whole, once for each transaction', async () => {
    const whole = { table: 'situacao_documento', key: '*', op: 'DELETE' };
    expect(await noticesOf(`update public.situacao_documento set rotulo = rotulo || '.'`)).toEqual([whole]);
    expect(await noticesOf(`insert into public.situacao_documento values ('nova', 'Nova', 90)`)).toEqual([whole]);
    expect(await noticesOf(`delete from public.situacao_documento where valor = 'nova'`)).toEqual([whole]);
    expect(await noticesOf('truncate public.tipo_comunicado cascade')).toContainEqual({ ...whole, table: 'tipo_comunicado' });
  });

  it('are not sent when an update leaves a vocabulary unchanged', async () => {
    const again = `
      update public.situacao_documento set rotulo = rotulo;
      update public.situacao_documento set rotulo = 'Nenhuma' where valor = 'que não há';
      insert into public.situacao_documento values ('vigente', 'Em vigor', 1) on conflict do nothing;
    `;
    expect(await noticesOf(again)).toEqual([]);
  });

  it('report the old key of a row as deleted when its key changes', async () => {
    const notices = await noticesOf(`
      insert into public.termo_glossario (id, termo, definicao) values (70, 'Certidão', 'Documento');
      update public.termo_glossario set id = 71, sigla = 'CTC' where id = 70;
      update public.termo_glossario set id = 71 where id = 71;
    `);
    expect(notices.filter((notice) => JSON.stringify(notice).includes('"70"'))).toEqual([
      { table: 'termo_glossario', key: '70', op: 'INSERT', refs: [] },
      { table: 'termo_glossario', key: '70', op: 'DELETE', refs: [] },
    ]);
    expect(notices).toContainEqual({ table: 'termo_glossario', key: '71', op: 'UPDATE', refs: [], columns: ['id', 'sigla'] });
  });

  it('are kept as they were sent, with the number of their transaction, for two days', async () => {
    await database.exec('delete from public.mudanca');
    await database.exec(
      `insert into public.mudanca (ocorrida_em, aviso) select now() - interval '3 days', '{}' from generate_series(1, 5)`,
    );
    const notices = await noticesOf(`insert into public.faq_categoria (nome, slug) values ('A', 'registro-a'), ('B', 'registro-b')`);
    const recorded = await column(database, `select aviso from public.mudanca where ocorrida_em > now() - interval '1 day' order by id`);
    expect(recorded).toEqual(notices);
    // Two rows went for each that came.
    expect(await column(database, 'select count(*)::int from public.mudanca')).toEqual([3]);
    const [written] = await column(database, 'select transacao::int from public.mudanca order by id desc limit 1');
    // A transaction of another database of the server that began before holds it back until its end.
    const below = async (): Promise<number> =>
      Number((await column(database, 'select transacao::int from public.momento_das_mudancas'))[0]);
    await expect.poll(below).toBeGreaterThan(Number(written));
    await database.exec(`delete from public.faq_categoria where slug like 'registro-%'`);
  });

  it('name every row when the demonstration is taken away, and the description of a stored file that is deleted', async () => {
    const file = '00000000-0000-4000-8000-0000000000ff';
    // The demonstration of this database is older than all of its rows, so that none goes.
    const notices = await noticesOf(`
      insert into embutido.instalacao (demonstracao, demonstracao_em) values ('carregada', '2000-01-01');
      insert into public.troca_de_conteudo (acao) values ('retirar');
      insert into storage.files (id, bucket_id, name, is_uploaded) values ('${file}', 'default', 'ata.pdf', true);
      delete from storage.files where id = '${file}';
    `);
    expect(notices).toContainEqual({ table: 'documento', key: '*', op: 'DELETE' });
    expect(notices).toContainEqual({ table: 'arquivo', key: file, op: 'DELETE', refs: [{ column: 'id', table: 'arquivo', key: file }] });
  });

  it('come from a table that a later migration adds', async () => {
    await database.exec(`
      create table public.depois (id int primary key, nome text);
      select public.observar_tabela('public.depois');
    `);
    const notices = await noticesOf(`insert into public.depois values (1, 'a'); update public.depois set id = 2; truncate public.depois`);
    await database.exec('drop table public.depois');
    expect(notices).toHaveLength(4);
  });

  it('come from every table but the two records of changes, whose rows come with the notice of what they record', async () => {
    const tables = await column(
      database,
      `select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('auditoria', 'mudanca') order by 1`,
    );
    expect(await watchedBy('notificar_mudanca')).toEqual(tables);
    expect(await watchedBy('notificar_esvaziamento')).toEqual(tables);
  });
});

describe('a table whose new rows reach the index of the search', () => {
  it('tells it of rows that change, go, and are truncated as well', async () => {
    const tables = await watchedBy('indexar_insercao');
    expect(await watchedBy('indexar_alteracao')).toEqual(expect.arrayContaining([...tables]));
    expect(await watchedBy('indexar_exclusao')).toEqual(tables);
    expect(await watchedBy('indexar_esvaziamento')).toEqual(tables);
  });
});

function watchedBy(trigger: string): Promise<readonly unknown[]> {
  return column(database, `select tgrelid::regclass::text from pg_trigger where tgname = '${trigger}' order by 1`);
}
