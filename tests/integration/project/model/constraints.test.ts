import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf } from '../../../../client/admin/data/database-faults.ts';
import { ALL_TYPES } from '../../../../client/admin/resources/content-types.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;

beforeAll(async () => {
  database = await openProjectDatabase();
  await database.exec(`
    insert into documento (id, categoria_slug, titulo, numero, tipo_id, exercicio, publicado, publicado_em)
      overriding system value values (1000, 'leis', 'Lei nº 10/2020', '10', null, 2020, true, '2020-05-01'),
        (1001, 'leis', 'Lei nº 11/2020', '11', null, 2020, true, '2020-06-01'),
        (1002, 'decretos', 'Decreto nº 1/2020', '1', null, 2020, true, '2020-05-01'),
        (1003, 'parecer_tcm', 'Parecer de 2020', null, null, 2020, true, '2022-05-01');
    insert into orgao_colegiado (id, chave, nome) overriding system value values (1000, 'conselho_fiscal', 'Conselho Fiscal');
    insert into pessoa (id, nome) values ('00000000-0000-4000-8000-000000000001', 'Maria');
    insert into progestao_certificacao (id, nivel, versao_manual, certificadora, certificado_em, valido_ate)
      overriding system value values (1000, 'II', '4.0', 'Certificadora', '2025-01-01', '2028-01-01');
    insert into progestao_avaliacao (id, certificacao_id, acao_codigo, situacao, avaliado_em)
      overriding system value values (1000, 1000, '2.8', 'atendida', '2025-01-01');
  `);
});

