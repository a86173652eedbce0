import { describe, expect, test } from 'vitest';
import { ErrorScreen } from '../../../../client/components/feedback/error-screen/error-screen.tsx';
import { errorPage } from '../../../../server/http/error-page.ts';
import { listOfPage } from '../../../../shared/routes/list-of-page.ts';
import { htmlOf, textOf } from './render.ts';

describe('ErrorScreen (specification section 2)', () => {
  test('a missing page shows Ops!!!, 404, the fixed text and the path', () => {
    const html = htmlOf(<ErrorScreen status={404} message="Page not found: /nao/existe" requestId={null} />);
    expect(html.match(/<h1[^>]*>([^<]*)<\/h1>/)?.[1]).toBe('Ops!!!');
    expect(textOf(html)).toContain(
      'Ops!!! 404 Página não foi encontrada ou não existe. Page not found: /nao/existe Voltar Para Pagina Inicial',
    );
  });

  test.each([
    ['Page not found: /nada', true],
    ['Page Not Found: /informacoes/noticia/0', true],
    ['Network request failed', true],
    ['O endereço pedido não existe.', false],
  ])('%j is marked as English: %s (WCAG 3.1.2)', (message, isEnglish) => {
    const html = htmlOf(<ErrorScreen status={404} message={message} requestId={null} />);
    expect(/ lang="en">([^<]*)</.exec(html)?.[1]).toBe(isEnglish ? message : undefined);
    const page = errorPage({ status: 404, message, requestId: '' });
    expect(/ lang="en">([^<]*)</.exec(page)?.[1]).toBe(isEnglish ? message : undefined);
  });

  test.each([500, 503, 429, 400])('status %d shows ERRO, the fixed text and the message', (status) => {
    const texto = textOf(htmlOf(<ErrorScreen status={status} message="Network request failed" requestId={null} />));
    expect(texto).toContain('Ops!!! ERRO Lamentamos mas ocorreu um erro inesperado. Network request failed Voltar Para Pagina Inicial');
    expect(texto).not.toContain('404');
  });

  test.each([
    [503, true],
    [429, true],
    [400, false],
    [404, false],
  ])('status %d offers another try: %s', (status, offers) => {
    expect(htmlOf(<ErrorScreen status={status} message="" requestId={null} />).includes('href=""')).toBe(offers);
  });

  test('withdrawn content shows its own message and no unexpected error', () => {
    const message = 'Este conteúdo foi retirado do site em 3 de março de 2026. Motivo: Trazia dados pessoais.';
    const texto = textOf(htmlOf(<ErrorScreen status={410} message={message} requestId={null} />));
    expect(texto).toContain(`Ops!!! RETIRADO ${message} Voltar Para Pagina Inicial`);
    expect(texto).not.toContain('erro inesperado');
    expect(texto.split(message)).toHaveLength(2);
  });

  test('withdrawn content leads to the list that it was in', () => {
    expect(['/lai/documentos/dair/633', '/informacoes/noticia/3', '/lai'].map(listOfPage)).toEqual([
      '/lai/documentos/dair',
      '/informacoes/noticias',
      null,
    ]);
    expect(htmlOf(<ErrorScreen status={410} message="x" requestId={null} list="/lai/documentos/dair" />)).toContain(
      'href="/lai/documentos/dair"',
    );
  });

  test('the button leads to the home page, and search and SIC follow', () => {
    const html = htmlOf(<ErrorScreen status={404} message="" requestId={null} />);
    expect(html).toMatch(/<a href="\/"[^>]*>.*?Voltar Para Pagina Inicial/s);
    expect(html).toMatch(/<form [^>]*action="\/busca" method="get"/);
    expect(html).toContain('href="/sic"');
  });

  test('markup in the message is shown, not run', () => {
    const html = htmlOf(<ErrorScreen status={404} message="Page not found: /<script>alert(1)</script>" requestId={null} />);
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
  });

  test('the request id is shown when there is one', () => {
    expect(textOf(htmlOf(<ErrorScreen status={500} message="x" requestId="01JABC" />))).toContain('informe o código 01JABC');
    expect(textOf(htmlOf(<ErrorScreen status={500} message="x" requestId={null} />))).not.toContain('código');
  });

  test('the catalogue sentence of a 404 is not said twice', () => {
    const texto = textOf(htmlOf(<ErrorScreen status={404} message="Página não foi encontrada ou não existe." requestId={null} />));
    expect(texto.match(/Página não foi encontrada/g)).toHaveLength(1);
  });
});
