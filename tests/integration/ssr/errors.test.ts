import type { RequestHandler } from 'express';
import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import { FAKE_ROUTES, fakeRenderer } from './fake-site.tsx';
import { open, SETTINGS, type SsrServer, startSsr } from './ssr-server.ts';

async function get(site: SsrServer, path: string, accept?: string) {
  const { message, end } = await open(`${site.origin}${path}`, accept === undefined ? {} : { accept });
  return { status: message.statusCode, headers: message.headers, html: await end };
}

describe('an unknown path', () => {
  it('answers 404 with the screen and its message, and is not stored', async () => {
    await using site = await startSsr();
    const { status, headers, html } = await get(site, '/nada/aqui');
    expect(headers['content-security-policy']).toContain("frame-src 'self'");
    expect(status).toBe(404);
    expect(html).toContain('Ops!!!</h1>');
    expect(html).toContain('<title>Ops!!!</title>');
    expect(html).toContain('Página não foi encontrada ou não existe.');
    expect(html).toContain('<span lang="en">Page not found: /nada/aqui</span>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(headers['cdn-cache-control']).toBe('no-store');
    expect(headers['content-language']).toBe('pt-BR');
  });

  it('costs no render of its own, escapes the path and cuts it to 200 characters', async () => {
    const renderer = fakeRenderer();
    let renders = 0;
    const counting = {
      ...renderer,
      renderError: (...options: Parameters<typeof renderer.renderError>) => {
        renders++;
        return renderer.renderError(...options);
      },
    };
    await using site = await startSsr({ renderer: () => counting });
    const first = await get(site, `/'&amp;${'x'.repeat(300)}`);
    expect(first.html).toContain(`Page not found: /&#39;&amp;amp;${'x'.repeat(200 - 7)}<`);
    for (const path of ['/a', '/b?c=d', '/%3Cscript%3E']) expect((await get(site, path)).status).toBe(404);
    expect(renders).toBe(1);
  });
});

describe('the address of a file that is not there', () => {
  it.each([
    ['/robots.txt', '/robots.txt'],
    ['/wp-login.php?x=1', '/wp-login.php'],
    ['/.env', '/.env'],
    ["/a'b/&.XML", '/a&#39;b/&amp;.XML'],
  ])('%s is answered in two lines of text', async (path, shown) => {
    await using site = await startSsr();
    const { status, headers, html } = await get(site, path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-language': 'pt-BR',
      'cdn-cache-control': 'no-store',
    });
    expect(html).toBe(`O endereço pedido não existe.\nPage not found: ${shown}\n`);
  });

  it('shows the screen to a person who opens it', async () => {
    await using site = await startSsr();
    const { status, headers, html } = await get(site, '/relatorio.pdf', 'text/html,*/*;q=0.8');
    expect([status, headers['content-type'], headers.vary]).toEqual([404, 'text/html; charset=utf-8', 'Accept']);
    expect(html).toContain('Ops!!!</h1>');
    expect(html).toContain('Page not found: /relatorio.pdf');
    expect((await get(site, '/relatorio.pdf')).headers.vary).toBe('Accept');
  });

  it.each(['/artigos/abc.pdf', '/nada.', '/v1.5', '/robots.txt/mais', '/%2Etxt'])('%s is not one', async (path) => {
    await using site = await startSsr();
    const { status, headers } = await get(site, path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('redirects /favicon.ico to the icon of the site', async () => {
    await using site = await startSsr();
    const { status, headers } = await get(site, '/favicon.ico');
    expect([status, headers.location]).toEqual([308, '/favicon.svg']);
    await using other = await startSsr({ settings: { ...SETTINGS, siteFavicon: '/favicon.ico' } });
    expect((await get(other, '/favicon.ico')).status).toBe(404);
  });
});

describe('a known route', () => {
  it('redirects another letter case or a trailing slash to its path and keeps the query', async () => {
    await using site = await startSsr();
    const { status, headers } = await get(site, '/ARTIGOS/7/?pagina=2&x=%20');
    expect(status).toBe(308);
    expect(headers.location).toBe('/artigos/7?pagina=2&x=%20');
    expect(site.backend.asked).toEqual([]);
  });

  it('answers 404 to an invalid id without asking the backend, and forbids storing', async () => {
    await using site = await startSsr();
    const { status, headers, html } = await get(site, '/artigos/abc?pagina=1');
    expect(status).toBe(404);
    expect(html).toContain('Page Not Found: /artigos/abc?pagina=1');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
    expect(headers['cache-groups']).toBeUndefined();
    expect(site.backend.asked).toEqual([]);
  });

  it.each([
    ['a row that is not there', null, 404, 'Page Not Found: /artigos/7'],
    ['a row that was withdrawn', { __typename: 'artigo', id: 7, titulo: 'retirado' }, 410, 'Este conteúdo foi retirado do site.'],
  ])('answers for %s', async (_name, artigo, expected, message) => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo });
    const { status, headers, html } = await get(site, '/artigos/7');
    expect(status).toBe(expected);
    expect(html).toContain(message);
    expect(headers['cdn-cache-control']).toBe('max-age=60');
    expect(html).not.toContain('dados-da-pagina');
  });

  it('gives date and reason of a withdrawal as escaped text, on the screen and as data', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: 'retirado com motivo' } });
    const { status, headers, html } = await get(site, '/artigos/7');
    expect([status, headers['cdn-cache-control']]).toEqual([410, 'max-age=60']);
    expect(html).toContain(
      'Este conteúdo foi retirado do site em 3 de março de 2026. Motivo: Trazia o CPF de &lt;b&gt;uma pessoa&lt;/b&gt;.',
    );
    const payload = await fetch(`${site.origin}/artigos/7/_payload.json`);
    expect(payload.status).toBe(410);
    expect(await payload.json()).toMatchObject({
      kind: 'error',
      code: 'PAGE_GONE',
      message: 'Este conteúdo foi retirado do site em 3 de março de 2026. Motivo: Trazia o CPF de <b>uma pessoa</b>.',
    });
  });

  it('redirects where its data says', async () => {
    await using site = await startSsr();
    site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 3, titulo: 'mudou' } });
    const { status, headers } = await get(site, '/artigos/3');
    expect(status).toBe(302);
    expect(headers.location).toBe('/artigos/7');
    expect(headers['cache-groups']).toBe('"site:artigo", "artigo", "artigo:3"');
    expect(headers['content-language']).toBe('pt-BR');
  });

  it.each(['default', 'iframe'] as const)('answers for a missing row in its own layout, %s', async (layout) => {
    const routes = FAKE_ROUTES.map((route) => (route.path === '/artigos/:id' ? { ...route, layout } : route));
    await using site = await startSsr({ routes });
    site.backend.answer('Principal', { artigo: null });
    expect((await get(site, '/artigos/7')).html.includes('<footer')).toBe(layout === 'default');
    expect((await get(site, '/nada')).html).toContain('<footer');
    site.backend.answer('Principal', () => {
      throw new Error('the database is down');
    });
    const failed = await get(site, '/artigos/7');
    expect([failed.status, failed.html.includes('<footer')]).toEqual([503, layout === 'default']);
  });
});