afterAll(async () => {
  await database.close();
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['a year before 1988', `insert into documento (categoria_slug, titulo, exercicio) values ('leis', 'x', 1987)`],
  [
    'a validity that ends before it begins',
    `insert into documento (categoria_slug, titulo, exercicio, vigencia_inicio, vigencia_fim) values ('leis', 'x', 2020, '2020-02-01', '2020-01-31')`,
  ],
  [
    'a period that ends before it begins',
    `insert into documento (categoria_slug, titulo, exercicio, competencia_inicio, competencia_fim) values ('dair', 'x', 2020, '2020-02-01', '2020-01-31')`,
  ],
  ['publication without a date', `insert into documento (categoria_slug, titulo, exercicio, publicado) values ('leis', 'x', 2020, true)`],
  ['withdrawal without a reason', `update documento set retirado_em = now() where id = 1000`],
  [
    'the same number twice in a category and year',
    `insert into documento (categoria_slug, titulo, numero, exercicio) values ('leis', 'Outra', '10', 2020)`,
  ],
  ['a whole CPF in a title', `insert into documento (categoria_slug, titulo, exercicio) values ('leis', 'Concede a 123.456.789-09', 2020)`],
  [
    'a whole CPF in the reason of a withdrawal',
    `update documento set publicado = true, publicado_em = '2020-01-01', retirado_em = now(), retirado_motivo = 'Mostrava 123.456.789-09' where id = 1000`,
  ],
  [
    'a whole CPF in the label of a file',
    `insert into storage.files (id, bucket_id, name) values ('00000000-0000-4000-8000-0000000000c1', 'default', 'a.pdf');
     insert into arquivo (id, nome, mime, tamanho_bytes) values ('00000000-0000-4000-8000-0000000000c1', 'a.pdf', 'application/pdf', 1)
       on conflict do nothing;
     insert into documento_arquivo (documento_id, arquivo_id, rotulo) values (1000, '00000000-0000-4000-8000-0000000000c1', 'De 123.456.789-09')`,
  ],
  [
    'a whole CPF of who watches over a contract',
    `insert into contrato_fiscal (documento_id, pessoa_nome) values (1000, 'Ana, 123.456.789-09')`,
  ],
  [
    'a whole CPF of who signs a declaration',
    `insert into declaracao_inexistencia (categoria_slug, exercicio, texto, signatario, cargo, declarado_em)
       values ('diarias', 2020, 'Nada houve.', 'Ana, CPF 123.456.789-09', 'Diretora', '2021-01-02')`,
  ],
  [
    'a payment of a day that has not come',
    `insert into pagamento (documento_id, pago_em, valor) values (1000, (now() + interval '2 days')::date, 10)`,
  ],
  [
    'a withdrawal before the day of publication',
    `update documento set retirado_em = '2020-04-30 12:00-03', retirado_motivo = 'Repetida' where id = 1000`,
  ],
  [
    'a day of publication after the withdrawal',
    `update documento set retirado_em = '2020-07-01 12:00-03', retirado_motivo = 'Repetida' where id = 1001;
     update documento set publicado_em = '2020-07-02' where id = 1001`,
  ],
  [
    'a declaration in a category that does not admit it',
    `insert into declaracao_inexistencia (categoria_slug, exercicio, texto, signatario, cargo, declarado_em)
       values ('leis', 2018, 'Nada houve.', 'Ana', 'Diretora', '2021-01-02')`,
  ],
  [
    'a declaration for a year in which the list has a published document',
    `insert into declaracao_inexistencia (categoria_slug, exercicio, texto, signatario, cargo, declarado_em, publicado)
       values ('decretos', 2020, 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true)`,
  ],
  [
    'a declaration for a period in which the list has a published document',
    `insert into declaracao_inexistencia
       (categoria_slug, exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
       values ('decretos', 2020, '2020-01-01', '2020-05-01', 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true)`,
  ],
  [
    'a declaration for an annual category that has a document of the year, whatever the day of the document is',
    `insert into declaracao_inexistencia
       (categoria_slug, exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
       values ('parecer_tcm', 2020, '2020-01-01', '2020-12-31', 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true)`,
  ],
  ['a document that replaces itself', `update documento set substitui_documento_id = id where id = 1000`],
  ['a document without year and without any date', `insert into documento (categoria_slug, titulo) values ('leis', 'x')`],
  ['an amount that a number of JSON does not hold', `update documento set valor = 1234567890123456.78 where id = 1000`],
  [
    'a payment that a number of JSON does not hold',
    `insert into pagamento (documento_id, pago_em, valor) values (1000, '2026-01-02', 12345678901234.56)`,
  ],
  [
    'a measure that a number of JSON does not hold',
    `insert into numero_documento (documento_id, indicador_codigo, data_base, valor) values (1000, 'contas_receita', '2026-01-02', -123456789012.3456)`,
  ],
  ['an unknown category', `insert into documento (categoria_slug, titulo, exercicio) values ('nenhuma', 'x', 2020)`],
  ['a relation of a document to itself', `insert into documento_relacao values (1000, 1000, 'altera')`],
  [
    'two categories that differ in case alone',
    `insert into categoria_documento (slug, secao_id, rotulo, rotulo_curto, descricao, periodicidade, campos) select 'LEIS', secao_id, 'x', 'x', 'x', 'anual', '[]' from categoria_documento where slug = 'leis'`,
  ],
  ['an unknown size of title', `insert into pagina (slug, titulo, titulo_tamanho) values ('x', 'X', 'enorme')`],
  ['a slug with capitals', `insert into noticia (slug, titulo) values ('Nova', 'Nova')`],
  ['a second row of site settings', `insert into configuracao_site (id, nome, sigla, ente, uf) values (2, 'x', 'x', 'x', 'BA')`],
  [
    'an unknown time zone',
    `insert into configuracao_site (nome, sigla, ente, uf, fuso_horario) values ('x', 'x', 'x', 'BA', 'America/Lugar_Nenhum')`,
  ],
  [
    'a script as an external menu target',
    `insert into menu_item (area, rotulo, destino_tipo, destino) values ('lai', 'x', 'externo', 'javascript:alert(1)')`,
  ],
  ['a menu target without its kind', `insert into menu_item (area, rotulo, destino) values ('lai', 'x', '/lai')`],
  ['half a coordinate', `insert into unidade (nome, latitude) values ('x', -12.9)`],
  [
    'a term that ends before it begins',
    `insert into membro_orgao (orgao_id, pessoa_id, mandato_inicio, mandato_fim) values (1000, '00000000-0000-4000-8000-000000000001', '2024-01-02', '2024-01-01')`,
  ],
  [
    'a file that storage does not know',
    `insert into arquivo (id, nome, mime, tamanho_bytes) values (gen_random_uuid(), 'x.pdf', 'application/pdf', 1)`,
  ],
  [
    'evidence that is both a document and an address',
    `insert into progestao_evidencia (avaliacao_id, documento_id, url, descricao) values (1000, 1000, 'https://exemplo.org', 'x')`,
  ],
  ['evidence that is nothing', `insert into progestao_evidencia (avaliacao_id, descricao) values (1000, 'x')`],
  ['a payday on a Saturday', `insert into calendario_beneficio (tipo, titulo, inicio) values ('pagamento', 'x', '2027-01-30')`],
  [
    'a payday on a holiday',
    `insert into feriado (data, nome, ambito) values ('2027-01-25', 'x', 'municipal');
     insert into calendario_beneficio (tipo, titulo, inicio) values ('pagamento', 'x', '2027-01-25')`,
  ],
  [
    'a payday of several days',
    `insert into calendario_beneficio (tipo, titulo, inicio, fim) values ('pagamento', 'x', '2027-01-26', '2027-01-27')`,
  ],
  ['an unknown kind of notice', `insert into comunicado (titulo, tipo) values ('x', 'fofoca')`],
];

describe('the model refuses', () => {
  it.each(REFUSED)('%s', async (_name, statement) => {
    // 23502 not null, 23503 foreign key, 23505 unique, 23514 check, 22023 invalid parameter (the time zone).
    await expect(database.exec(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(23502|23503|23505|23514|22023)$/u) });
  });
});

