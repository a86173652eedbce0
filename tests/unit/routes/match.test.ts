import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { pagePathOfPayload, payloadUrl, routePath } from '../../../shared/routes/url.ts';

const match = (path: string, search = '') => matchRoute(ROUTES, path, new URLSearchParams(search));

/** The paths of the table in section 2 of the specification, in the notation of routes. */
const SPECIFIED: readonly string[] = [
  ...(/^## 2\. [^]*?(?=^## )/m.exec(readFileSync('docs/specification.md', 'utf8'))?.[0] ?? '').matchAll(/^\| `(\/[^`?]*)` \|/gm),
].map(([, path = '']) => path.replace(/\{(\w+)\}/g, ':$1'));

/** Section 2: what is neither of these two has the layout `default`. */
function layoutOf(path: string): string {
  if (path === '/admin') return 'iframe';
  return path === '/informacoes/faq' || /^\/lai(?:\/|$)/.test(path) ? 'lai' : 'default';
}

describe('the table of routes', () => {
  test('the table of routes has the paths of docs/specification.md, section 2, and no others', () => {
    expect(ROUTES.map(({ path }) => path).toSorted()).toEqual(SPECIFIED.toSorted());
  });

  test.each(ROUTES.map(({ path, layout }) => [path, layout]))('the table of routes has %s with the %s layout', (path, layout) => {
    expect(layout).toBe(layoutOf(path));
  });

  test('the table of routes has each path and each id once', () => {
    expect(new Set(ROUTES.map(({ path }) => path.toLowerCase())).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length);
  });

  test('the table of routes gives every path parameter a kind', () => {
    for (const route of ROUTES) {
      const named = [...route.path.matchAll(/:([a-z]+)/g)].map((found) => found[1]);
      expect(new Set(Object.keys(route.params))).toEqual(new Set(named));
    }
  });
});

describe('matchRoute', () => {
  test.each([
    ['/', 'inicio', {}],
    ['/informacoes/noticia/12', 'noticia', { id: '12' }],
    ['/lai/documentos/parecer_tcm', 'documentos', { category: 'parecer_tcm' }],
    ['/lai/documentos/dair/7', 'documento', { category: 'dair', id: '7' }],
    ['/paginas/carta-de-servicos', 'pagina', { slug: 'carta-de-servicos' }],
  ])('%s is %s', (path, id, params) => {
    const found = match(path);
    expect(found.kind === 'route' && { id: found.route.id, params: found.input.params }).toEqual({ id, params });
  });

  test.each([
    ['/lai/menucompleto', '/lai/MenuCompleto'],
    ['/LAI/MenuCompleto/', '/lai/MenuCompleto'],
    ['/sic/', '/sic'],
    ['//', '/'],
    ['/sic/relatorioestatistica', '/sic/RelatorioEstatistica'],
    ['/Contato/FaleConosco', '/contato/faleConosco'],
    ['/paginas/Privacidade', '/paginas/privacidade'],
    ['/informacoes/noticia/12/', '/informacoes/noticia/12'],
    ['/lai/documentos/%64air', '/lai/documentos/dair'],
  ])('%s has moved to %s', (path, canonical) => {
    expect(match(path)).toEqual({ kind: 'moved', path: canonical });
  });

  test.each([
    '/informacoes/noticia/abc',
    '/informacoes/noticia/0',
    '/informacoes/noticia/1234567890123456',
    '/lai/documentos/a%27b',
    '/paginas/..%2f..',
  ])('%s is refused without a query', (path) => {
    expect(match(path).kind).toBe('refused');
  });

  test.each(['/nada', '/lai/documentos', '//evil.example', '/%', '/lai//MenuCompleto', '/informacoes/noticia/1/2', 'sic'])(
    '%s is unknown',
    (path) => {
      expect(match(path)).toEqual({ kind: 'unknown' });
    },
  );

  test('matchRoute keeps only declared query parameters, cut to their length and in one order', () => {
    const found = match('/informacoes/noticias', `utm=1&ano=2024&q=${'a'.repeat(200)}&ano=2020&ano=2024&pagina=&q=second`);
    expect(found.kind === 'route' && found.input.search).toEqual({ q: ['a'.repeat(100)], ano: ['2020', '2024'] });
  });

  test('matchRoute leaves out the signs of a query that nobody sees, also those in a CPF that it hides', () => {
    const searchOf = (q: string): unknown => {
      const match = matchRoute(ROUTES, '/busca', new URLSearchParams({ q }));
      return match.kind === 'route' ? match.input.search['q'] : match;
    };
    expect(searchOf('previ\u00addên\u200bcia\u{feff}')).toEqual(['previdência']);
    expect(searchOf('529.982\u200b.247-25')).toEqual(searchOf('529.982.247-25'));
  });

  test('matchRoute cuts a long query parameter between two characters, not within one', () => {
    const found = match('/informacoes/noticias', `q=${'a'.repeat(99)}${encodeURIComponent('😀')}`);
    expect(found.kind === 'route' && found.input.search).toEqual({ q: ['a'.repeat(99)] });
  });
});

describe('addresses', () => {
  test('routePath fills in the parameters and encodes them', () => {
    expect(routePath('noticia', { id: 12 })).toBe('/informacoes/noticia/12');
    expect(routePath('pagina', { slug: 'a b/c' })).toBe('/paginas/a%20b%2Fc');
  });

  test('routePath refuses a missing parameter', () => {
    expect(() => routePath('noticia')).toThrow('needs :id');
  });

  test.each([
    ['/', '/_payload.json'],
    ['/sic', '/sic/_payload.json'],
    ['/informacoes/noticias?pagina=2', '/informacoes/noticias/_payload.json?pagina=2'],
  ])('the data of %s is at %s', (page, payload) => {
    expect(payloadUrl(page)).toBe(payload);
    expect(pagePathOfPayload(payload.split('?')[0] ?? '')).toBe(page.split('?')[0]);
  });

  test('the path of a page is not read as the path of a payload', () => {
    expect(pagePathOfPayload('/sic')).toBeNull();
  });
});
