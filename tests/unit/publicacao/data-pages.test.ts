/** Addresses of open data without the ending of a file lead to the pages of the data. */
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createOpenDataRouter } from '../../../server/publicacao/open-data-router.ts';
import { DATASETS } from '../../../shared/open-data/datasets.ts';

const app = express().use(createOpenDataRouter(() => ({ site: 'https://site.test', name: 'Instituto' }), []));

test.each([
  ['/dados', '/lai/dados-abertos'],
  ['/DADOS/', '/lai/dados-abertos'],
  ['/dados/documentos/leis', '/lai/documentos/leis'],
  ['/dados/Numeros/', '/lai/numeros'],
  ['/dados/estatisticas/sic', '/sic/RelatorioEstatistica'],
  // No page shows them as a list.
  ['/dados/documentos', '/lai/dados-abertos#documentos'],
  ['/dados/Pagamentos/', '/lai/dados-abertos#pagamentos'],
  ['/dados/estatisticas', '/lai/dados-abertos#estatisticas'],
])('%s leads to %s', async (address, page) => {
  const answer = await request(app).get(address);
  expect([answer.status, answer.headers['location']]).toEqual([308, page]);
  expect(answer.headers['cdn-cache-control']).toContain('max-age');
});

test.each([
  ['/dados/DataPackage.json', '/dados/datapackage.json'],
  ['/Dados/Esquemas/Documentos.JSON/', '/dados/esquemas/documentos.json'],
  ['/dados/esquemas/Busca.json', '/dados/esquemas/busca.json'],
  ['/dados/Dados-Abertos.SQLite', '/dados/dados-abertos.sqlite'],
])('%s in other letters leads to %s', async (address, exact) => {
  const answer = await request(app).get(address);
  expect([answer.status, answer.headers['location']]).toEqual([308, exact]);
});

test('a script of any site may ask for the description of the sets', async () => {
  const { status, headers } = await request(app).options('/dados/datapackage.json');
  expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
});

test('each set leads to a page', async () => {
  const statuses = DATASETS.map(async ({ key }) => [key, (await request(app).get(`/dados/${key}`)).status]);
  expect(await Promise.all(statuses)).toEqual(DATASETS.map(({ key }) => [key, 308]));
});

test.each(['/dados/nada', '/dados/documentos/leis/12', '/dadosabertos', '/outra/dados', '/'])('%s leads nowhere', async (address) => {
  expect((await request(app).get(address)).status).toBe(404);
});

test('only a reader is sent on', async () => {
  expect((await request(app).post('/dados')).status).toBe(404);
});
