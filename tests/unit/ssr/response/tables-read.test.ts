import { expect, it } from 'vitest';
import { startOperations } from '../../../../server/ssr/page/preload.ts';
import { tablesRead } from '../../../../server/ssr/response/tables-read.ts';
import type { OperationCall } from '../../../../shared/routes/types.ts';
import { FAKE_ROUTES } from '../../../integration/ssr/fake-site.tsx';

it('the tables of the route, of every row, and those in which a row was looked for are named; a failed operation names none', async () => {
  const [, route] = FAKE_ROUTES;
  if (route === undefined) throw new Error('the site has an article');
  const answers: Readonly<Record<string, string>> = {
    A: '{"noticia":[{"__typename":"noticia","id":4,"imagem":{"__typename":"arquivo","id":"ab-cd"}}]}',
    B: '{"documento_by_pk":null}',
  };
  const calls = ['A', 'B', 'C'].map((operation) => ({ operation, variables: {} })) as unknown as OperationCall[];
  const operations = startOperations(calls, {
    backend: {
      execute: async ({ operationName }) => {
        const json = answers[operationName ?? ''];
        return json === undefined ? { kind: 'errors', errors: [] } : { kind: 'data', json };
      },
    },
    texts: { A: 'query A { noticia }', B: 'query B { documento }', C: 'query C { faq }' },
    signal: new AbortController().signal,
  });
  await operations.allSettled;
  const tables = [...tablesRead({ route, operations })];
  expect(tables).toEqual(expect.arrayContaining(['site', 'artigo', 'noticia', 'arquivo', 'documento']));
  expect(tables.filter((table) => /[:+]|faq/.test(table))).toEqual([]);
});
