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
        from generate_series(1, 450) n;`);
  app = await filesOf(project.database, ['portarias', 'leis']);
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

test('the file of all documents has those of every list, or of the years and with the words that are asked for', async () => {
  const idsOf = async (query: string): Promise<readonly number[]> => (await rowsOf(`/dados/documentos.json${query}`)).map(({ id }) => id);
  const published = Array.from({ length: 230 }, (_, index) => index + 1).filter((id) => id !== 4);
  expect((await idsOf('')).toSorted((a, b) => a - b)).toEqual(published);
  expect(await idsOf('?ano=2021')).toEqual(published.filter((id) => id % 3 === 1).reverse());
  expect(await idsOf('?ano=2021&ano=2022')).toEqual(published.filter((id) => id % 3 !== 0).reverse());
  expect(await idsOf('?q=pens%C3%A3o')).toEqual([7]);
});
