import { describe, expect, test } from 'vitest';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { LAST_SEARCH_PAGE, readSearch } from '../../../shared/routes/site-search.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { RouteContext } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';

function at(address: string): { route: AnyRoute; context: (main: unknown) => RouteContext<unknown> } {
  const url = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  return { route: match.route, context: (main) => ({ input: match.input, state: EMPTY_SITE_STATE, main }) };
}

const variablesOf = (address: string): unknown => {
  const { route, context } = at(address);
  return route.main?.(context(null).input).variables;
};

describe('lists of news and notices', () => {
  test('a list without filters asks for twenty rows of all, the newest first', () => {
    expect(variablesOf('/informacoes/noticias')).toEqual({
      ordem: 'recentes',
      limit: 20,
      offset: 0,
    });
  });

  test('text, years, order and page of the address become variables of the operation', () => {
    expect(variablesOf('/informacoes/noticias?q=Pens%C3%A3o&ano=2025&ano=2024&ordem=titulo&pagina=2&por_pagina=10')).toEqual({
      palavras: 'pensao',
      anos: '2024,2025',
      ordem: 'titulo',
      limit: 10,
      offset: 10,
    });
  });

  test('a kind filters the notices, and a text that is no kind is ignored', () => {
    expect(variablesOf('/informacoes/comunicados?tipo=prazo')).toMatchObject({ tipo: 'prazo' });
    expect(variablesOf('/informacoes/comunicados?tipo=%27--')).toEqual({ ordem: 'recentes', limit: 20, offset: 0 });
  });

  test('a page number after the last page is redirected to the last page, with the kind', () => {
    const { route, context } = at('/informacoes/comunicados?tipo=prazo&pagina=9');
    const main = { comunicado: [{ total: 25, comunicado: null }] };
    expect(route.outcome(context(main))).toEqual({ kind: 'redirect', to: '/informacoes/comunicados?pagina=2&tipo=prazo', status: 302 });
  });
});

describe('pages of one row', () => {
  test.each([
    ['/informacoes/noticia/7', { noticia_by_pk: null }],
    ['/informacoes/comunicado/7', { comunicado_by_pk: null }],
    ['/informacoes/bannerComunicado/7', { banner_comunicado_by_pk: null }],
    ['/paginas/privacidade', { pagina: [] }],
    ['/servicos/pedir-aposentadoria', { servico: [] }],
    ['/sic/formatoAcessivel/7', { documento_by_pk: null }],
  ])('%s without its row is not found and still has a head', (address, main) => {
    const { route, context } = at(address);
    expect(route.outcome(context(main))).toEqual({ kind: 'notFound' });
    expect(route.head(context(main)).title).not.toBe('');
  });

  test('a news item gives its page the title, the picture and a breadcrumb below the list', () => {
    const { route, context } = at('/informacoes/noticia/7');
    const main = { noticia_by_pk: { titulo: 'Censo começa em maio', resumo: 'Veja o calendário.', imagem: { id: 'abc' } } };
    expect(route.outcome(context(main))).toEqual({ kind: 'found' });
    expect(route.head(context(main))).toEqual({
      title: 'Censo começa em maio',
      description: 'Veja o calendário.',
      image: '/nhostprovider/abc',
    });
    expect(route.breadcrumb(context(main))).toEqual([
      { label: 'Notícias', to: '/informacoes/noticias' },
      { label: 'Censo começa em maio', to: null },
    ]);
  });

  test('a long title is shown in the small size', () => {
    const { route, context } = at('/informacoes/comunicado/7');
    const head = (titulo: string) => route.head(context({ comunicado_by_pk: { titulo, resumo: null } }));
    expect([head('a'.repeat(70)).size, head('a'.repeat(71)).size]).toEqual([undefined, 'pequeno']);
  });

  test('a content page sets its title as HTML and the size of the title', () => {
    const { route, context } = at('/paginas/carta-de-servicos');
    const row = {
      titulo: 'Carta de Serviços',
      titulo_html: 'Carta de <em>Serviços</em>',
      titulo_tamanho: 'grande',
      resumo: 'r',
      seo_titulo: null,
      seo_descricao: null,
      imagem: null,
    };
    expect(route.head(context({ pagina: [row] }))).toEqual({
      title: 'Carta de Serviços',
      titleHtml: 'Carta de <em>Serviços</em>',
      size: 'grande',
      description: 'r',
    });
    expect(route.head(context({ pagina: [{ ...row, titulo: 'Q&A <1>', titulo_html: null, titulo_tamanho: 'enorme' }] }))).toMatchObject({
      titleHtml: 'Q&amp;A &lt;1&gt;',
    });
  });
});

describe('the search', () => {
  test('a search without words runs no operation', () => {
    const { route, context } = at('/busca?q=%20');
    expect(route.late(context(null).input)).toEqual([]);
  });

  test.each(['', '-', '"" -', '…'])('a search for "%s", which has neither letter nor digit, runs no operation', (q) => {
    const { route, context } = at(`/busca?q=${encodeURIComponent(q)}`);
    expect(route.late(context(null).input)).toEqual([]);
  });

  test('a search asks for its words, filters and page', () => {
    const { route, context } = at('/busca?q=Jos%C3%A9&tipo=noticia&ano=2024&categoria=leis&pagina=3');
    const variables = { texto: 'josé', tipo: 'noticia', ano: 2024, categoria: 'leis', limit: 10, offset: 20 };
    expect(route.late(context(null).input)).toMatchObject([{ operation: 'Busca', variables, groups: route.groups }]);
    expect(route.head(context(null))).toMatchObject({ title: 'Busca por “José”', indexable: false });
  });

  test.each(['0', '-2', 'x', '1.5', '', '01', '100000'])('the page number %j is read as the first page', (pagina) => {
    expect(readSearch(at(`/busca?q=a&pagina=${pagina}`).context(null).input.search)).toMatchObject({ q: 'a', pagina: 1 });
  });

  test.each([1, 9, 10, 49, LAST_SEARCH_PAGE, 99_999])('the page number %i is read as it is', (pagina) => {
    expect(readSearch(at(`/busca?q=a&pagina=${pagina}`).context(null).input.search)).toMatchObject({ q: 'a', pagina });
  });

  test('a page after the last one asks for the total alone', () => {
    const { route, context } = at(`/busca?q=a&pagina=${LAST_SEARCH_PAGE + 1}`);
    expect(route.late(context(null).input)).toMatchObject([{ variables: { limit: 0 } }]);
  });
});

test('the list of questions is filtered by every word of the text', () => {
  expect(variablesOf('/informacoes/faq?q=décimo+terceiro')).toEqual({ palavra1: '%decimo%', palavra2: '%terceiro%' });
});