const ACCEPTED: readonly (readonly [string, string])[] = [
  [
    'an amount of fifteen digits',
    `insert into documento (categoria_slug, titulo, exercicio, valor) values ('leis', 'x', 2020, 1234567890123.45), ('leis', 'y', 2020, 100000000000000)`,
  ],
  [
    'a masked CPF',
    `insert into documento (categoria_slug, titulo, interessado, exercicio) values ('portaria_aposentados', 'x', 'Maria, CPF ***.456.789-**', 2020)`,
  ],
  [
    'a corrected edition with the number of the one that it replaces',
    `insert into documento (categoria_slug, titulo, numero, exercicio, substitui_documento_id) values ('leis', 'Lei nº 10/2020', '10', 2020, 1000)`,
  ],
  [
    'the same number under two kinds of purchase',
    `insert into documento (categoria_slug, titulo, numero, exercicio, modalidade)
       values ('publicacaoLicitacao', 'Pregão 1', '1', 2024, 'Pregão'), ('publicacaoLicitacao', 'Dispensa 1', '1', 2024, 'Dispensa')`,
  ],
];

it.each([
  ['for the rest of a year after its only document', 'decretos', `2020, '2020-05-02', '2020-12-31'`],
  ['for a year without documents', 'decretos', '2019, null, null'],
])('the model accepts a declaration %s', async (_name, category, period) => {
  const declare = `insert into declaracao_inexistencia
    (categoria_slug, exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
    values ('${category}', ${period}, 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true) returning texto`;
  await expect(column(database, declare)).resolves.toEqual(['Nada houve.']);
});

it('a declaration that is published and contradicts the rule of today is unpublished and rewritten, and not published again', async () => {
  await database.exec(`begin; alter table declaracao_inexistencia disable trigger conferir_declaracao;
    insert into declaracao_inexistencia (id, categoria_slug, exercicio, texto, signatario, cargo, declarado_em, publicado)
      overriding system value values (1000, 'leis', 2020, 'Nada houve.', 'Ana', 'Diretora', '2021-01-02', true);
    alter table declaracao_inexistencia enable trigger conferir_declaracao;
    update declaracao_inexistencia set texto = 'Nada mesmo.' where id = 1000;
    update declaracao_inexistencia set publicado = false where id = 1000`);
  await expect(database.exec('update declaracao_inexistencia set publicado = true where id = 1000')).rejects.toThrow(
    'não admite declaração de inexistência',
  );
  await database.exec('rollback');
});

it('the year of a meeting is that of its beginning by the clock of the institution, whatever is written', async () => {
  const meeting = `insert into reuniao (orgao_id, ano, inicio) values (1000, 2031, '2030-01-01T01:00Z') returning ano`;
  expect(await column(database, meeting)).toEqual([2029]);
  expect(await column(database, `update reuniao set inicio = '2030-01-01T12:00Z' where orgao_id = 1000 returning ano`)).toEqual([2030]);
});

