/** The sitemap of pages names every purchase once, however many there are. */
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createWellKnownFilesRouter } from '../../../server/publicacao/well-known-files.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { CATEGORIAS_DE_PROCESSO } from '../../../shared/routes/familias/compras.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';

const PURCHASES = Array.from({ length: 250 }, (_unused, index) => ({ id: 1_000 - index, atualizado_em: '2025-02-01T00:00:00Z' }));

test('asks for purchases a hundred at a time, in the order of a list', async () => {
  const rowsOf = ({ categoria, limit, offset }: Readonly<Record<string, unknown>>): unknown => {
    const category = categoria === CATEGORIAS_DE_PROCESSO[0] ? PURCHASES : [];
    return category.slice(Number(offset), Number(offset) + Number(limit)).map((documento) => ({ documento }));
  };
  const app = express();
  app.use(
    createWellKnownFilesRouter({
      backend: {
        execute: async ({ operationName, variables }) => {
          const rows =
            operationName === 'EnderecosDosProcessos' ? { documento: rowsOf(variables ?? {}) } : { pagina: [], servico: [], unidade: [] };
          return { kind: 'data', json: JSON.stringify(rows) };
        },
      },
      texts: QUERY_TEXTS,
      state: () => EMPTY_SITE_STATE,
      publisher: () => ({ site: 'https://site.test', name: 'Instituto' }),
      now: () => 0,
    }),
  );
  const { text } = await request(app).get('/sitemap/paginas.xml');
  const prefix = `https://site.test${routePath('processo', { id: 1 }).slice(0, -1)}`;
  const named = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => address)
    .filter((address) => address.startsWith(prefix));
  expect(named).toEqual(PURCHASES.map(({ id }) => `${prefix}${id}`));
});
