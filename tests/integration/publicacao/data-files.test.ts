/** Files of sets that are longer than a batch, and their filters. */
import type express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmptyProject, emptyProject } from '../project/loaded-database.ts';
import { filesOf } from './files-app.ts';

let project: EmptyProject;
let app: express.Express;

beforeAll(async () => {
  project = await emptyProject();
  await project.database.script(`
    insert into documento (id, categoria_slug, titulo, exercicio, data_ato, publicado_em, publicado)
      select n, case when n % 2 = 0 then 'portarias' else 'leis' end, case when n = 7 then 'Ato de pensão' else 'Ato' end, 2020 + n % 3,
             date '2020-01-01' + n, date '2020-01-02' + n, n <> 4
        from generate_series(1, 230) n;
    update documento set substitui_documento_id = 5 where id = 8;
    update documento set revogado_por_documento_id = 8 where id = 10;
    -- The public does not read that one.
    update documento set substitui_documento_id = 4 where id = 12;
    -- Most of them on two days, and more than a batch without one.
    insert into documento (id, categoria_slug, titulo, exercicio, data_ato, publicado_em, publicado)
      select n, 'agendaReunioes', 'Agenda', 2019, case when n % 2 = 0 then date '2019-01-01' + n / 300 end, date '2019-06-01' + n % 3, n % 50 <> 0
        from generate_series(1001, 1500) n;
    -- Half of them on one day.
    insert into pagamento (id, documento_id, pago_em, valor)
      select n, case when n = 9 then 4 else 2 end, case when n % 2 = 0 then date '2021-06-30' else date '2020-01-01' + n * 3 end, n
        from generate_series(1, 450) n;
    insert into noticia (slug, titulo, publicado, publicado_em)
      select 'noticia-' || n, case when n % 50 = 0 then 'Obra rara' else 'Obra' end, true, timestamptz '2020-01-01' + n * interval '1 hour'
        from generate_series(1, 1010) n;
    insert into orgao_colegiado (id, chave, nome) values (1, 'conselho_fiscal', 'Conselho Fiscal');
    insert into reuniao (orgao_id, ano, tipo, situacao, inicio, pauta_html)
      select 1, n, 'ordinaria', 'realizada', make_date(n, 3, 1), 'Reunião de ' || n
        from generate_series(2023, 2026) n;
    insert into declaracao_inexistencia (categoria_slug, exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
      select 'decretos', n, make_date(n, 1, 1), make_date(n, 12, 31), 'Nada em ' || n, 'Maria', 'Diretora', make_date(n + 1, 1, 15), true
        from generate_series(2023, 2026) n;
    insert into pessoa (id, nome) select md5(n::text)::uuid, 'Pessoa ' || n from generate_series(1, 4) n;
    insert into membro_orgao (orgao_id, pessoa_id, mandato_inicio, mandato_fim, publicado) values
      (1, md5('1')::uuid, '2019-01-01', '2022-12-31', true), (1, md5('2')::uuid, '2022-12-31', '2026-12-31', true),
      (1, md5('3')::uuid, '2023-01-01', null, true), (1, md5('4')::uuid, null, '2023-01-01', true);
    insert into calendario_beneficio (tipo, titulo, inicio, fim, publicado)
      select 'prova_de_vida', 'Prova de vida de ' || n, make_date(n, 12, 1), make_date(n + 1, 1, 31), true from generate_series(2023, 2026) n;
    insert into numero_documento (documento_id, indicador_codigo, data_base, valor)
      select case when n % 10 = 0 then 4 else 2 end, codigo, date '2020-01-01' + n * 5, n
        from generate_series(1, 250) n, unnest(array['atuarial_guardado', 'atuarial_compromissos', 'atuarial_deficit']) codigo;`);
  app = await filesOf(project.database, ['portarias', 'leis', 'decretos', 'agendaReunioes']);
}, 120_000);
afterAll(() => project.close());

interface Row {
  readonly id: number;
  readonly data: string;
}

async function rowsOf(address: string): Promise<readonly Row[]> {
  const { status, text } = await request(app).get(address);
  if (status !== 200) throw new Error(`${address}: ${status}`);
  const { registros } = JSON.parse(text) as { registros: { id: number; pago_em: string }[] };
  return registros.map(({ id, pago_em }) => ({ id, data: pago_em }));
}

