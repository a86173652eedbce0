/** Lists have one address for what they show: the normal form of a query says the same, and only what is said makes another form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSiteTarget, pagesOfLists } from '../../server/http/site-target.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { readDocumentListQuery } from '../../shared/routes/document-list.ts';
import { canonicalSearch } from '../../shared/routes/list-address.ts';
import { LIST_SEARCH, readListQuery } from '../../shared/routes/list-search.ts';
import { declaredSearch, matchRoute } from '../../shared/routes/match.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import type { RouteInput } from '../../shared/routes/types.ts';
import { routePath } from '../../shared/routes/url.ts';

const target = createSiteTarget({ routes: ROUTES, imageTarget: (url) => ({ key: url, url }) });

const value = fc.oneof(
  fc.constantFrom(
    '1',
    '02',
    '2',
    '-1',
    '1e3',
    '99999',
    '2024',
    '2025',
    '1',
    '20',
    '50',
    '21',
    'recentes',
    'titulo',
    'RECENTES',
    'vigente',
    ' abono ',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 110 }),
);
const names = [...LIST_SEARCH.map(({ name }) => name), 'situacao', 'tipo', 'utm_source'];
const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 }).map((pairs) => new URLSearchParams(pairs).toString());
const path = fc.constantFrom(
  routePath('noticias'),
  routePath('comunicados'),
  routePath('documentos', { category: 'crp' }),
  routePath('busca'),
  routePath('faq'),
);

function inputOf(url: string): { readonly route: AnyRoute; readonly input: RouteInput } {
  const mark = url.indexOf('?');
  const [at, search] = mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
  const match = matchRoute(ROUTES, at, new URLSearchParams(search));
  if (match.kind !== 'route') throw new Error(`${url} is ${match.kind}`);
  // A value that is cut in the middle of a character has half of one, which no address can hold.
  const whole = Object.entries(match.input.search).map(([name, values]) => [name, values.map((text) => text.toWellFormed())] as const);
  return { route: match.route, input: { ...match.input, search: Object.fromEntries(whole) } };
}

/** All that a page of a list is made of: its calls of the backend, its state, and the parameters that it reads itself. */
function made({ route, input }: ReturnType<typeof inputOf>) {
  const { tipo, situacao } = input.search;
  const isList = LIST_SEARCH.every((parameter) => route.search.includes(parameter));
  return {
    main: route.main?.(input),
    late: route.late(input),
    state: isList ? readListQuery(input.search) : input.search,
    documents: isList ? readDocumentListQuery(input.search) : null,
    extras: { tipo, situacao },
  };
}

describe('the address that a list is rendered by', () => {
  test('makes the same page as the one that was asked for', () => {
    fc.assert(
      fc.property(path, query, (at, text) => {
        const asked = `${at}?${text}`;
        expect(made(inputOf(target({ url: asked, rawHeaders: [] }).url))).toEqual(made(inputOf(asked)));
      }),
      { numRuns: 500 },
    );
  });

  test('is a fixed point', () => {
    fc.assert(
      fc.property(path, query, (at, text) => {
        const { url } = target({ url: `${at}?${text}`, rawHeaders: [] });
        expect(target({ url, rawHeaders: [] }).url).toBe(url);
      }),
      { numRuns: 500 },
    );
  });

  test('is one for each state and the parameters beside it', () => {
    const search = query.map((text) => declaredSearch(LIST_SEARCH, new URLSearchParams(text)));
    fc.assert(
      fc.property(search, search, (one, other) => {
        const route = { search: LIST_SEARCH };
        const [a, b] = [canonicalSearch(route, one), canonicalSearch(route, other)];
        const isSame = JSON.stringify(readListQuery(one)) === JSON.stringify(readListQuery(other));
        expect(JSON.stringify(a) === JSON.stringify(b)).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });
});

test('the addresses of lists that have a page and nothing else are these', () => {
  const pages = pagesOfLists(ROUTES);
  for (const good of [
    '/informacoes/noticias?pagina=2',
    '/lai/documentos/crp/_payload.json?pagina=3',
    '/informacoes/comunicados?pagina=12',
  ]) {
    expect([good, pages.test(good)]).toEqual([good, true]);
  }
  for (const other of [
    '/busca?pagina=2',
    '/informacoes/noticias?pagina=2&q=a',
    '/lai/documentos/a/b?pagina=2',
    '/x/informacoes/noticias?pagina=2',
    '/',
  ]) {
    expect([other, pages.test(other)]).toEqual([other, false]);
  }
});
