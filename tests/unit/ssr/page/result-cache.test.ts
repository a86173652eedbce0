import { describe, expect, it } from 'vitest';
import type { Caller, ExecuteOptions, GraphqlAnswer, GraphqlRequest } from '../../../../server/backend/backend.ts';
import { PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { createGroupedCache } from '../../../../server/memory/grouped-cache.ts';
import type { OperationResult } from '../../../../server/ssr/page/operation-result.ts';
import { startOperations } from '../../../../server/ssr/page/preload.ts';
import type { ResultCache } from '../../../../server/ssr/page/result-cache.ts';
import type { OperationCall } from '../../../../shared/routes/types.ts';

const TEXTS = { Noticias: 'query Noticias { noticia }', Selos: 'query Selos { documento }', Noticia: 'query Noticia { noticia_by_pk }' };

const JSON_OF: Readonly<Record<string, string>> = {
  Noticias: '{"noticia":[{"__typename":"noticia","id":4,"imagem":{"__typename":"arquivo","id":"ab-cd"}}]}',
  Selos: '{"documento":[{"__typename":"documento","id":9}],"progestao_certificacao":[]}',
  Noticia: '{"noticia_by_pk":null}',
};

function call(operation: string, variables: object = {}, groups?: readonly string[]): OperationCall {
  return { operation, variables, ...(groups === undefined ? {} : { groups }) } as unknown as OperationCall;
}

const HOME = [call('Noticias', {}, ['noticia:*']), call('Selos', {}, ['documento:*'])];

/** Renders the data of pages from one cache and counts what the backend is asked. */
function setUp() {
  const asked: string[] = [];
  const callers: Caller[] = [];
  const tables: (readonly string[])[] = [];
  const boundary = (read: ReadonlySet<string>): undefined => void tables.push([...read].toSorted());
  const results: ResultCache = createGroupedCache<OperationResult>({ maxBytes: 100_000, freshForMs: 60_000, boundary, now: () => 0 });
  let fault: GraphqlAnswer | null = null;
  const backend = {
    execute: async ({ operationName }: GraphqlRequest, { caller }: ExecuteOptions): Promise<GraphqlAnswer> => {
      asked.push(String(operationName));
      callers.push(caller);
      return fault ?? { kind: 'data', json: JSON_OF[operationName ?? ''] ?? '{}' };
    },
  };
  const render = async (calls: readonly OperationCall[], groups: readonly string[] = []): Promise<readonly string[]> => {
    const before = asked.length;
    const signal = new AbortController().signal;
    await startOperations(calls, { backend, texts: TEXTS, cache: { results, groups }, signal }).allSettled;
    return asked.slice(before);
  };
  return { results, callers, tables, render, fail: (answer: GraphqlAnswer | null) => void (fault = answer) };
}

describe('the operations of a page that is rendered again', () => {
  it('are asked for where a purge concerns them: by their own groups, by those of the route, or by a row in their result', async () => {
    const { results, render } = setUp();
    expect(await render(HOME)).toEqual(['Noticias', 'Selos']);
    expect(await render(HOME)).toEqual([]);
    results.purge(['noticia:*', 'site:inicio']);
    expect(await render(HOME)).toEqual(['Noticias']);
    results.purge(['documento:9']);
    expect(await render(HOME)).toEqual(['Selos']);
    results.purge(['arquivo:ab-cd']);
    expect(await render(HOME)).toEqual(['Noticias']);
    const list = [call('Noticias')];
    expect([await render(list, ['noticia']), await render(list, ['noticia'])]).toEqual([['Noticias'], []]);
    results.purge(['noticia']);
    expect(await render(list, ['noticia'])).toEqual(['Noticias']);
  });

  it('are asked for again after a row has come to a table in which nothing was found', async () => {
    const { results, render } = setUp();
    const page = [call('Noticia', { id: 7 }), call('Selos')];
    await render(page);
    expect(await render(page)).toEqual([]);
    results.purge(['noticia']);
    expect(await render(page)).toEqual(['Noticia']);
    results.purge(['progestao_certificacao']);
    expect(await render(page)).toEqual(['Selos']);
  });

  it('are apart by their variables and by the groups that their route names', async () => {
    const { render } = setUp();
    await render([call('Noticia', { id: 7 })]);
    expect(await render([call('Noticia', { id: 8 })])).toEqual(['Noticia']);
    expect(await render([call('Noticia', { id: 7 })], ['noticia'])).toEqual(['Noticia']);
  });

  it('are asked for again after an answer with errors', async () => {
    const { render, fail } = setUp();
    fail({ kind: 'errors', errors: [{ message: 'timed out', extensions: { path: '$', code: 'unexpected' } }] });
    await render(HOME);
    fail(null);
    expect(await render(HOME)).toEqual(['Noticias', 'Selos']);
  });

  it('are asked as the public', async () => {
    const { callers, render } = setUp();
    await render(HOME);
    expect(callers).toEqual([PUBLIC_CALLER, PUBLIC_CALLER]);
  });

  it('end with the publication dates of every table that they read', async () => {
    const { tables, render } = setUp();
    await render(HOME);
    expect(tables).toEqual([
      ['arquivo', 'noticia'],
      ['documento', 'progestao_certificacao'],
    ]);
  });

  it('get the same parsed result', async () => {
    const { results } = setUp();
    const backend = { execute: async (): Promise<GraphqlAnswer> => ({ kind: 'data', json: '{"noticia":[],"total":9223372036854775807}' }) };
    const start = () =>
      startOperations([call('Noticias')], { backend, texts: TEXTS, cache: { results, groups: [] }, signal: new AbortController().signal });
    const [one, other] = [await start().result(0), await start().result(0)];
    expect(one.json).toContain('9223372036854775807');
    expect(other).toBe(one);
  });
});
