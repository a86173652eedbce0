/** The pages of lists and the search, as the function `listar` gives them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

// Half of the documents of a list are hidden in each of the ways there are. 2,900 visible ones have a common word, a year holds 100.
const ROWS = `
insert into orgao_colegiado (id, chave, nome) values (1, 'conselho_fiscal', 'Conselho Fiscal'), (2, 'comite_investimento', 'Comitê');
insert into documento (id, categoria_slug, titulo, numero, exercicio, data_ato, publicado_em, ementa, situacao_id, publicado, tipo_id, orgao_id)
select n, 'leis', 'Ato ' || n, n || '/' || (1996 + n / 100), 1996 + n / 100, make_date(1996 + n / 100, 1, 1) + n % 300,
       make_date(1996 + n / 100, 1, 2) + n % 300, 'comum', case when n % 2 = 0 then 'vigente' else 'revogada' end, true,
       case when n % 5 = 0 then 'edital' else 'aviso' end, case when n % 3 = 0 then 2 else 1 end
  from generate_series(1, 2900) n;
insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, ementa, publicado, retirado_em, retirado_motivo) values
  (5001, 'leis', 'Comum futuro', 2024, current_date + 9, null, true, null, null),
  (5002, 'leis', 'Comum rascunho', 2024, null, null, false, null, null),
  (5003, 'leis', 'Comum retirado', 2024, '2024-01-01', null, true, now() - interval '1 day', 'motivo'),
  (5004, 'portarias', 'Promoções de servidores', 2024, '2024-02-01', null, true, null, null),
  (5005, 'portarias', 'Outro assunto', 2024, '2024-03-01', 'promoção de um servidor', true, null, null),
  (5006, 'decretos', 'Promoção antiga', 2001, '2001-03-01', 'nº 12.345/2001', true, null, null),
  (5007, 'decretos', 'Desconto de 100% e a_b', 2001, '2001-03-01', null, true, null, null);
update documento set numero = '44' where id = 5005;
insert into noticia (id, slug, titulo, corpo_html, publicado, publicado_em) values
  (1, 'a', 'Calendário', '<p>pagamento de aposentadorias</p>', true, '2024-05-01'), (2, 'b', 'Aposentadoria', '', true, '2023-05-01'),
  (3, 'c', 'Aposentadoria', '', true, now() + interval '1 day');
insert into comunicado (id, titulo, tipo, publicado, publicado_em) values
  (1, 'Censo', 'aviso', true, '2024-05-01'), (2, 'Censo', 'prazo', true, '2023-05-01')`;

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
  await database.exec(ROWS);
});
afterAll(() => database.close());

interface Page {
  readonly ids: readonly number[];
  readonly total: number | undefined;
}

async function listar(args: string): Promise<Page> {
  const { rows } = await database.query<{ id: number | null; total: number }>(`select id, total from listar(${args}) order by posicao`);
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total };
}

const VISIBLE = `documento join documento_visivel using (id) where categoria_slug = 'leis'`;

describe('a page of a list', () => {
  it.each([
    ['recentes', 'data_ato desc nulls last, publicado_em desc, id desc'],
    ['antigos', 'data_ato, publicado_em, id'],
    ['numero', 'exercicio desc, data_ato desc nulls last, numero desc nulls last, id desc'],
    ['titulo', 'titulo, id desc'],
  ])('a page of a list in the order "%s" has the visible rows, however deep', async (ordem, order) => {
    const { rows } = await database.query<{ id: number }>(`select id from ${VISIBLE} order by ${order}`);
    const all = rows.map(({ id }) => id);
    expect(all).toHaveLength(2900);
    for (const offset of [0, 20, 2890]) {
      const args = `'documento', grupo => 'leis', ordem => '${ordem}', limite => 20, deslocamento => ${offset}`;
      expect(await listar(args)).toEqual({ ids: all.slice(offset, offset + 20), total: 2900 });
    }
  });

  it.each([
    [`anos => '2020'`, 'and exercicio = 2020'],
    [`anos => '2020,2003'`, 'and exercicio in (2020, 2003)'],
    [`anos => '2020,2003', classe => 'vigente', ordem => 'titulo'`, `and exercicio in (2020, 2003) and situacao_id = 'vigente'`],
    [`classe => 'revogada'`, `and situacao_id = 'revogada'`],
    [`mes => 3`, 'and extract(month from data_ato) = 3'],
    [`tipo => 'aviso'`, `and tipo_id = 'aviso'`],
    [`orgao => 'conselho_fiscal', anos => '2020,2003'`, 'and orgao_id = 1 and exercicio in (2020, 2003)'],
    [`orgao => 'conselho_fiscal', ordem => 'titulo'`, 'and orgao_id = 1'],
    [
      `mes => 3, tipo => 'edital', orgao => 'comite_investimento', classe => 'vigente'`,
      `and extract(month from data_ato) = 3 and tipo_id = 'edital' and orgao_id = 2 and situacao_id = 'vigente'`,
    ],
    [`palavras => 'comum', mes => 3, tipo => 'edital'`, `and extract(month from data_ato) = 3 and tipo_id = 'edital'`],
    [
      `palavras => 'omu', mes => 3, tipo => 'edital', orgao => 'conselho_fiscal'`,
      `and extract(month from data_ato) = 3 and tipo_id = 'edital' and orgao_id = 1`,
    ],
    [`tipo => 'resgate'`, `and tipo_id = 'resgate'`],
    [`palavras => 'comum', orgao => 'nenhum'`, 'and false'],
  ])('filtered by %s has the rows that match, counted', async (args, condition) => {
    const order = args.includes('titulo') ? 'titulo, id desc' : 'data_ato desc nulls last, publicado_em desc, id desc';
    const { rows } = await database.query<{ id: number }>(`select id from ${VISIBLE} ${condition} order by ${order}`);
    const ids = rows.map(({ id }) => id);
    expect(await listar(`'documento', grupo => 'leis', ${args}, limite => 10`)).toEqual({ ids: ids.slice(0, 10), total: ids.length });
    expect(await listar(`'documento', grupo => 'leis', ${args}, limite => 10, deslocamento => 40`)).toMatchObject({
      ids: ids.slice(40, 50),
    });
  });

  it('a page after the last one has no rows and the total', async () => {
    expect(await listar(`'documento', grupo => 'leis', deslocamento => 3000`)).toEqual({ ids: [], total: 2900 });
  });

  it('has the documents whose period ends in the month', async () => {
    await database.exec(`begin; insert into documento (id, categoria_slug, titulo, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, publicado)
      values (6001, 'dipr', 'Bimestre', 2024, '2024-01-01', '2024-02-29', '2024-03-20', '2024-03-21', true)`);
    try {
      expect(await listar(`'documento', grupo => 'dipr', mes => 2`)).toEqual({ ids: [6001], total: 1 });
      expect(await listar(`'documento', 'bimestre', grupo => 'dipr', mes => 2`)).toEqual({ ids: [6001], total: 1 });
      expect(await listar(`'documento', grupo => 'dipr', mes => 3`)).toEqual({ ids: [], total: 0 });
    } finally {
      await database.exec('rollback');
    }
  });

  it('a list of news or notices is held to a month by the clock of the institution', async () => {
    expect(await listar(`'noticia', mes => 4`)).toEqual({ ids: [1, 2], total: 2 });
    expect(await listar(`'noticia', mes => 5`)).toEqual({ ids: [], total: 0 });
    expect(await listar(`'noticia', 'aposentadoria', mes => 4, anos => '2023'`)).toEqual({ ids: [2], total: 1 });
    expect(await listar(`'comunicado', mes => 4, classe => 'prazo'`)).toEqual({ ids: [2], total: 1 });
  });

  it('a list of news or notices leaves out what is to be published', async () => {
    expect(await listar(`'noticia'`)).toEqual({ ids: [1, 2], total: 2 });
    expect(await listar(`'noticia', ordem => 'antigos'`)).toEqual({ ids: [2, 1], total: 2 });
    expect(await listar(`'comunicado', classe => 'prazo'`)).toEqual({ ids: [2], total: 1 });
    expect(await listar(`'comunicado', anos => '2024'`)).toEqual({ ids: [1], total: 1 });
  });

  it('has the year and the month that the clock of the institution showed, also after its zone has changed', async () => {
    // 23:30 of the last day of 2022 in Acre, half past one of the new year in Brasília.
    await database.exec(`begin;
      insert into configuracao_site (nome, sigla, ente, uf, fuso_horario) values ('x', 'x', 'x', 'AC', 'America/Rio_Branco');
      insert into noticia (id, slug, titulo, publicado, publicado_em) values
        (11, 'virada', 'Virada', true, '2023-01-01 04:30Z'), (12, 'meio', 'Virada', true, '2022-07-10 12:00Z');
      insert into comunicado (id, titulo, tipo, publicado, publicado_em) values (11, 'Virada', 'aviso', true, '2023-01-01 04:30Z')`);
    const placed = async (): Promise<readonly unknown[]> => [
      (await listar(`'noticia', anos => '2022'`)).ids,
      (await listar(`'noticia', 'virada', anos => '2022'`)).ids,
      (await listar(`'comunicado', 'virada', anos => '2022'`)).ids,
      (await database.query<{ total: number }>('select total from noticia_ano where ano = 2022')).rows[0]?.total,
    ];
    const versions = async (): Promise<unknown> => (await database.query('select id, versao from noticia where id > 10 order by id')).rows;
    try {
      expect(await placed()).toEqual([[11, 12], [11, 12], [11], 2]);
      await database.exec(`update configuracao_site set fuso_horario = 'America/Sao_Paulo'`);
      expect(await placed()).toEqual([[12], [12], [], 1]);
      // Other rows are not written.
      expect(await versions()).toEqual([
        { id: 11, versao: 2 },
        { id: 12, versao: 1 },
      ]);
      await database.exec(`update configuracao_site set fuso_horario = 'America/Manaus'`);
      expect(await placed()).toEqual([[12], [12], [], 1]);
      await database.exec(`update noticia set publicado_em = '2023-01-01 03:30Z' where id = 11`);
      expect(await placed()).toEqual([[11, 12], [11, 12], [], 2]);
      await database.exec('delete from configuracao_site');
      expect(await placed()).toEqual([[12], [12], [], 1]);
      expect(
        (await database.query(`select from auditoria where tabela = 'noticia' and chave = '11' and alteracoes ? 'mes_publicacao'`)).rows,
      ).toEqual([]);
    } finally {
      await database.exec('rollback');
    }
  });

  it.each([`'contato'`, `'pagina'`, `'documento; drop table documento'`])('a list of %s is refused', async (table) => {
    await expect(listar(table)).rejects.toThrow(/list of/);
  });
});

describe('a search', () => {
  it('finds other forms of a word, the newest first', async () => {
    expect(await listar(`'documento', 'promocao'`)).toEqual({ ids: [5005, 5004, 5006], total: 3 });
  });

  it('asks for all words', async () => {
    expect(await listar(`'documento', 'servidor promocao'`)).toEqual({ ids: [5005, 5004], total: 2 });
  });

  it('finds words of the body', async () => {
    expect(await listar(`'noticia', 'aposentadoria'`)).toEqual({ ids: [1, 2], total: 2 });
  });

  it('finds numbers and years', async () => {
    expect(await listar(`'documento', '12.345/2001'`)).toMatchObject({ ids: [5006] });
    expect(await listar(`'documento', 'promocao 2001'`)).toMatchObject({ ids: [5006] });
    expect(await listar(`'documento', '7/1996', grupo => 'leis'`)).toMatchObject({ ids: [7] });
  });

  it('finds an act by its number and year as it is cited', async () => {
    expect(await listar(`'documento', 'Outro nº 44/2024', 'portarias'`)).toEqual({ ids: [5005], total: 1 });
    expect(await listar(`'documento', '44/2024', 'portarias'`)).toEqual({ ids: [5005], total: 1 });
  });

  it('leaves out the rows that have a word with a minus', async () => {
    expect(await listar(`'documento', 'promocao -servidores'`)).toEqual({ ids: [5006], total: 1 });
    expect(await listar(`'documento', 'promocao -promocao'`)).toEqual({ ids: [], total: 0 });
    expect(await listar(`'documento', '-promocao', 'portarias'`)).toEqual({ ids: [], total: 0 });
    expect(await listar(`'documento', '-antiga', 'decretos'`)).toEqual({ ids: [5007], total: 1 });
  });

  it('has words in quotation marks only where they stand together', async () => {
    expect(await listar(`'documento', '"promocao de servidores"'`)).toMatchObject({ ids: [5004] });
    expect(await listar(`'documento', '“servidores promoção”'`)).toEqual({ ids: [], total: 0 });
    expect(await listar(`'documento', '"antiga" promocao'`)).toEqual({ ids: [5006], total: 1 });
    expect(await listar(`'documento', '"" " - '`)).toEqual({ ids: [], total: 0 });
  });

  it('is held to a category, years and a class', async () => {
    expect(await listar(`'documento', 'promocao', 'portarias'`)).toEqual({ ids: [5005, 5004], total: 2 });
    expect(await listar(`'documento', 'promocao', anos => '2001,2002'`)).toEqual({ ids: [5006], total: 1 });
    expect(await listar(`'documento', 'comum', 'leis', 'vigente', '2020'`)).toMatchObject({ total: 50 });
    expect(await listar(`'documento', 'promocao', classe => 'vigente'' | ''x'`)).toEqual({ ids: [], total: 0 });
    expect(await listar(`'comunicado', 'censo', classe => 'prazo'`)).toEqual({ ids: [2], total: 1 });
  });

  it('in a category leaves out the rows of others in the same years', async () => {
    expect(await listar(`'documento', 'comum', 'decretos'`)).toEqual({ ids: [], total: 0 });
  });

  // The window of the newest 2,000 rows ends in 2005, of which it holds some months; one row of 2016 has the number 2005.
  it('in a category finds the rows of a year that is asked for by its months', async () => {
    expect(await listar(`'documento', 'comum 2005', 'leis'`)).toMatchObject({ total: 101 });
  });

  it('looks for parts of words where no row has the words', async () => {
    expect(await listar(`'documento', 'romoc'`)).toMatchObject({ total: 3 });
    expect(await listar(`'documento', '100% a_b'`)).toEqual({ ids: [5007], total: 1 });
    expect(await listar(`'documento', '%%%'`)).toEqual({ ids: [], total: 0 });
  });

  it('stops at one more than 1,000 rows, the newest ones', async () => {
    const { ids, total } = await listar(`'documento', 'comum', 'leis', limite => 100, deslocamento => 950`);
    expect(total).toBe(1001);
    expect(ids).toHaveLength(51);
    const { rows } = await database.query<{ id: number }>(
      `select id from ${VISIBLE} order by exercicio desc, publicado_em desc, id desc offset 1000 limit 1`,
    );
    const { ids: all } = await listar(`'documento', 'comum', 'leis', ordem => 'antigos', limite => 1`);
    expect(all).toEqual([rows[0]?.id]);
  });
});
