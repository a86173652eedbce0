import { ApolloLink, Observable } from '@apollo/client';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { pageQueries } from '../../../../client/apollo/page-queries.ts';
import type { KnownResult } from '../../../../client/apollo/queries.ts';
import type { RoutePage, SiteRoute } from '../../../../client/routing/page.ts';
import { type LoadedPage, loadPage, type PageLoaderOptions, previewPage } from '../../../../client/routing/page-loader.ts';
import type { PageStateFile } from '../../../../shared/builds/page-state-file.ts';
import type { PagePayload } from '../../../../shared/builds/payload.ts';
import { defineRoute } from '../../../../shared/routes/define.ts';

const TREES = {
  Principal: parse('query Principal($id: Int) { artigo(id: $id) { __typename id titulo } }'),
  Tarde: parse('query Tarde { nota { __typename id } }'),
};
const Pagina = (): null => null;

const ARTIGO = {
  ...defineRoute({ id: 'artigo', path: '/artigos/:id', params: { id: 'inteiro' }, main: null, head: () => ({ title: '' }) }),
  main: ({ params }: { params: Readonly<Record<string, string>> }) => ({ operation: 'Principal', variables: { id: Number(params['id']) } }),
  late: () => [{ operation: 'Tarde', variables: {} }],
  outcome: ({ main }: { main: unknown }) => {
    const artigo = (main as { artigo: { titulo: string } | null }).artigo;
    if (artigo === null) return { kind: 'notFound' };
    if (artigo.titulo === 'retirado') return { kind: 'gone', withdrawal: { em: '2026-03-04', motivo: 'Dado pessoal' } };
    return artigo.titulo === 'mudou' ? { kind: 'redirect', to: '/artigos/9', status: 308 } : { kind: 'found' };
  },
} as unknown as SiteRoute;

interface Scene {
  readonly payload: PagePayload | null;
  /** Answer of the network for the main operation. */
  readonly network?: () => Record<string, unknown>;
  readonly chunkFails?: boolean;
  /** What the server has under the address of the payload's page state. */
  readonly pageState?: PageStateFile | null;
}

const STATE: PageStateFile = { estado: { demonstracao: false }, icones: { 'lucide:house': { body: '<path/>', width: 24, height: 24 } } };

function scene({ payload, network, chunkFails = false, pageState = STATE }: Scene) {
  const asked: string[] = [];
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        asked.push(operation.operationName ?? '');
        try {
          observer.next({ data: network?.() ?? null });
          observer.complete();
        } catch (error) {
          observer.error(error);
        }
      }),
  );
  /** What Apollo's cache started with, for each time that Apollo was needed. */
  const started: (readonly KnownResult[])[] = [];
  const options: PageLoaderOptions = {
    routes: [ARTIGO],
    pages: {
      artigo: async () => {
        if (chunkFails) throw new TypeError('Failed to fetch dynamically imported module');
        return { PageComponent: Pagina };
      },
    },
    loadQueries: async (known) => {
      started.push(known);
      return pageQueries(link, TREES, known, 0);
    },
    now: () => 0,
    build: 'b1',
    pageStates: { load: async () => pageState, clear: () => {} },
    payloads: { load: async () => payload, preview: async () => payload },
  };
  return {
    load: (href = '/artigos/7') => loadPage(href, { demonstracao: true }, options),
    started,
    asked,
    preview: () => previewPage('/artigos/7', {}, options),
  };
}

function pageOf(loaded: LoadedPage): RoutePage {
  if (loaded.kind !== 'ready' || loaded.page.kind !== 'page') throw new Error(`no page but ${loaded.kind}`);
  return loaded.page;
}

const artigo = (titulo = 'Reajuste') => ({ artigo: { __typename: 'artigo', id: 7, titulo } });
const data = (results: readonly unknown[]): PagePayload => ({
  build: 'b1',
  kind: 'data',
  results,
  pageStateHref: '/_estado/0123456789abcdef.json',
  icones: {},
});