describe('an error of another router', () => {
  const refuse: RequestHandler = (req, res, next) => {
    if (!req.path.startsWith('/nhostprovider/')) {
      next();
      return;
    }
    res.setHeader('Content-Length', 5);
    throw new AppError(req.path.endsWith('limite') ? 'TOO_MANY_REQUESTS' : 'FILE_NOT_FOUND');
  };

  it('is the screen to a person and JSON to a program', async () => {
    await using site = await startSsr({}, undefined, [refuse]);
    const person = await get(site, '/nhostprovider/1', 'text/html,*/*;q=0.8');
    expect([person.status, person.headers['content-type'], person.headers.vary]).toEqual([404, 'text/html; charset=utf-8', 'Accept']);
    expect(person.headers['content-security-policy']).toContain("style-src 'self'");
    expect(person.headers['cdn-cache-control']).toBe('no-store');
    for (const part of ['Ops!!!</h1>', '404', 'Voltar Para Pagina Inicial', ERROR_CODES.FILE_NOT_FOUND.message]) {
      expect(person.html).toContain(part);
    }
    const program = await get(site, '/nhostprovider/1', 'image/avif,*/*;q=0.8');
    expect([program.status, program.headers.vary]).toEqual([404, 'Accept']);
    expect(JSON.parse(program.html)).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('says when to try again, to both', async () => {
    await using site = await startSsr({}, undefined, [refuse]);
    for (const accept of ['text/html', '*/*']) {
      const { status, headers, html } = await get(site, '/nhostprovider/limite', accept);
      expect([status, headers['retry-after']]).toEqual([429, '60']);
      expect(html).toContain(ERROR_CODES.TOO_MANY_REQUESTS.message);
    }
  });
});

describe('a failing main operation', () => {
  it.each([
    ['INTERNAL', 'validation-failed', 500, 'Ocorreu um problema no site.'],
    ['BACKEND_UNAVAILABLE', 'unexpected', 503, 'indisponível no momento'],
  ])('is %s', async (code, backendCode, expected, message) => {
    await using site = await startSsr();
    site.backend.answer('Principal', () => ({
      kind: 'errors',
      errors: [{ message: 'relation "segredo" does not exist', extensions: { path: '$', code: backendCode } }],
    }));
    const { status, headers, html } = await get(site, '/artigos/7');
    expect(status).toBe(expected);
    expect(html).toContain('Lamentamos mas ocorreu um erro inesperado.');
    expect(html).toContain(message);
    expect(html).toContain(String(headers['x-request-id']));
    expect(html).not.toContain('segredo');
    expect(headers['cdn-cache-control']).toBe('no-store');
    expect(headers['retry-after']).toBe(expected === 503 ? '10' : undefined);
    expect(site.log).toMatchObject([{ level: 'error', fields: { code, requestId: headers['x-request-id'] } }]);
  });
});

describe('in development', () => {
  it.each([
    [true, ['<script>console.error("Principal: relation \\"segredo\\" does not exist (unexpected)")</script>']],
    [false, []],
  ])('(%s) the console has the message of the backend', async (development, scripts) => {
    await using site = await startSsr({ development });
    site.backend.answer('Principal', () => ({
      kind: 'errors',
      errors: [{ message: 'relation "segredo" does not exist', extensions: { path: '$', code: 'unexpected' } }],
    }));
    const { status, html } = await get(site, '/artigos/7');
    expect(status).toBe(503);
    expect(html.match(/<script>.*?<\/script>/gs) ?? []).toEqual(scripts);
  });
});

test('the line of a page that failed has no number of a person and no query', async () => {
  await using site = await startSsr();
  site.backend.answer('Principal', () => ({
    kind: 'errors',
    errors: [{ message: 'the table is gone', extensions: { path: '$', code: 'unexpected' } }],
  }));
  expect((await get(site, '/artigos/52998224725?pagina=2')).status).toBe(503);
  expect(site.log).toMatchObject([{ message: 'page failed', fields: { path: '/artigos/[redacted]' } }]);
});

describe('rendering that fails before the first byte', () => {
  it('shows the error screen', async () => {
    await using site = await startSsr();
    const { status, html } = await get(site, '/quebrada');
    expect(status).toBe(500);
    expect(html).toContain('Ops!!!</h1>');
    expect(html).not.toContain('head is broken');
    expect(site.log).toMatchObject([{ message: 'page failed', fields: { err: { message: 'head is broken' } } }]);
  });

  it('falls back to the static page when the screen cannot be rendered either', async () => {
    const renderer = fakeRenderer();
    const broken = {
      ...renderer,
      renderError: () => {
        throw new Error('the layout is broken');
      },
    };
    await using site = await startSsr({ renderer: () => broken });
    const { status, headers, html } = await get(site, '/nada', 'text/html');
    expect(status).toBe(500);
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('<h1>Ops!!!</h1>');
    expect(html).toContain('ERRO');
    expect(html).toContain('Voltar Para Pagina Inicial');
    expect(html).toContain(String(headers['x-request-id']));
    expect(headers).toMatchObject({ 'cdn-cache-control': 'no-store', 'content-language': 'pt-BR' });
    const fields = { requestId: headers['x-request-id'], err: { message: 'the layout is broken' } };
    expect(site.log).toMatchObject([{ message: 'the error screen could not be rendered', fields }]);
  });
});
