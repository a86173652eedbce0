/** The kept counts say what counting the visible rows would say, whatever was written and whatever the time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

const COUNTED = {
  documento: `
  select categoria_slug as grupo, exercicio as ano, coalesce(situacao_id, '') as classe, count(*)::integer as total
    from documento join documento_visivel using (id) group by 1, 2, 3 order by 1, 2, 3`,
  noticia: `
  select '' as grupo, ano_publicacao as ano, '' as classe, count(*)::integer as total
    from noticia join noticia_visivel using (id) group by 1, 2, 3 order by 1, 2, 3`,
  comunicado: `
  select '' as grupo, ano_publicacao as ano, tipo as classe, count(*)::integer as total
    from comunicado join comunicado_visivel using (id) group by 1, 2, 3 order by 1, 2, 3`,
};
type Counted = keyof typeof COUNTED;

/** The same by all that a list can be held to; what is empty is no field of that table. */
const FILTERED: Record<Counted, string> = {
  documento: `
  select categoria_slug as grupo, exercicio as ano, coalesce(situacao_id, '') as classe,
         extract(month from coalesce(competencia_fim, data_ato, publicado_em))::integer as mes, coalesce(tipo_id, '') as tipo,
         coalesce(orgao_id::text, '') as orgao, count(*)::integer as total
    from documento join documento_visivel using (id) group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  noticia: `
  select '' as grupo, ano_publicacao as ano, '' as classe, mes_publicacao::integer as mes, '' as tipo, '' as orgao, count(*)::integer as total
    from noticia join noticia_visivel using (id) group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  comunicado: `
  select '' as grupo, ano_publicacao as ano, tipo as classe, mes_publicacao::integer as mes, '' as tipo, '' as orgao, count(*)::integer as total
    from comunicado join comunicado_visivel using (id) group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
};

const keptFiltersOf = (table: Counted): string => `
  select grupo, ano, classe, mes::integer as mes, tipo, orgao, sum(total)::integer as total from contagem.${table}_parcelas
   where grupo not in (select slug from categoria_documento where not ativo)
   group by 1, 2, 3, 4, 5, 6 having sum(total) > 0 order by 1, 2, 3, 4, 5, 6`;

/** One filter at a time, and what adding up those of all filters gives. */
const keptByFieldOf = (table: Counted): string => `
  select grupo, campo, valor, ano, sum(total)::integer as total from contagem.${table}_por_campo
   where grupo not in (select slug from categoria_documento where not ativo)
   group by 1, 2, 3, 4 having sum(total) > 0 order by 1, 2, 3, 4`;
const byFieldOf = (table: Counted): string => `
  select grupo, campo, valor, ano, sum(total)::integer as total
    from (${FILTERED[table]}) f cross join lateral (values ('mes', mes::text), ('tipo', tipo), ('orgao', orgao)) v (campo, valor)
   where valor <> '' group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

const keptOf = (table: Counted): string => `select grupo, ano, classe, total from contagem.${table}_contagem order by 1, 2, 3`;

const ROWS = `
  insert into orgao_colegiado (id, chave, nome) values (1, 'conselho_fiscal', 'Conselho Fiscal');
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, situacao_id, publicado, retirado_em, retirado_motivo, tipo_id, orgao_id)
    values (1, 'leis', 'a', 2024, '2024-02-01', 'vigente', true, null, null, 'edital', 1),
    (2, 'leis', 'b', 2024, '2024-02-01', 'vigente', true, null, null, 'edital', null);
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, situacao_id, publicado, retirado_em, retirado_motivo) values
    (3, 'leis', 'c', 2024, '2024-02-01', null, true, null, null),
    (4, 'leis', 'rascunho', 2024, null, 'vigente', false, null, null),
    (5, 'leis', 'futuro', 2024, current_date + 9, 'vigente', true, null, null),
    (6, 'leis', 'retirado', 2024, '2024-02-01', 'vigente', true, now() - interval '1 day', 'motivo'),
    (7, 'leis', 'a retirar', 2025, '2024-02-01', 'vigente', true, now() + interval '1 day', 'motivo'),
    (8, 'portarias', 'd', 2023, '2024-02-01', 'revogada', true, null, null);
  insert into noticia (id, slug, titulo, publicado, publicado_em) values
    (1, 'a', 'a', true, '2024-02-01'), (2, 'b', 'b', true, '2025-02-01'), (3, 'c', 'c', false, null), (4, 'd', 'd', true, now() + interval '9 days');
  insert into comunicado (id, titulo, tipo, publicado, publicado_em) values
    (1, 'a', 'aviso', true, '2024-02-01'), (2, 'b', 'prazo', true, '2024-02-01'), (3, 'c', 'aviso', true, now() + interval '9 days')`;

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
});
beforeEach(() => database.exec('begin'));
afterEach(() => database.exec('rollback'));
afterAll(() => database.close());

const rowsOf = async (query: string): Promise<readonly unknown[]> => (await database.query(query)).rows;

