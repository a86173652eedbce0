import { describe, expect, it } from 'vitest';
import { createPayloadFetch } from '../../../client/routing/payload-fetch.ts';
import { parsePageStateFile } from '../../../shared/builds/page-state-file.ts';
import { parsePayload } from '../../../shared/builds/payload.ts';
import { startSsr } from './ssr-server.ts';

describe('the payload of a page', () => {
  it('is its results in order, with the state that its layout shows and the policy of the page', async () => {
    await using site = await startSsr();
    const answer = await fetch(`${site.origin}/artigos/7/_payload.json?pagina=2&lixo=1`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cdn-cache-control')).toBe('max-age=300, stale-while-revalidate=21600, stale-if-error=259200');
    expect(answer.headers.get('cache-groups')).toBe('"site:artigo", "artigo", "artigo:7", "comentario:1", "relacionado:2"');
    const payload = parsePayload(await answer.json());
    expect(payload).toEqual({
      build: 'b1',
      kind: 'data',
      results: [
        { artigo: { __typename: 'artigo', id: 7, titulo: 'Reajuste' } },
        { comentario: { __typename: 'comentario', id: 1, titulo: 'Muito bom', icone: 'mdi:comment' } },
        { relacionado: { __typename: 'relacionado', id: 2, titulo: 'Veja mais' } },
      ],
      pageStateHref: expect.stringMatching(/^\/_estado\/[0-9a-f]{16}\.json$/) as string,
      icones: {},
    });
    const again = await fetch(answer.url, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('keeps every digit of the backend', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', () => ({
      kind: 'data',
      json: '{"artigo":{"__typename":"artigo","id":7,"titulo":"x","valor":9223372036854775807}}',
    }));
    const answer = await fetch(`${site.origin}/artigos/7/_payload.json`);
    expect(await answer.text()).toContain('"valor":9223372036854775807');
  });

  it('the payload of the home page has no path before it', async () => {
    await using site = await startSsr();
    expect(parsePayload(await (await fetch(`${site.origin}/_payload.json`)).json())).toMatchObject({ kind: 'data', results: [] });
  });

  it('names the page state in place of it: the one that the document names', async () => {
    await using site = await startSsr();
    const payload = parsePayload(await (await fetch(`${site.origin}/lai/_payload.json`)).json());
    const href = payload?.kind === 'data' ? payload.pageStateHref : '';
    expect(await (await fetch(`${site.origin}/lai`)).text()).toContain(`"pageStateHref":"${href}"`);
    const file = parsePageStateFile(await (await fetch(site.origin + href)).json());
    expect(Object.keys(file?.estado ?? {}).toSorted()).toEqual([
      'contato',
      'dataLai',
      'dataMenu',
      'demonstracao',
      'diretoriaExecutiva',
      'fusoHorario',
      'paginasDaMoldura',
      'siteConfig',
    ]);
  });

  it('carries a redirect to another page as data', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 3, titulo: 'mudou' } });
    const byData = await fetch(`${site.origin}/artigos/3/_payload.json`, { redirect: 'manual' });
    expect([byData.status, await byData.json()]).toEqual([200, { build: 'b1', kind: 'redirect', to: '/artigos/7', status: 302 }]);
  });

  it.each([
    ['/ARTIGOS/7/_payload.json?a=1', '/artigos/7/_payload.json?a=1'],
    ['/artigos/7//_payload.json', '/artigos/7/_payload.json'],
    ['/artigos/7/_PAYLOAD.json/?a=%20', '/artigos/7/_payload.json?a=%20'],
    ['/_payload.json/', '/_payload.json'],
    ['/LAI/_payload.json', '/lai/_payload.json'],
  ])('%s moves to its exact address', async (asked, location) => {
    await using site = await startSsr();
    const answer = await fetch(`${site.origin}${asked}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
    expect(await (await fetch(`${site.origin}${asked}`)).json()).toMatchObject({ kind: 'data' });
  });

  it('redirects to the exact address where only the data tells it', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 3, titulo: 'grafia' } });
    const answer = await fetch(`${site.origin}/artigos/3/_payload.json`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/artigos/7/_payload.json']);
  });

  it('tells the browser the exact address of a page that it asked for by another one', async () => {
    await using site = await startSsr();
    const { load } = createPayloadFetch({
      fetch: (url) => fetch(new URL(url instanceof Request ? url.url : url, site.origin)),
      build: 'b1',
      wait: async () => undefined,
      now: () => 0,
    });
    expect(await load('/ARTIGOS/7?pagina=2')).toEqual({ build: 'b1', kind: 'redirect', to: '/artigos/7?pagina=2', status: 308 });
    expect(await load('/artigos/7?pagina=2')).toMatchObject({ kind: 'data' });
  });

  it('carries an error with its status', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo: null });
    const missing = await fetch(`${site.origin}/artigos/7/_payload.json`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({
      build: 'b1',
      kind: 'error',
      status: 404,
      code: 'PAGE_NOT_FOUND',
      message: 'Page Not Found: /artigos/7',
      pedido: null,
    });
    const unknown = await fetch(`${site.origin}/nada/_payload.json`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { message: 'Page not found: /nada' }]);
  });

  it('carries the backend’s own message in development and nowhere else', async () => {
    for (const [development, detail] of [
      [true, 'Principal: relation "segredo" does not exist (unexpected)'],
      [false, undefined],
    ] as const) {
      await using site = await startSsr({ development });
      site.backend.answer('Principal', () => ({
        kind: 'errors',
        errors: [{ message: 'relation "segredo" does not exist', extensions: { path: '$', code: 'unexpected' } }],
      }));
      const payload = (await (await fetch(`${site.origin}/artigos/7/_payload.json`)).json()) as { readonly detail?: string };
      expect(payload).toMatchObject({ kind: 'error', status: 503, code: 'BACKEND_UNAVAILABLE' });
      expect(payload.detail).toBe(detail);
    }
  });

  it('leaves null in the place of a late operation that failed, and is not stored', async () => {
    await using site = await startSsr();
    site.backend.answer('Comentarios', () => {
      throw new Error('the table is gone');
    });
    const answer = await fetch(`${site.origin}/artigos/7/_payload.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cdn-cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ results: [{}, null, {}] });
  });
});