test('the file of the payments has each once, the newest first, also those of a day that fills batches', async () => {
  const rows = await rowsOf('/dados/pagamentos.json');
  expect(rows.map(({ id }) => id)).not.toContain(9);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(449);
  expect(rows).toHaveLength(449);
  expect(rows).toEqual(rows.toSorted((one, other) => other.data.localeCompare(one.data) || other.id - one.id));
});

test('a document names those that it replaces and that revoke it, where the public reads them', async () => {
  const { registros } = JSON.parse((await request(app).get('/dados/documentos.json')).text) as {
    registros: { id: number; substitui: string | null; revogado_por: string | null }[];
  };
  const named = registros.filter(({ substitui, revogado_por }) => substitui !== null || revogado_por !== null);
  expect(new Map(named.map(({ id, substitui, revogado_por }) => [id, [substitui, revogado_por]]))).toEqual(
    new Map([
      [8, ['https://site.test/lai/documentos/leis/5', null]],
      [10, [null, 'https://site.test/lai/documentos/portarias/8']],
    ]),
  );
});

test('the files of a demonstration say so: in the name under which a table is saved, in JSON, and with the name of the publisher', async () => {
  const demonstration = await filesOf(project.database, ['portarias', 'leis', 'decretos', 'agendaReunioes'], true);
  const saved = async (app: express.Express): Promise<unknown> =>
    (await request(app).get('/dados/declaracoes.csv')).get('content-disposition');
  expect(await saved(demonstration)).toBe('attachment; filename="demonstracao-declaracoes.csv"');
  expect(await saved(app)).toBe('attachment; filename="declaracoes.csv"');
  const about = async (app: express.Express): Promise<unknown> => JSON.parse((await request(app).get('/dados/declaracoes.json')).text);
  expect(await about(demonstration)).toMatchObject({ demonstracao: true, publicador: 'Instituto (demonstração: dados fictícios)' });
  expect(await about(app)).toMatchObject({ demonstracao: false, publicador: 'Instituto' });
  const feed = await request(demonstration).get('/dados/declaracoes.atom').buffer(true);
  expect(feed.text).toContain('<name>Instituto (demonstração: dados fictícios)</name>');
});

test('a file that is held to words has the newest 1,001 rows at most, and says where it has not all: in JSON, and in its name', async () => {
  const answer = async (query: string): Promise<readonly unknown[]> => {
    const json = JSON.parse((await request(app).get(`/dados/noticias.json${query}`)).text) as { completo: boolean; registros: unknown[] };
    const name = (await request(app).get(`/dados/noticias.csv${query}`)).get('content-disposition');
    return [json.registros.length, json.completo, name];
  };
  expect(await answer('?q=obra')).toEqual([1001, false, 'attachment; filename="noticias-incompleto.csv"']);
  expect(await answer('?q=rara')).toEqual([20, true, 'attachment; filename="noticias.csv"']);
  expect(await answer('')).toEqual([1010, true, 'attachment; filename="noticias.csv"']);
});

test.each(['?ano=2021', '?ano=2020', '?ano=2020&ano=2022', '?ano=2019'])(
  'the file of the payments has those of the years of %s',
  async (query) => {
    const years = new URLSearchParams(query).getAll('ano');
    const all = await rowsOf('/dados/pagamentos.json');
    expect(await rowsOf(`/dados/pagamentos.json${query}`)).toEqual(all.filter(({ data }) => years.includes(data.slice(0, 4))));
  },
);

interface Numero {
  readonly codigo: string;
  readonly data_base: string;
}

test('the file of the numbers has those of each indicator once, the newest first, without those of a document that nobody sees', async () => {
  const { registros } = (await request(app).get('/dados/numeros.json')).body as { registros: readonly Numero[] };
  expect(registros).toHaveLength(3 * 225);
  const keys = registros.map(({ codigo, data_base }) => `${codigo} ${data_base}`);
  expect(new Set(keys).size).toBe(3 * 225);
  const sorted = registros.toSorted((one, other) =>
    one.codigo < other.codigo ? -1 : one.codigo > other.codigo ? 1 : other.data_base.localeCompare(one.data_base),
  );
  expect(registros).toEqual(sorted);
  const ofYear = (year: string): readonly Numero[] => registros.filter(({ data_base }) => data_base.startsWith(year));
  const some = (await request(app).get('/dados/numeros.json?ano=2021&ano=2023')).body as { pagina: string; registros: readonly Numero[] };
  expect(some.registros).toEqual([...ofYear('2023'), ...ofYear('2021')]);
  expect(some.pagina).toBe('https://site.test/lai/numeros');
});

