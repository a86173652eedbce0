import { describe, expect, it, test } from 'vitest';
import { isKeptPage, isOtherPage, isPublicAnswer, shownCopy } from '../../../../client/offline/copies.ts';
import { offlinePage } from '../../../../client/offline/offline-page.ts';

test.each([
  ['/', true],
  ['/lai', true],
  ['/lai/documentos/dair', true],
  ['/lai/documentos/dair/12', true],
  ['/informacoes/noticia/3', true],
  ['/institucional/organograma', true],
  ['/paginas/privacidade', true],
  ['/progestao/painel', true],
  ['/informacoes/mapa', false],
  ['/lai/documentos/dair.csv', false],
  ['/sic', false],
  ['/ouvidoria', false],
  ['/contato/faleConosco', false],
  ['/admin', false],
  ['/busca', false],
  ['/v1/graphql', false],
  ['/_casos/sic', false],
  ['/laix', false],
])('the page %s is kept: %s', (path, isKept) => {
  expect(isKeptPage(path)).toBe(isKept);
});

test.each([
  ['/sic', true],
  ['/busca', true],
  ['/lai', false],
  ['/admin', false],
  ['/admin/noticia/3', false],
  ['/_casos/sic', false],
  ['/nhostprovider/1', false],
  ['/dados/tudo.zip', false],
])('without network %s is answered by the worker: %s', (path, isAnswered) => {
  expect(isOtherPage(path)).toBe(isAnswered);
});

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };

test.each([
  ['a page for the public', 200, HTML, true],
  ['a page of one user', 200, { ...HTML, 'cache-control': 'private, no-store' }, false],
  ['an error', 404, HTML, false],
  ['data', 200, { ...HTML, 'content-type': 'application/json' }, false],
])('%s is kept or not', (_name, status, headers, isKept) => {
  expect(isPublicAnswer(new Response('', { status, headers }))).toBe(isKept);
});

describe('a kept page', () => {
  const page = '<body class="a"><main>Atas</main><script type="application/json" id="dados-da-pagina">{"settings":{}}</script></body>';

  it('says by the clock of the device of when it is, says that there is no network, and is not hydrated', async () => {
    const kept = new Response(page, { headers: { ...HTML, date: 'Mon, 23 Nov 2026 15:00:00 GMT', 'content-encoding': 'br' } });
    const copy = await shownCopy(kept, 'America/Rio_Branco');
    const html = await copy.text();
    expect(html).toMatch(
      /^<body class="a"><p class="copia-guardada" role="status">Sem conexão\. Esta é a cópia de 23 de novembro de 2026 às 10h, guardada/,
    );
    expect(html).toContain('<main>Atas</main>');
    expect(html).not.toContain('dados-da-pagina');
    expect(copy.headers.get('content-encoding')).toBeNull();
  });

  it('is listed by its title where another page cannot be shown', () => {
    const html = offlinePage([{ href: '/lai?q="><b>', title: 'Atas &amp; pautas', at: Date.UTC(2026, 10, 23, 15) }], 'America/Rio_Branco');
    expect(html).toContain(
      '<a href="/lai?q=&quot;&gt;&lt;b&gt;">Atas &amp; pautas</a> <span>Cópia de 23 de novembro de 2026 às 10h</span>',
    );
    expect(offlinePage([], 'America/Rio_Branco')).toContain('Este aparelho ainda não guardou nenhuma página');
  });
});