describe('a page with a payload', () => {
  it('a page is composed with the page state that its payload names, and left to the server without it', async () => {
    const results = [artigo(), { nota: { __typename: 'nota', id: 1 } }];
    const { load } = scene({ payload: data(results) });
    expect(await load()).toMatchObject({ kind: 'ready', page: { state: { demonstracao: false }, icons: STATE.icones } });
    expect(await scene({ payload: data(results), pageState: null }).load()).toEqual({ kind: 'reload', reason: 'unknown' });
  });

  it('a page with a payload has its results, so that no component requests them and Apollo is not loaded', async () => {
    const nota = { nota: { __typename: 'nota', id: 1 } };
    const { load, started, asked } = scene({ payload: data([artigo(), nota]) });
    const loaded = await load();
    expect(loaded).toMatchObject({ kind: 'ready', page: { kind: 'page', href: '/artigos/7', main: artigo(), PageComponent: Pagina } });
    const page = pageOf(loaded);
    expect([page.results(0), page.results(1)]).toEqual([
      { kind: 'done', data: artigo() },
      { kind: 'done', data: nota },
    ]);
    expect([started, asked]).toEqual([[], []]);
  });

  it('a result that failed on the server is left out, and its component requests it over a cache with the others', async () => {
    const { load, started, asked } = scene({ payload: data([artigo(), null]), network: () => ({ nota: { __typename: 'nota', id: 2 } }) });
    const page = pageOf(await load());
    const pending = page.results(1);
    expect(page.results(1)).toBe(pending);
    if (pending.kind === 'pending') await pending.ended;
    expect(page.results(1)).toEqual({ kind: 'done', data: { nota: { __typename: 'nota', id: 2 } } });
    expect(started).toEqual([[{ operation: 'Principal', variables: { id: 7 }, data: artigo() }]]);
    expect(asked).toEqual(['Tarde']);
  });

  it('a payload with a redirect is followed, and one with an error is shown at its own address', async () => {
    expect(await scene({ payload: { build: 'b1', kind: 'redirect', to: '/artigos/9', status: 308 } }).load()).toEqual({
      kind: 'redirect',
      to: '/artigos/9',
    });
    const failed = await scene({
      payload: { build: 'b1', kind: 'error', status: 503, code: 'BACKEND_UNAVAILABLE', message: 'indisponível', pedido: 'p-1' },
    }).load();
    expect(failed).toMatchObject({ page: { kind: 'error', status: 503, message: 'indisponível', requestId: 'p-1', href: '/artigos/7' } });
  });

  it('a payload of another build is not used', async () => {
    expect(await scene({ payload: { ...data([artigo()]), build: 'b2' } }).load()).toEqual({ kind: 'reload', reason: 'build' });
  });
});

describe('a page whose payload cannot be had', () => {
  it('a page without a payload requests its main operation itself', async () => {
    const { load, asked } = scene({ payload: null, network: () => artigo() });
    expect(await load()).toMatchObject({ kind: 'ready', page: { kind: 'page', main: artigo(), state: { demonstracao: true } } });
    expect(asked).toEqual(['Principal']);
  });

  it.each([
    ['not found', () => ({ artigo: null }), { page: { kind: 'error', status: 404, message: 'Page Not Found: /artigos/7' } }],
    ['withdrawn', () => artigo('retirado'), { page: { kind: 'error', status: 410, message: expect.stringContaining('Dado pessoal') } }],
    ['redirected', () => artigo('mudou'), { kind: 'redirect', to: '/artigos/9' }],
    [
      'failed',
      () => {
        throw new Error('Network request failed');
      },
      { page: { kind: 'error', status: 500, message: 'Network request failed' } },
    ],
  ])('is %s by the route itself', async (_name, network, expected) => {
    expect(await scene({ payload: null, network }).load()).toMatchObject(expected);
  });
});

describe('a preview', () => {
  it('is the page with its payload, and nothing without it: no operation is asked for a page that may never be visited', async () => {
    const given = scene({ payload: data([artigo(), null]) });
    expect(await given.preview()).toMatchObject({ kind: 'ready', page: { main: artigo() } });
    const without = scene({ payload: null, network: () => artigo() });
    expect(await without.preview()).toBeNull();
    expect(without.asked).toEqual([]);
  });
});

describe('a page that cannot be loaded here', () => {
  it('an address that the browser cannot load itself is left to the server', async () => {
    const { load } = scene({ payload: null });
    expect(await load('/nada')).toEqual({ kind: 'reload', reason: 'unknown' });
    expect(await load('/artigos/abc')).toEqual({ kind: 'reload', reason: 'unknown' });
    expect(await load('/ARTIGOS/7')).toEqual({ kind: 'redirect', to: '/artigos/7' });
  });

  it('a page whose module does not load is left to the server', async () => {
    expect(await scene({ payload: data([artigo()]), chunkFails: true }).load()).toEqual({ kind: 'reload', reason: 'chunk' });
  });
});