test.each([
  ['/dados/membros.csv?ano=2022', ['Pessoa 1', 'Pessoa 2', 'Pessoa 4']],
  ['/dados/membros.csv?ano=2023&orgao=conselho_fiscal', ['Pessoa 2', 'Pessoa 3', 'Pessoa 4']],
  ['/dados/membros.csv?ano=2027', ['Pessoa 3']],
  ['/dados/membros.csv?ano=2024&ano=2019', ['Pessoa 2', 'Pessoa 3']],
])('the file of the members has those whose term is in the year, as far as it is known: %s', async (address, names) => {
  const { text } = await request(app).get(address);
  expect(text.match(/Pessoa \d/g)?.toSorted()).toEqual(names);
});

test.each(['csv', 'ics'])('the file of the calendar as %s has the dates that begin in each year that is asked for', async (format) => {
  const { text } = await request(app).get(`/dados/calendario.${format}?ano=2024&ano=2026`);
  expect(text.match(/Prova de vida de \d{4}/g)).toEqual(['Prova de vida de 2026', 'Prova de vida de 2024']);
});

test.each(['csv', 'ics'])('the file of the meetings as %s has those of each year that is asked for', async (format) => {
  const { text } = await request(app).get(`/dados/reunioes.${format}?ano=2024&ano=2026`);
  expect(text.match(/Reunião de \d{4}/g)).toEqual(['Reunião de 2026', 'Reunião de 2024']);
});

test.each([
  ['/institucional/conselho-fiscal.ics', 'reunioes-conselho_fiscal.ics'],
  ['/dados/reunioes.ics?orgao=conselho_fiscal', 'reunioes-conselho_fiscal.ics'],
])('the calendar of a body has its name: %s', async (address, name) => {
  const { text, headers } = await request(app).get(address);
  expect(text).toContain('\r\nNAME:Reuniões: Conselho Fiscal | Instituto\r\n');
  expect(headers['content-disposition']).toBe(`inline; filename="${name}"`);
});

test.each(['csv', 'atom'])('the file of the declarations as %s has those of each year that is asked for', async (format) => {
  const { text } = await request(app).get(`/dados/declaracoes.${format}?categoria=decretos&ano=2023&ano=2025`);
  expect(text.match(/Nada em \d{4}/g)).toEqual(['Nada em 2025', 'Nada em 2023']);
});

test.each(['', '?ordem=recentes'])(
  'the file of a list has each document once, in the order of its page, those without a day last: %j',
  async (query) => {
    const { rows } = await project.database.query(`select id::integer from documento where categoria_slug = 'agendaReunioes' and publicado
    order by data_ato desc nulls last, publicado_em desc, id desc`);
    const ids = (await rowsOf(`/dados/documentos/agendaReunioes.json${query}`)).map(({ id }) => id);
    expect(ids).toHaveLength(490);
    expect(ids).toEqual(rows.map(({ id }) => id));
  },
);

test('the file of all documents has those of every list, or of the years and with the words that are asked for', async () => {
  const idsOf = async (query: string): Promise<readonly number[]> => (await rowsOf(`/dados/documentos.json${query}`)).map(({ id }) => id);
  const published = Array.from({ length: 230 }, (_, index) => index + 1).filter((id) => id !== 4);
  expect((await idsOf('')).filter((id) => id < 1_000).toSorted((a, b) => a - b)).toEqual(published);
  expect(await idsOf('?ano=2021')).toEqual(published.filter((id) => id % 3 === 1).reverse());
  expect(await idsOf('?ano=2021&ano=2022')).toEqual(published.filter((id) => id % 3 !== 0).reverse());
  expect(await idsOf('?q=pens%C3%A3o')).toEqual([7]);
});