describe('the model accepts', () => {
  it.each(ACCEPTED)('%s', async (_name, statement) => {
    await expect(column(database, `${statement} returning titulo`)).resolves.not.toEqual([]);
  });
});

describe('the triggers of the model', () => {
  it('take the year from the dates when none is given', async () => {
    const years = await column(
      database,
      `insert into documento (categoria_slug, titulo, competencia_fim, data_ato, publicado_em) values
      ('crp', 'a', null, '2021-03-01', '2022-01-01'), ('dair', 'b', '2020-12-31', '2021-01-20', null), ('crp', 'c', null, null, '2023-01-01') returning exercicio`,
    );
    expect(years).toEqual([2021, 2020, 2023]);
  });

  it('set atualizado_em when a value changes and keep it otherwise', async () => {
    await database.exec(`insert into faq_categoria (nome, slug, atualizado_em) values ('Pensão', 'pensao', '2020-01-01')`);
    await database.exec(`update faq_categoria set nome = 'Pensão' where slug = 'pensao'`);
    expect(await column(database, `select atualizado_em = '2020-01-01' from faq_categoria where slug = 'pensao'`)).toEqual([true]);
    await database.exec(`update faq_categoria set nome = 'Pensões' where slug = 'pensao'`);
    expect(await column(database, `select atualizado_em = '2020-01-01' from faq_categoria where slug = 'pensao'`)).toEqual([false]);
  });

  it('notify of each changed row once in a transaction, with its key', async () => {
    const heard: unknown[] = [];
    const stop = await database.listen('conteudo', (payload) => heard.push(JSON.parse(payload)));
    await database.exec(`insert into feriado values ('2030-01-01', 'Confraternização', 'nacional')`);
    await database.exec(`insert into documento_relacao values (1000, 1001, 'relacionado')`);
    await database.exec(
      `begin; update feriado set nome = 'a' where data = '2030-01-01'; update feriado set nome = 'b' where data = '2030-01-01'; commit`,
    );
    await database.exec(`delete from feriado where data = '2030-01-01'`);
    await database.exec(`begin; insert into feriado values ('2031-01-01', 'x', 'nacional'); rollback`);
    await stop();
    expect(heard).toMatchObject([
      { table: 'feriado', key: '2030-01-01', op: 'INSERT' },
      { table: 'documento_relacao', key: '1000:1001:relacionado', op: 'INSERT' },
      { table: 'feriado', key: '2030-01-01', op: 'UPDATE' },
      { table: 'feriado', key: '2030-01-01', op: 'DELETE' },
    ]);
    expect(heard).toHaveLength(4);
  });
});

it('no function with a parsed body takes the row of a table, because Postgres would refuse to alter that table', async () => {
  const parsed = `
    select p.oid::regprocedure::text
      from pg_proc p
      join pg_type t on t.oid = any (p.proargtypes) and t.typrelid <> 0
     where p.prosqlbody is not null and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;
  expect(await column(database, parsed)).toEqual([]);
});

it('each check of several columns of a row that editors write has words that say what to do', async () => {
  const written = ALL_TYPES.flatMap(({ table, fields }) => [
    table,
    ...fields.flatMap((field) => (field.kind === 'rows' ? [field.rows.table] : [])),
  ]);
  const { rows } = await database.query<{ readonly tabela: string; readonly nome: string }>(
    `select r.relname as tabela, c.conname as nome from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'c' and cardinality(c.conkey) > 1 and r.relnamespace = 'public'::regnamespace and r.relname = any ($1) order by 1, 2`,
    [written],
  );
  expect(rows.length).toBeGreaterThan(15);
  const unclear = rows.filter(({ tabela, nome }) => {
    const message = `Check constraint violation. new row for relation "${tabela}" violates check constraint "${nome}"`;
    return faultOf({ message, extensions: { code: 'permission-error' } }, tabela).message === 'Este valor não é aceito aqui.';
  });
  expect(unclear.map(({ nome }) => nome)).toEqual([]);
});