describe('the counts', () => {
  it('are those of the visible documents after an insert of many', async () => {
    await database.exec(ROWS);
    expect(await rowsOf(keptOf('documento'))).toEqual([
      { grupo: 'leis', ano: 2024, classe: '', total: 1 },
      { grupo: 'leis', ano: 2024, classe: 'vigente', total: 2 },
      { grupo: 'leis', ano: 2025, classe: 'vigente', total: 1 },
      { grupo: 'portarias', ano: 2023, classe: 'revogada', total: 1 },
    ]);
  });

  it.each<[Counted, string]>([
    ['documento', `update documento set publicado = true, publicado_em = '2024-01-01' where id = 4`],
    ['documento', `update documento set publicado = false where id in (1, 8)`],
    ['documento', `update documento set categoria_slug = 'portarias', exercicio = 2020, situacao_id = null where id in (1, 2)`],
    ['documento', `update documento set retirado_em = now(), retirado_motivo = 'motivo' where id = 2`],
    ['documento', `update documento set retirado_em = null, retirado_motivo = null where id in (6, 7)`],
    ['documento', `update documento set publicado_em = current_date where id = 5`],
    ['documento', `update documento set titulo = titulo || '.'`],
    ['documento', `update documento set tipo_id = 'aviso', orgao_id = 1, competencia_fim = '2023-11-30' where id in (1, 3, 5)`],
    ['documento', 'delete from documento where id in (1, 4, 5, 6)'],
    ['documento', 'delete from documento'],
    ['documento', 'truncate documento cascade'],
    ['documento', `update categoria_documento set ativo = false where slug = 'leis'`],
    ['noticia', `update noticia set publicado = not publicado, publicado_em = '2020-01-01'`],
    ['noticia', `update noticia set publicado_em = '2020-01-01' where id in (2, 4)`],
    ['noticia', 'delete from noticia where id <> 2'],
    ['noticia', 'truncate noticia cascade'],
    ['comunicado', `update comunicado set tipo = 'prazo', publicado_em = '2021-06-01'`],
    ['comunicado', 'delete from comunicado where id = 1'],
    ['comunicado', 'truncate comunicado cascade'],
  ])('the counts of %s follow %s', async (table, statement) => {
    await database.exec(ROWS);
    await database.exec(statement);
    expect(await rowsOf(keptOf(table))).toEqual(await rowsOf(COUNTED[table]));
    expect(await rowsOf(keptFiltersOf(table))).toEqual(await rowsOf(FILTERED[table]));
    expect(await rowsOf(keptByFieldOf(table))).toEqual(await rowsOf(byFieldOf(table)));
  });

  it('are undone with their transaction', async () => {
    await database.exec(ROWS);
    const before = await rowsOf(COUNTED.documento);
    await database.exec('savepoint antes; delete from documento; rollback to antes');
    expect(await rowsOf(keptOf('documento'))).toEqual(before);
  });

  it('stand in the summary of the category, with its years and situations', async () => {
    await database.exec(ROWS);
    expect(await rowsOf(`select total, ultimo_publicado_em::text from categoria_resumo where slug = 'leis'`)).toEqual([
      { total: 4, ultimo_publicado_em: '2024-02-01' },
    ]);
    expect(await rowsOf(`select exercicio, total from categoria_exercicio where categoria_slug = 'leis' order by 1`)).toEqual([
      { exercicio: 2024, total: 3 },
      { exercicio: 2025, total: 1 },
    ]);
    expect(await rowsOf(`select situacao_id, total from categoria_situacao where categoria_slug = 'leis'`)).toEqual([
      { situacao_id: 'vigente', total: 3 },
    ]);
  });

  it('stand in the filters of the category', async () => {
    await database.exec(ROWS);
    expect(await rowsOf(`select campo, valor, rotulo, total from categoria_filtro where categoria_slug = 'leis' order by 1, 2`)).toEqual([
      { campo: 'mes', valor: '2', rotulo: 'fevereiro', total: 4 },
      { campo: 'orgao', valor: 'conselho_fiscal', rotulo: 'Conselho Fiscal', total: 1 },
      { campo: 'tipo', valor: 'edital', rotulo: 'Edital', total: 2 },
    ]);
    await database.exec(`update categoria_documento set ativo = false where slug = 'leis'`);
    expect(await rowsOf(`select from categoria_filtro where categoria_slug = 'leis'`)).toEqual([]);
  });

  it('give the months of news and notices that can be seen', async () => {
    await database.exec(ROWS);
    expect(await rowsOf('select mes from noticia_mes union all select mes from comunicado_mes')).toEqual([{ mes: 1 }, { mes: 1 }]);
    await database.exec('update noticia set publicado = false; update comunicado set publicado = false');
    expect(await rowsOf('select mes from noticia_mes union all select mes from comunicado_mes')).toEqual([]);
  });

  it('give the years of news and notices', async () => {
    await database.exec(ROWS);
    expect(await rowsOf('select ano, total from noticia_ano order by 1')).toEqual([
      { ano: 2024, total: 1 },
      { ano: 2025, total: 1 },
    ]);
    expect(await rowsOf('select ano, total from comunicado_ano')).toEqual([{ ano: 2024, total: 2 }]);
  });
});
