import { describe, expect, it } from 'vitest';
import type { Renderer } from '../../../client/entry-server.tsx';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { fakeRenderer } from './fake-site.tsx';
import { BOTH_WAYS, INLINE_SCRIPT, MENU, open, startSsr } from './ssr-server.ts';

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  const start: typeof startSsr = (overrides, ...rest) => startSsr({ fixedParts, ...overrides }, ...rest);

  describe('a page whose data is there at once', () => {
    it('is sent whole, without inline script, nonce or fallback', async () => {
      await using site = await start();
      const { message, end } = await open(`${site.origin}/artigos/7`);
      const html = await end;
      expect(message.statusCode).toBe(200);
      expect(html).not.toMatch(INLINE_SCRIPT);
      expect(html).not.toMatch(/nonce|hidden id="S:|aguarde/);
      expect(message.headers['content-security-policy']).toContain("script-src 'self';");
      expect(message.headers['content-security-policy']).toContain("style-src 'self';");
      expect(html).not.toMatch(/ style="/);
      expect(html.match(/<\/body>/g)).toHaveLength(1);
      expect(message.headers['content-length']).toBe(String(Buffer.byteLength(html)));
    });

    it('asks programs to leave it out of their lists by a field and by a mark, where its head says so', async () => {
      await using site = await start();
      site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: 'Ato sobre uma pessoa' } });
      const { message, end } = await open(`${site.origin}/artigos/7`);
      expect(await end).toContain('<meta name="robots" content="noindex"/>');
      expect(message.headers['x-robots-tag']).toBe('noindex');
      const other = await open(`${site.origin}/lai`);
      expect(await other.end).not.toContain('noindex');
      expect(other.message.headers['x-robots-tag']).toBeUndefined();
    });

    it('names its language, title and canonical address', async () => {
      await using site = await start();
      const { message, end } = await open(`${site.origin}/artigos/7?pagina=2&lixo=1`);
      const html = await end;
      expect(message.headers['content-language']).toBe('pt-BR');
      expect(html).toContain('<html lang="pt-BR">');
      expect(html).toContain('<title>Reajuste - IPREV</title>');
      expect(html).toContain('<link rel="canonical" href="https://previdencia.exemplo.br/artigos/7?pagina=2"/>');
      expect(html).toContain('<meta name="description" content="Previdência municipal"/>');
    });

    it('carries policy, groups and a validator, and answers 304 to it', async () => {
      await using site = await start();
      const first = await open(`${site.origin}/artigos/7`);
      await first.end;
      const etag = first.message.headers.etag ?? '';
      expect(first.message.headers).toMatchObject({
        'cache-control': 'no-cache',
        'cdn-cache-control': 'max-age=300, stale-while-revalidate=21600, stale-if-error=259200',
        'cache-groups': '"site:artigo", "artigo", "artigo:7", "comentario:1", "relacionado:2"',
        'speculation-rules': '"/_previas"',
      });
      const second = await open(`${site.origin}/artigos/7`, { 'If-None-Match': etag });
      expect(second.message.statusCode).toBe(304);
      expect(await second.end).toBe('');
      expect(second.message.headers).toMatchObject({ etag, 'cache-control': 'no-cache', 'content-security-policy': expect.any(String) });
    });

    it('has another validator under another content policy, which a 304 would update (RFC 9110 section 15.4.5)', async () => {
      await using safe = await start();
      await using plain = await start({ https: false });
      const [one, other] = [await open(`${safe.origin}/artigos/7`), await open(`${plain.origin}/artigos/7`)];
      expect(await one.end).toBe(await other.end);
      expect(one.message.headers.etag).not.toBe(other.message.headers.etag);
    });

    it('brings the icons that a result names before the result', async () => {
      const icon = { body: '<path d="M0 0h1"/>', width: 24, height: 24 };
      await using site = await start({ resolveIcons: (names) => Object.fromEntries(names.map((name) => [name, icon])) });
      const html = await (await open(`${site.origin}/artigos/7`)).end;
      expect(html).toMatch(
        /data-resultado="0">[^<]*<\/script><script [^>]*>\{"mdi:comment":[^<]*<\/script><script [^>]*data-resultado="1">/,
      );
    });

    it('shortens its lifetime to the next publication', async () => {
      await using site = await start({ boundary: () => 40 });
      const { message, end } = await open(`${site.origin}/artigos/7`);
      await end;
      expect(message.headers['cdn-cache-control']).toBe('max-age=40, stale-if-error=259200');
    });

    it('is sent but never stored after an error in a part of it', async () => {
      await using site = await start();
      site.backend.answer('Comentarios', () => {
        throw new Error('the table is gone');
      });
      const { message, end } = await open(`${site.origin}/artigos/7`);
      const html = await end;
      expect(html).toContain('<p data-relacionado="">Veja mais</p>');
      expect(html).toContain('Não foi possível carregar agora.');
      expect(html).toMatch(/<a href="" [^>]*>.*Tentar de novo/s);
      expect(html).toContain('data-resultado="1" data-falha="">null<');
      expect(html).not.toContain('data-espera');
      expect(site.log).toMatchObject([{ level: 'error', message: 'part of a page failed', fields: { requestId: expect.any(String) } }]);
      expect(message.statusCode).toBe(200);
      expect(message.headers).toMatchObject({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
    });

    it('tells the message of the backend to a developer only', async () => {
      for (const development of [true, false]) {
        await using site = await startSsr({ fixedParts, development });
        site.backend.answer('Comentarios', () => {
          throw new Error('the table </script> is gone');
        });
        const html = await (await open(`${site.origin}/artigos/7`)).end;
        const block = development ? String.raw`"Comentarios: the table \u003c/script> is gone"` : 'null';
        expect(html).toContain(`data-resultado="1" data-falha="">${block}<`);
      }
    });

    it('escapes script elements in its data', async () => {
      await using site = await start();
      site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: '</script><script>alert(1)</script>\u2028' } });
      const html = await (await open(`${site.origin}/artigos/7`)).end;
      expect(html).not.toContain('<script>alert(1)');
      const block = /data-resultado="0">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
      expect(JSON.parse(block)).toMatchObject({ artigo: { titulo: '</script><script>alert(1)</script>\u2028' } });
    });
  });

  describe('HEAD', () => {
    it('has the fields of GET and no body', async () => {
      await using site = await start();
      const get = await open(`${site.origin}/artigos/7`);
      await get.end;
      const head = await fetch(`${site.origin}/artigos/7`, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of ['etag', 'content-length', 'content-type', 'cdn-cache-control', 'cache-groups', 'content-security-policy']) {
        expect(head.headers.get(name)).toBe(get.message.headers[name]);
      }
    });
  });

  describe('other methods', () => {
    it('are answered 405 with Allow', async () => {
      await using site = await start();
      const answer = await fetch(`${site.origin}/artigos/7`, { method: 'POST' });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect(await answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    });
  });

  describe('a page after other pages of the same state', () => {
    it('has the same bytes as the page of a server that has rendered no other', async () => {
      const estado = { ...EMPTY_SITE_STATE, dataMenu: MENU };
      await using site = await start({ state: () => estado });
      await using fresh = await start({ state: () => estado });
      const text = async (origin: string, path: string): Promise<string> => (await open(`${origin}${path}`)).end;
      for (const path of ['/', '/lai', '/artigos/7']) await text(site.origin, path);
      for (const path of ['/artigos/7', '/lai', '/']) expect(await text(site.origin, path)).toBe(await text(fresh.origin, path));
    });

    it('shows the new state after a change', async () => {
      let estado: SiteState = { ...EMPTY_SITE_STATE, dataMenu: MENU };
      await using site = await start({ state: () => estado });
      await (await open(`${site.origin}/artigos/7`)).end;
      estado = { ...estado, dataMenu: MENU.map((item) => ({ ...item, rotulo: 'Outro nome' })) };
      const html = await (await open(`${site.origin}/artigos/7`)).end;
      expect(html).toContain('Outro nome');
      expect(html).not.toContain('Serviços');
    });
  });

  describe('the two renderers of a settled page', () => {
    it('write the same bytes', async () => {
      await using whole = await start();
      await using waiting = await start({ renderer: () => withoutWholeRender(fakeRenderer()) });
      for (const path of ['/', '/lai', '/artigos/7']) {
        expect(await (await open(`${waiting.origin}${path}`)).end).toBe(await (await open(`${whole.origin}${path}`)).end);
      }
    });
  });
});

function withoutWholeRender(renderer: Renderer): Renderer {
  return {
    ...renderer,
    preparePage: async (request) => ({ ...(await renderer.preparePage(request)), renderWhole: () => null }),
  };
}
