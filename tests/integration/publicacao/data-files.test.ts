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
    -- Half of them on one day.
    insert into pagamento (id, documento_id, pago_em, valor)
      select n, case when n = 9 then 4 else 2 end, case when n % 2 = 0 then date '2021-06-30' else date '2020-01-01' + n * 3 end, n
        from generate_series(1, 450) n;
    insert into orgao_colegiado (id, chave, nome) values (1, 'conselho_fiscal', 'Conselho Fiscal');
    insert into reuniao (orgao_id, ano, tipo, situacao, inicio, pauta_html)
      select 1, n, 'ordinaria', 'realizada', make_date(n, 3, 1), 'Reunião de ' || n
        from generate_series(2023, 2026) n;
    insert into declaracao_inexistencia (categoria_slug, exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
      select 'decretos', n, make_date(n, 1, 1), make_date(n, 12, 31), 'Nada em ' || n, 'Maria', 'Diretora', make_date(n + 1, 1, 15), true
        from generate_series(2023, 2026) n;`);
  app = await filesOf(project.database, ['portarias', 'leis', 'decretos']);
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

test.each(['?ano=2021', '?ano=2020', '?ano=2020&ano=2022', '?ano=2019'])(
  'the file of the payments has those of the years of %s',
  async (query) => {
    const years = new URLSearchParams(query).getAll('ano');
    const all = await rowsOf('/dados/pagamentos.json');
    expect(await rowsOf(`/dados/pagamentos.json${query}`)).toEqual(all.filter(({ data }) => years.includes(data.slice(0, 4))));
  },
);

test.each(['csv', 'ics'])('the file of the meetings as %s has those of each year that is asked for', async (format) => {
  const { text } = await request(app).get(`/dados/reunioes.${format}?ano=2024&ano=2026`);
  expect(text.match(/Reunião de \d{4}/g)).toEqual(['Reunião de 2026', 'Reunião de 2024']);
});

test.each(['csv', 'atom'])('the file of the declarations as %s has those of each year that is asked for', async (format) => {
  const { text } = await request(app).get(`/dados/declaracoes.${format}?categoria=decretos&ano=2023&ano=2025`);
  expect(text.match(/Nada em \d{4}/g)).toEqual(['Nada em 2025', 'Nada em 2023']);
});

test('the file of all documents has those of every list, or of the years and with the words that are asked for', async () => {
  const idsOf = async (query: string): Promise<readonly number[]> => (await rowsOf(`/dados/documentos.json${query}`)).map(({ id }) => id);
  const published = Array.from({ length: 230 }, (_, index) => index + 1).filter((id) => id !== 4);
  expect((await idsOf('')).toSorted((a, b) => a - b)).toEqual(published);
  expect(await idsOf('?ano=2021')).toEqual(published.filter((id) => id % 3 === 1).reverse());
  expect(await idsOf('?ano=2021&ano=2022')).toEqual(published.filter((id) => id % 3 !== 0).reverse());
  expect(await idsOf('?q=pens%C3%A3o')).toEqual([7]);
});
