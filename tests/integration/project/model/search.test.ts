/** What the search finds, and in which order: the functions of the index on rows of every kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

const ROWS = `
insert into termo_glossario (termo, sigla, definicao, sinonimos) values
  ('Contracheque', null, 'x', '{holerite}'), ('Décimo terceiro', '13º', 'x', '{}'), ('Serviço de Informação', 'SIC', 'x', '{e-SIC}');
insert into pagina (id, slug, titulo, resumo, publicado, publicado_em) values
  (1, 'pensao', 'Pensão por morte', null, true, '2024-01-01'), (2, 'futura', 'Pensão futura', null, true, now() + interval '1 day'),
  (3, 'rascunho', 'Pensão em rascunho', null, false, null), (5, 'prova', 'Prova de vida', null, true, '2024-01-01'), (4, 'morte', 'Em caso de morte', 'Quem recebe a pensão', true, '2024-01-01');
insert into servico (id, slug, nome, resumo, publicado) values
  (1, 'contracheque', 'Pedir segunda via do contracheque', null, true), (2, 'sic', 'Serviço de informação', 'Pedidos', true);
insert into menu_item (area, rotulo, descricao, destino_tipo, destino) values ('principal', 'Fale conosco', 'Telefones e endereços', 'rota', '/contato/faleConosco');
insert into faq_categoria (id, nome, slug) values (1, 'Pagamento', 'pagamento');
insert into pergunta_frequente (id, categoria_id, pergunta, resposta_html, publicado) values
  (1, 1, 'Quando sai o 13º?', '<p>Em junho &amp; dezembro.</p>', true);
insert into unidade (id, nome, sigla, publicado) values (1, 'Posto Beira-Rio', 'PBR', true);
insert into pessoa (id, nome) values ('00000000-0000-4000-8000-000000000001', 'Lúcia Maués');
insert into orgao_colegiado (id, chave, nome) values (1, 'conselho_fiscal', 'Conselho Fiscal');
insert into membro_orgao (id, orgao_id, pessoa_id, cargo, publicado) values (1, 1, '00000000-0000-4000-8000-000000000001', 'Presidente', true);
insert into noticia (id, slug, titulo, corpo_html, publicado, publicado_em) values (1, 'n', 'Novas regras', '<p>empréstimos</p>', true, '2025-03-10');
insert into documento (id, categoria_slug, titulo, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa, situacao_id, publicado, retirado_em, retirado_motivo) values
  (1, 'atasDoConselhoFiscal', 'Ata da 3ª reunião', 2025, null, null, '2025-03-12', '2025-03-20', null, null, true, null, null),
  (2, 'atasDoConselhoFiscal', 'Ata da 4ª reunião', 2025, null, null, '2025-06-12', '2025-06-20', null, null, true, null, null),
  (3, 'prestacaoDeContas', 'Balancete', 2024, '2024-03-01', '2024-03-31', null, '2024-04-20', null, null, true, null, null),
  (4, 'crp', 'Certificado nº 1', 2025, null, null, '2025-01-01', '2025-01-02', null, null, true, null, null),
  (5, 'leis', 'Lei nº 1.467', 2019, null, null, '2019-01-01', '2019-01-02', 'Trata do plano', 'revogada', true, null, null),
  (6, 'leis', 'Lei nº 1.500', 2018, null, null, '2018-01-01', '2018-01-02', 'Trata do plano', 'vigente', true, null, null),
  (7, 'leis', 'Lei do amanhã', 2025, null, null, null, current_date + 5, null, null, true, null, null),
  (8, 'leis', 'Lei recolhida', 2025, null, null, null, '2025-01-02', null, null, true, now() - interval '1 day', 'motivo'),
  (9, 'contratoPublicacao', 'Contrato nº 3/2024', 2024, null, null, '2024-09-01', '2024-09-02', null, null, true, null, null);
insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded) values
  ('00000000-0000-4000-8000-00000000000f', 'default', 'a.pdf', 1, 'application/pdf', true);
insert into arquivo (id, nome, mime, tamanho_bytes, texto_extraido) values
  ('00000000-0000-4000-8000-00000000000f', 'a.pdf', 'application/pdf', 1, 'Primeira folha.' || chr(12) || 'Despesas com vigilância noturna do prédio.');
insert into documento_arquivo (documento_id, arquivo_id) values (3, '00000000-0000-4000-8000-00000000000f')`;

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
  await database.exec(ROWS);
});
afterAll(() => database.close());

interface Row {
  readonly titulo: string | null;
  readonly trecho: string | null;
  readonly pagina: number | null;
  readonly total: number;
  readonly modo: string;
  readonly corrigida: string | null;
}

async function search(texto: string, args = ''): Promise<readonly Row[]> {
  return (await database.query<Row>(`select * from buscar($1 ${args}) order by posicao`, [texto])).rows;
}

const titles = (rows: readonly Row[]): readonly string[] => rows.flatMap(({ titulo }) => titulo ?? []);

describe('the search', () => {
  it.each([
    ['pensões', 'Pensão por morte'],
    ['ata de março', 'Ata da 3ª reunião'],
    ['atas de março de 2025', 'Ata da 3ª reunião'],
    ['ata 06/2025', 'Ata da 4ª reunião'],
    ['balancete mar/2024', 'Balancete'],
    ['contrato 3/2024', 'Contrato nº 3/2024'],
    ['CRP', 'CRP – Certificado de Regularidade Previdenciária'],
    ['C.R.P.', 'CRP – Certificado de Regularidade Previdenciária'],
    ['lei 1467', 'Lei nº 1.467'],
    ['holerite', 'Pedir segunda via do contracheque'],
    ['2a via contracheque', 'Pedir segunda via do contracheque'],
    ['décimo terceiro', 'Quando sai o 13º?'],
    ['esic', 'Serviço de informação'],
    ['beira rio', 'Posto Beira-Rio'],
    ['pbr', 'Posto Beira-Rio'],
    ['quem é a presidente do conselho fiscal?', 'Lúcia Maués'],
    ['telefone', 'Fale conosco'],
    ['emprestimo', 'Novas regras'],
    ['vigilancia noturna', 'Balancete'],
    ['contrache', 'Pedir segunda via do contracheque'],
    ['numero de telefone do instituto', 'Fale conosco'],
    ['onde vejo, ou como procuro, o telefone?', 'Fale conosco'],
    ['parecer', 'Pareceres do TCM'],
  ])('a search for "%s" has "%s" first', async (texto, titulo) => {
    const rows = await search(texto);
    expect(rows[0]).toMatchObject({ titulo, modo: 'todas' });
  });

  it('counts what has no date among the present year of the institution', async () => {
    const rows = await search('presidente do conselho fiscal em ', '|| extract(year from hoje())::text');
    expect(rows[0]).toMatchObject({ titulo: 'Lúcia Maués', modo: 'todas' });
  });

  it.each([
    ['contarcheque', 'contracheque', 'Pedir segunda via do contracheque'],
    ['contra cheque', 'contracheque', 'Pedir segunda via do contracheque'],
    ['pençao', 'pensão', 'Pensão por morte'],
    ['contra cheqe', 'contracheque', 'Pedir segunda via do contracheque'],
    ['olerit', 'holerite', 'Pedir segunda via do contracheque'],
    ['vyda', 'vida', 'Prova de vida'],
    ['vdia', 'vida', 'Prova de vida'],
    ['porva', 'prova', 'Prova de vida'],
  ])('puts "%s" right', async (texto, corrigida, titulo) => {
    expect((await search(texto))[0]).toMatchObject({ titulo, modo: 'corrigida', corrigida });
  });

  // Other words of as many letters, and no mistyped ones.
  it.each(['vila', 'vira', 'morde', 'prosta'])('takes "%s" for no mistake', async (texto) => {
    expect(await search(texto)).toMatchObject([{ total: 0, corrigida: null }]);
  });

  it('finds a phrase where its words stand together, and leaves out what is excluded', async () => {
    expect(titles(await search('"pensão por morte"'))).toEqual(['Pensão por morte']);
    expect(titles(await search('morte -pensão', `, tipo => 'pagina'`))).toEqual([]);
    expect(titles(await search('pensão -caso', `, tipo => 'pagina'`))).toEqual(['Pensão por morte']);
    expect(titles(await search('-pensão'))).toEqual([]);
  });

  it('is narrowed by kind, year and category, and counts what each choice leaves', async () => {
    expect(titles(await search('ata', `, ano => 2025, categoria => 'atasDoConselhoFiscal', tipo => 'documento'`))).toHaveLength(2);
    expect(titles(await search('ata', ', ano => 2019'))).toEqual([]);
    const { rows } = await database.query<{ facetas: { anos: unknown } }>(
      `select facetas from buscar('ata', tipo => 'documento', limite => 1)`,
    );
    expect(rows[0]?.facetas.anos).toEqual([{ valor: '2025', total: 2 }]);
  });

  it('has what is in force before what was revoked, and neither drafts nor what is to come or was withdrawn', async () => {
    const found = titles(await search('lei', `, categoria => 'leis', tipo => 'documento'`));
    expect(found).toEqual(['Lei nº 1.500', 'Lei nº 1.467']);
    expect(titles(await search('pensão', `, tipo => 'pagina'`))).toEqual(['Pensão por morte', 'Em caso de morte']);
  });

  it('shows where a file has the words, with its page', async () => {
    const [first] = await search('vigilância');
    expect(first).toMatchObject({ trecho: expect.stringContaining('vigilância noturna'), pagina: 2 });
  });

  it('shows where a text has the words that neither title nor summary has', async () => {
    expect((await search('empréstimos', `, tipo => 'noticia'`))[0]).toMatchObject({ titulo: 'Novas regras', trecho: 'empréstimos' });
    expect((await search('regras', `, tipo => 'noticia'`))[0]).toMatchObject({ titulo: 'Novas regras', trecho: null });
  });

  it('makes no word of the parts of an address', async () => {
    await database.exec(`begin; update noticia set titulo = 'Foi pago'`);
    try {
      expect((await search('www.pa.gov.br'))[0]).toMatchObject({ corrigida: null });
    } finally {
      await database.exec('rollback');
    }
  });

  it('gives the total behind the last page, and where nothing is found', async () => {
    expect(await search('ata', ', deslocamento => 500')).toMatchObject([{ titulo: null, total: (await search('ata'))[0]?.total }]);
    expect(await search('xyzw')).toMatchObject([{ titulo: null, total: 0 }]);
  });
});

describe('the newest rows with a word', () => {
  // One row a day back from the end of 2026, and three thousand more in October of 2024; every tenth has "raro". That year is not counted.
  const MANY = `
    insert into indice.item (tabela, chave, tipo, categoria, ano, data, fator, titulo, destino, comprimento, principal, termos)
    select 'documento', 'd' || n, 'documento', '', extract(year from d), d, 1, 'x', '', 1, '', ('farto ' || case when n % 10 = 0 then 'raro ' else '' end
      || '#' || extract(year from d) || ' #' || extract(year from d) || '-' || extract(month from d))::tsvector
      from (select n, case when n <= 3000 then date '2024-10-01' + n % 31 else date '2026-12-31' - n + 3000 end as d from generate_series(1, 9000) n) r;
    insert into indice.item (tabela, chave, tipo, categoria, fator, titulo, destino, comprimento, principal, termos)
    values ('pagina', 'sem data', 'pagina', '', 1, 'x', '', 1, '', 'farto raro #0');
    insert into contagem.publicados select 'documento', 'd', ano, '', count(*) from indice.item where chave ~ '^d[0-9]' group by ano;
    delete from contagem.publicados where ano = 2024`;

  beforeAll(async () => {
    await database.exec(`begin; ${MANY}`);
  });
  afterAll(async () => {
    await database.exec('rollback');
  });

  it.each([
    ['farto', null, 1001],
    ['farto', 2024, 1001],
    ['farto', 2019, 1001],
    ['raro', null, 200],
    ['raro', null, 1001],
    ['raro', 2024, 1001],
    ['raro', 2019, 20],
    ['nenhum', null, 1001],
    ['farto', 1950, 1001],
  ])('are found from the newest on: "%s" of the year %s, at most %s', async (word, year, most) => {
    const { rows } = await database.query<{ found: readonly number[]; expected: readonly number[] }>(
      `select array(select i.id from unnest(indice.encontrar($1::tsquery, $2, $3)) with ordinality e (place, n)
           join indice.item i on i.ctid = e.place order by n) as found,
         array(select id from indice.item where termos @@ $1::tsquery and (ano = $2 or $2 is null)
           order by data desc nulls first, id desc limit $3) as expected`,
      [word, year, most],
    );
    expect(rows[0]?.found).toEqual(rows[0]?.expected);
  });
});

describe('the index', () => {
  it('follows the rows, their files and their people', async () => {
    await database.exec(`begin; update pagina set titulo = 'Auxílio reclusão' where id = 4; delete from documento_arquivo;
      update pessoa set nome = 'Teresa Amoras'; update menu_item set rotulo = 'Canais'; update categoria_documento set ativo = false where slug = 'crp'`);
    try {
      expect(titles(await search('reclusao'))).toEqual(['Auxílio reclusão']);
      expect(titles(await search('vigilancia'))).toEqual([]);
      expect(titles(await search('teresa'))).toEqual(['Teresa Amoras']);
      expect(titles(await search('canais'))).toEqual(['Canais']);
      expect(titles(await search('certificado'))).toEqual([]);
      // A word that no row has any more corrects nothing.
      expect(await search('lucja')).toMatchObject([{ total: 0 }]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('has no page below a hidden item of a menu, nor one of another host', async () => {
    await database.exec(`insert into menu_item (id, area, rotulo) values (90, 'principal', 'Pasta');
      insert into menu_item (area, pai_id, rotulo, destino_tipo, destino) values ('principal', 90, 'Zarabatana', 'rota', '/zarabatana'),
        ('principal', null, 'Zarabatana alheia', 'rota', 'https://alheio.example/'), ('principal', 90, 'Berimbau', 'pagina', 'pensao')`);
    expect([titles(await search('zarabatana')), titles(await search('berimbau'))]).toEqual([['Zarabatana'], ['Pensão por morte']]);
    await database.exec('update menu_item set ativo = false where id = 90');
    expect([titles(await search('zarabatana')), titles(await search('berimbau'))]).toEqual([[], []]);
  });

  it('follows tables that are emptied, in rows of other tables too', async () => {
    await database.exec(`begin; insert into contato (unidade_id, tipo, rotulo, valor) values (1, 'telefone', 'Plantão', '1'), (null, 'telefone', 'Ouvidoria', '2');
      insert into menu_item (area, rotulo, destino_tipo, destino) values ('principal', 'Beneficiários', 'pagina', 'pensao'),
        ('principal', 'Conselho', 'rota', '/institucional/conselho-fiscal');
      insert into noticia (id, slug, titulo, publicado, publicado_em) values (95, 'z', 'Zarzuela', true, '2024-01-01')`);
    const words = ['vigilancia', 'plantão', 'ouvidoria', 'maués', 'beneficiários'] as const;
    const found = async (): Promise<unknown> => Promise.all(words.map(async (word) => titles(await search(word))));
    try {
      expect(await found()).toEqual([
        ['Balancete'],
        ['Posto Beira-Rio'],
        ['Fale conosco'],
        ['Lúcia Maués', 'Conselho'],
        ['Pensão por morte'],
      ]);
      await database.exec('truncate documento_arquivo; truncate contato; truncate membro_orgao');
      expect(await found()).toEqual([[], [], [], [], ['Pensão por morte']]);
      await database.exec('truncate menu_item; truncate noticia cascade');
      expect(await found()).toEqual([[], [], [], [], []]);
      expect((await database.query(`select from indice.palavra where dobrada in ('zarzuela', 'balancete')`)).rows).toHaveLength(1);
    } finally {
      await database.exec('rollback');
    }
  });

  it('follows the name of a section', async () => {
    await database.exec(
      `update secao_lai set nome = 'Marimbondos' where id = (select secao_id from categoria_documento where slug = 'leis')`,
    );
    expect(await search('marimbondos', `, categoria => 'leis'`)).toMatchObject([{ total: 1 }]);
  });

  it('gives the page of the file that has the words', async () => {
    await database.exec(`insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded)
        values ('00000000-0000-4000-8000-0000000000b1', 'default', 'b.pdf', 1, 'application/pdf', true);
      insert into arquivo (id, nome, mime, tamanho_bytes, texto_extraido)
        values ('00000000-0000-4000-8000-0000000000b1', 'b.pdf', 'application/pdf', 1, 'Capa.' || chr(12) || 'Despesas com jardinagem.' || chr(12));
      insert into documento_arquivo (documento_id, arquivo_id, ordem) values (3, '00000000-0000-4000-8000-0000000000b1', 2)`);
    expect(await search('jardinagem')).toMatchObject([{ trecho: expect.stringContaining('jardinagem'), pagina: 2 }]);
  });

  it('masks every CPF, and keeps texts with personal data to themselves', async () => {
    await database.exec(
      `begin; update arquivo set texto_extraido = 'Pagou a Zacarias, 529.982.247-25, e a 52998224725, protocolo 52998224726.'`,
    );
    try {
      for (const cpf of ['529.982.247-25', '52998224725', '982247', '529982']) expect(titles(await search(cpf))).toEqual([]);
      expect((await search('zacarias'))[0]?.trecho).toBe('Pagou a Zacarias, ***.982.247-**, e a ***.982.247-**, protocolo 52998224726.');
      expect(titles(await search('52998224726'))).toEqual(['Balancete']);
      await database.exec('update documento set contem_dado_pessoal = true where id = 3');
      expect(titles(await search('zacarias'))).toEqual([]);
      expect((await search('balancete despesas'))[0]?.trecho ?? '').not.toContain('Zacarias');
    } finally {
      await database.exec('rollback');
    }
  });

  it('corrects by words of rows that may be seen alone', async () => {
    await database.exec(
      `insert into pagina (id, slug, titulo, publicado, publicado_em) values (80, 'x', 'Exoneração', true, now() + interval '1 day')`,
    );
    expect(await search('exonerassao')).toMatchObject([{ total: 0, corrigida: null }]);
    await database.exec(`update pagina set publicado_em = '2024-01-01' where id = 80`);
    expect(await search('exonerassao')).toMatchObject([{ titulo: 'Exoneração', corrigida: 'exoneração' }]);
  });

  it('writes a month of a corrected search as the visitor does', async () => {
    expect((await search('contratto 3/2024'))[0]).toMatchObject({ titulo: 'Contrato nº 3/2024', corrigida: 'contrato 3/2024' });
  });

  it('has the day of news on the clock of the institution, in another zone too', async () => {
    const day = `select data::text from indice.item where tabela = 'noticia' and chave = '70'`;
    await database.exec(`begin; delete from configuracao_site;
      insert into configuracao_site (nome, sigla, ente, uf, fuso_horario) values ('Instituto', 'I', 'Município', 'AC', 'America/Rio_Branco');
      insert into noticia (id, slug, titulo, publicado, publicado_em) values (70, 'fuso', 'Fuso', true, '2024-05-15T04:30:00Z')`);
    try {
      expect((await database.query(day)).rows).toEqual([{ data: '2024-05-14' }]);
      await database.exec(`update configuracao_site set fuso_horario = 'America/Sao_Paulo'`);
      expect((await database.query(day)).rows).toEqual([{ data: '2024-05-15' }]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('finds nothing by filters alone where the corrected word is one that says nothing', async () => {
    await database.exec(
      `insert into noticia (id, slug, titulo, publicado, publicado_em) values (50, 'site', 'Novo site do instituto', true, '2020-01-02')`,
    );
    expect(titles(await search('sitte', `, tipo => 'noticia'`))).toEqual([]);
    expect(titles(await search('sitte -contrato'))).toEqual([]);
  });

  it('keeps an old row that has all words beside many newer ones that have some', async () => {
    await database.exec(`insert into noticia (id, slug, titulo, publicado, publicado_em)
      select n, 'rodovia-' || n, 'Aviso da rodovia ' || n, true, '2024-01-01'::timestamptz + n * interval '1 hour' from generate_series(100, 399) n;
      insert into noticia (id, slug, titulo, publicado, publicado_em) values (51, 'ponte', 'Rodovia e pontilhão', true, '2012-05-02')`);
    const rows = await search('rodovia pontilhão', ', limite => 50');
    expect([titles(rows)[0], rows[0]?.total]).toEqual(['Rodovia e pontilhão', 200]);
  });

  it('knows the institution by its contacts, and leaves its name out of what is asked', async () => {
    await database.exec(`begin; insert into contato (tipo, rotulo, valor) values ('whatsapp', 'Mensagens', '(91) 90000-0000');
      insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'PREVTESTE', 'Município', 'PA') on conflict (id) do update set sigla = excluded.sigla`);
    try {
      expect((await search('whatsapp do prevteste'))[0]).toMatchObject({ titulo: 'Fale conosco', modo: 'todas' });
      await database.exec('delete from contato');
      expect(titles(await search('whatsapp'))).toEqual([]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('asks for the words of a name that no row has, and takes a list by its first word alone', async () => {
    await database.exec(
      `begin; insert into termo_glossario (termo, definicao, sinonimos) values ('Pensão por acidente', 'x', '{pensão acidentária}')`,
    );
    try {
      expect((await search('pensão por acidente'))[0]).toMatchObject({ titulo: 'Pensão por morte', modo: 'parte' });
    } finally {
      await database.exec('rollback');
    }
    expect(titles(await search('atas', `, tipo => 'documento'`))).toHaveLength(2);
    expect(titles(await search('fiscal', `, tipo => 'documento'`))).toEqual([]);
  });

  it('corrects a word to one that names a page, and finds pages by words although others are in texts of files only', async () => {
    await database.exec(`begin; insert into noticia (id, slug, titulo, corpo_html, publicado, publicado_em) values
        (61, 'ficam', 'Prazos', '<p>Os prazos ficam iguais.</p>', true, '2025-03-10');
      update arquivo set texto_extraido = 'Despesas com vigilância e pensão.' where nome = 'a.pdf';
      insert into documento_arquivo (documento_id, arquivo_id) select id, '00000000-0000-4000-8000-00000000000f' from documento where id in (1, 2, 4, 5, 6)`);
    try {
      expect((await search('conselho fical'))[0]).toMatchObject({ corrigida: 'conselho fiscal' });
      expect(titles(await search('pensão vigilância'))).toContain('Pensão por morte');
    } finally {
      await database.exec('rollback');
    }
  });

  const found = async (texto: string): Promise<readonly string[]> =>
    (await database.query<{ destino: string | null }>('select destino from buscar($1)', [texto])).rows.flatMap(
      ({ destino }) => destino ?? [],
    );

  it('has the page of open data once, where the menu leads to it, with the words of its text while that is published', async () => {
    await database.exec(`begin;
      insert into menu_item (area, rotulo, destino_tipo, destino) values ('principal', 'Dados abertos', 'rota', '/lai/dados-abertos');
      insert into pagina (id, slug, titulo, corpo_html, publicado, publicado_em) values
        (91, 'dados-abertos', 'Dados abertos', '<p>Dicionário das colunas.</p>', true, '2024-01-01')`);
    try {
      expect(await found('dados abertos')).toEqual(['/lai/dados-abertos']);
      expect(await found('dicionário')).toEqual(['/lai/dados-abertos']);
      await database.exec('update pagina set publicado = false where id = 91');
      expect(await found('dados abertos')).toEqual(['/lai/dados-abertos']);
      expect(await found('dicionário')).toEqual([]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('has the words of a scheduled text of the page of open data from its moment on, and the page once, before and after', async () => {
    await database.exec(`begin;
      insert into menu_item (area, rotulo, destino_tipo, destino) values ('principal', 'Dados abertos', 'rota', '/lai/dados-abertos');
      insert into pagina (id, slug, titulo, corpo_html, publicado, publicado_em) values
        (91, 'dados-abertos', 'Dados abertos', '<p>Dicionário das colunas.</p>', true, now() + interval '1 hour')`);
    try {
      expect([await found('dados abertos'), await found('dicionário')]).toEqual([['/lai/dados-abertos'], []]);
      // An hour goes by: no row is written, and what the index says of moments is an hour nearer.
      await database.exec(
        `update indice.item set desde = desde - interval '1 hour', ate = ate - interval '1 hour' where desde > now() or ate > now()`,
      );
      // The address of the page leads to the same.
      expect([await found('dados abertos'), await found('dicionário')]).toEqual([['dados-abertos'], ['dados-abertos']]);
      await database.exec(`update pagina set publicado_em = now(), resumo = 'Salva.' where id = 91`);
      expect([await found('dados abertos'), await found('dicionário')]).toEqual([['/lai/dados-abertos'], ['/lai/dados-abertos']]);
    } finally {
      await database.exec('rollback');
    }
  });

  it('has the page of a service before that of its statistics', async () => {
    await database.exec(`begin; insert into menu_item (area, rotulo, destino_tipo, destino) values
      ('lai', 'Serviço de Informação (SIC)', 'rota', '/sic'), ('lai', 'Relatório do SIC', 'rota', '/sic/RelatorioEstatistica')`);
    try {
      expect(titles(await search('sic', `, tipo => 'pagina'`))).toEqual(['Serviço de Informação (SIC)', 'Relatório do SIC']);
    } finally {
      await database.exec('rollback');
    }
  });

  it('shows the signs that entities stand for', async () => {
    expect((await search('quando sai o 13º')).map(({ trecho }) => trecho)).toContain('Em junho & dezembro.');
  });

  it('has the letters that entities stand for, and no word of their names', async () => {
    await database.exec(`insert into pagina (id, slug, titulo, corpo_html, publicado, publicado_em) values (90, 'e', 'Prazos', '<p>Depois de'
      || '&nbsp;tr&ecirc;s dias &uacute;teis&#8203;, a pe&#231;a &#xE9; <b>devolv</b>ida: P&D; &amp;lt; &lt;b&gt; &#0;&#55555;&#9999999;&#133;</p>', true, '2024-01-01')`);
    expect(titles(await search('ecirc'))).toEqual([]);
    for (const word of ['três', 'úteis', 'peça', 'devolvida']) expect([word, ...titles(await search(word))]).toEqual([word, 'Prazos']);
    const { rows } = await database.query(
      `select regexp_replace(textos_de, '\\s+', ' ', 'g') as texto from indice.textos_de('pagina', '90')`,
    );
    expect(rows).toEqual([{ texto: ' Depois de três dias úteis, a peça é devolvida: P&D; &lt; <b> … ' }]);
  });

  it('takes a kind with other signs for one without them', async () => {
    expect(titles(await search('contrato', String.raw`, tipo => 'documento\ | x'`))).toEqual([]);
  });
});
