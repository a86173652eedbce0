import compression from 'compression';
import { describe, expect, it } from 'vitest';
import type { Renderer } from '../../../client/entry-server.tsx';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { fakeRenderer } from './fake-site.tsx';
import { BOTH_WAYS, INLINE_SCRIPT, type OpenResponse, open, startSsr, untilAsked } from './ssr-server.ts';

class RecordingExchange implements Exchange {
  readonly hasFallback: boolean;
  readonly settled = Promise.withResolvers<SettledResponse | null>();

  constructor(hasFallback = false) {
    this.hasFallback = hasFallback;
  }

  settle(response: Promise<SettledResponse | null>): void {
    response.then(this.settled.resolve, this.settled.reject);
  }
}

/** A renderer that notes what it does with the documents of its pages. */
function counting(): { readonly drawn: readonly string[]; readonly renderer: Renderer } {
  const drawn: string[] = [];
  const renderer = fakeRenderer();
  const preparePage: Renderer['preparePage'] = async (request) => {
    const page = await renderer.preparePage(request);
    return {
      ...page,
      render: (options) => {
        drawn.push('streamed');
        return page.render(options);
      },
      renderWhole: () => {
        drawn.push('whole');
        return page.renderWhole();
      },
    };
  };
  return { drawn, renderer: { ...renderer, preparePage } };
}

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  const start: typeof startSsr = (overrides, ...rest) => startSsr({ fixedParts, ...overrides }, ...rest);

  describe('a page whose late operations are slow', () => {
    it('sends shell and main content while the gate is closed, then each part as it opens', async () => {
      await using site = await start();
      site.backend.close('Comentarios');
      site.backend.close('Relacionados');
      const opening = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      const response = await opening;
      site.timers.fire(500);
      expect(response.message.statusCode).toBe(200);
      await response.until('/assets/boot.js');
      expect(response.text()).toContain('<p data-principal="">Reajuste</p>');
      expect(response.text()).toContain('Carregando…');
      expect(response.text()).toContain('<footer');
      expect(response.text()).not.toContain('Muito bom');

      site.backend.open('Relacionados');
      await response.until('<p data-relacionado="">Veja mais</p>');
      expect(response.text()).not.toContain('Muito bom');

      site.backend.open('Comentarios');
      const html = await response.end;
      expect(html).toContain('<p data-comentario="">Muito bom</p>');
      expect(html.endsWith('</body></html>')).toBe(true);
      expect(site.backend.asked.toSorted()).toEqual(['Comentarios', 'Principal', 'Relacionados']);
      expect(site.timers.pending).toBe(0);
    });

    it('is waited for a little longer while another page is being answered, so that fewer pages are streamed', async () => {
      await using site = await start();
      site.backend.close('Comentarios');
      const opening = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      const alone = await opening;
      const besideIt = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 6);
      site.timers.fire(5);
      await untilAsked(site.backend.asked, 6);
      site.backend.open('Comentarios');
      const lengths = [alone, await besideIt].map(({ message }) => message.headers['content-length']);
      expect(lengths).toEqual([undefined, expect.stringMatching(/^\d+$/)]);
    });

    it('puts each result before the part that reads it, and the boot script behind the first results', async () => {
      await using site = await start();
      const html = await streamed(site);
      const order = ['id="dados-da-pagina"', 'data-resultado="0"', 'src="/assets/boot.js"', 'data-resultado="1"', 'data-comentario=""'].map(
        (mark) => html.indexOf(mark),
      );
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order[0]).toBeGreaterThan(html.indexOf('<footer'));
    });

    it('carries one nonce per render on every inline script, no validator, and forbids storing', async () => {
      await using site = await start();
      const nonces = new Set<string>();
      for (let render = 0; render < 2; render++) {
        site.backend.close('Comentarios');
        const opening = open(`${site.origin}/artigos/7`);
        await untilAsked(site.backend.asked, 3 * (render + 1));
        site.timers.fire(5);
        const { message, end } = await opening;
        site.timers.fire(500);
        site.backend.open('Comentarios');
        const html = await end;
        const nonce = /'nonce-([^']+)'/.exec(String(message.headers['content-security-policy']))?.[1] ?? 'none';
        const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([script]) => script);
        expect(scripts.length).toBeGreaterThan(0);
        expect(scripts.every((script) => script.includes(`nonce="${nonce}"`))).toBe(true);
        expect(message.headers).toMatchObject({
          'cdn-cache-control': 'no-store',
          'cache-control': 'no-cache',
          'content-language': 'pt-BR',
        });
        expect(message.headers.etag).toBeUndefined();
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(2);
    });

    it('links the stylesheet that shows late parts to readers without script, and marks their fallbacks', async () => {
      await using site = await start();
      const html = await streamed(site);
      expect(html).toContain('<noscript><link rel="stylesheet" href="/assets/sem-script.css"/></noscript>');
      expect(html).toMatch(/<template id="B:0"><\/template><div data-espera="">/);
      expect(html).toMatch(/<div hidden id="S:0"><p data-comentario="">/);
    });
  });

  describe('a page whose late operations end soon after its shell was sent', () => {
    it('sends what stands before its first late part at once, and the rest in reading order', async () => {
      await using site = await start();
      const response = await openHeld(site);
      await response.until('Reajuste</p>');
      site.backend.open('Relacionados');
      await untilAsked(site.backend.asked, 3);
      expect(response.text()).not.toMatch(/<footer|Carregando|Veja mais/);
      site.backend.open('Comentarios');
      const html = await response.end;
      const order = [
        'data-principal=""',
        'data-comentario=""',
        'data-relacionado=""',
        '<footer',
        'data-resultado="2"',
        'src="/assets/boot.js"',
      ];
      expect(order.map((mark) => html.indexOf(mark))).toEqual(order.map((mark) => html.lastIndexOf(mark)).toSorted((a, b) => a - b));
      expect(html).not.toMatch(INLINE_SCRIPT);
      expect(html).not.toMatch(/hidden id="S:|data-espera|<template/);
      expect(html.endsWith('</body></html>')).toBe(true);
      expect(site.timers.pending).toBe(0);
    });

    it('is whole and in reading order when one of them has failed', async () => {
      const { drawn, renderer } = counting();
      await using site = await start({ renderer: () => renderer });
      site.backend.answer('Comentarios', () => {
        throw new Error('the table is gone');
      });
      const response = await openHeld(site);
      site.backend.open('Relacionados');
      site.backend.open('Comentarios');
      const html = await response.end;
      for (const part of ['data-principal=""', 'data-relacionado=""', 'data-falha=""', '<footer', 'src="/assets/boot.js"'])
        expect(html.split(part)).toHaveLength(2);
      expect(html.endsWith('</body></html>')).toBe(true);
      expect(html).toMatch(/Não foi possível carregar agora.*<footer/s);
      expect(html).not.toMatch(/hidden id="S:|data-espera|<template/);
      expect(drawn).toEqual(['streamed', 'whole']);
    });
  });

  describe('the settled document of a streamed page', () => {
    it('has no inline script, nonce or fallback, but validator, policy and groups', async () => {
      const exchange = new RecordingExchange();
      await using site = await start({}, exchange);
      await streamed(site);
      const settled = await exchange.settled.promise;
      const html = Buffer.from(settled?.body ?? []).toString();
      expect(html).not.toMatch(INLINE_SCRIPT);
      expect(html).not.toMatch(/nonce|hidden id="S:|data-espera|<template/);
      expect(html).toContain('<p data-comentario="">Muito bom</p>');
      expect(html).toMatch(/data-resultado="2">.*<script type="module" async src="\/assets\/boot.js"><\/script><\/body><\/html>$/s);
      expect(settled?.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-groups': '"site:artigo", "artigo", "artigo:7", "comentario:1", "relacionado:2"',
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
        'content-length': String(settled?.body.byteLength),
      });
      expect(settled?.headers['cdn-cache-control']).toMatch(/^max-age=\d+/);
      expect(settled?.headers['content-security-policy']).not.toContain('nonce');
      expect(settled?.headers['transfer-encoding']).toBeUndefined();
      expect(settled?.headers['x-request-id']).toBeUndefined();
    });

    it('is the same document that an answer in one go would be', async () => {
      const exchange = new RecordingExchange();
      await using site = await start({}, exchange);
      await streamed(site);
      const settled = await exchange.settled.promise;
      const oneGo = await open(`${site.origin}/artigos/7`);
      expect(await oneGo.end).toBe(Buffer.from(settled?.body ?? []).toString());
      expect(oneGo.message.headers.etag).toBe(settled?.headers['etag']);
    });

    it('is rendered once, beside the stream', async () => {
      const exchange = new RecordingExchange();
      const { drawn, renderer } = counting();
      await using site = await start({ renderer: () => renderer }, exchange);
      await streamed(site);
      expect(await exchange.settled.promise).not.toBeNull();
      expect(drawn).toEqual(['streamed', 'whole']);
    });

    it('is not made after an error in a late part; the streamed page is complete', async () => {
      const exchange = new RecordingExchange();
      await using site = await start({}, exchange);
      site.backend.answer('Comentarios', () => {
        throw new Error('the table is gone');
      });
      const html = await streamed(site);
      expect(html).toContain('<p data-relacionado="">Veja mais</p>');
      expect(html).toMatch(/data-resultado="1" data-falha="">null<.*hidden id="S:\d+">.*Não foi possível carregar agora/s);
      expect(html.endsWith('</html>')).toBe(true);
      expect(await exchange.settled.promise).toBeNull();
      expect(site.log).toMatchObject([{ level: 'error', message: 'part of a page failed', fields: { requestId: expect.any(String) } }]);
    });

    it('is not made when the visitor disconnected before the end', async () => {
      const exchange = new RecordingExchange();
      await using site = await start({}, exchange);
      site.backend.close('Comentarios');
      const opening = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      const { message, until } = await opening;
      site.timers.fire(500);
      await until('/assets/boot.js');
      message.destroy();
      expect(await exchange.settled.promise).toBeNull();
      expect(site.backend.signals.every((signal) => signal?.aborted)).toBe(true);
      expect(site.log).toEqual([]);
    });
  });

  describe('a visitor who leaves while the page is prepared', () => {
    it('leaves no timer pending; the page is neither rendered nor stored', async () => {
      const exchange = new RecordingExchange();
      const preparing = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      let calls = 0;
      const renderer = async (): Promise<Renderer> => {
        // The second call is the one that prepares the page.
        if (++calls === 2) {
          preparing.resolve();
          await gate.promise;
        }
        return fakeRenderer();
      };
      await using site = await start({ renderer }, exchange);
      site.backend.close('Comentarios');
      const opening = open(`${site.origin}/artigos/7`);
      opening.catch(() => undefined);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      await preparing.promise;
      const aborted = new Promise((resolve) => site.backend.signals[0]?.addEventListener('abort', resolve, { once: true }));
      site.leave();
      await aborted;
      gate.resolve();
      expect(await exchange.settled.promise).toBeNull();
      expect(site.timers.pending).toBe(0);
    });
  });

  describe('a streamed page behind compression', () => {
    it('arrives part by part and ends', async () => {
      await using site = await start({}, undefined, [compression({ threshold: 0 })]);
      site.backend.close('Comentarios');
      const opening = fetch(`${site.origin}/artigos/7`, { headers: { 'Accept-Encoding': 'gzip' } });
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      const response = await opening;
      site.timers.fire(500);
      expect(response.headers.get('content-encoding')).toBe('gzip');
      const decoder = new TextDecoder();
      let html = '';
      for await (const chunk of response.body ?? []) {
        html += decoder.decode(chunk, { stream: true });
        if (!html.includes('/assets/boot.js')) continue;
        expect(html.includes('Muito bom')).toBe(site.backend.isOpen('Comentarios'));
        site.backend.open('Comentarios');
      }
      expect(html).toContain('<p data-comentario="">Muito bom</p>');
      expect(html.endsWith('</body></html>')).toBe(true);
    });
  });

  describe('a backend that hangs', () => {
    it('is aborted at the deadline and the page ends complete, with error parts', async () => {
      await using site = await start();
      site.backend.close('Comentarios');
      const opening = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      const response = await opening;
      site.timers.fire(500);
      await response.until('Veja mais');
      expect(site.timers.pending).toBe(1);
      site.timers.fire(1_000);
      const html = await response.end;
      expect(html.endsWith('</body></html>')).toBe(true);
      expect(html).toMatch(/data-resultado="1" data-falha="">null<.*hidden id="S:\d+">.*Não foi possível carregar agora/s);
      expect(html).not.toContain('$RX(');
      expect(site.backend.signals[1]?.aborted).toBe(true);
      expect(site.timers.pending).toBe(0);
    });

    it('answers 504 with the error screen when the main operation is the one that hangs', async () => {
      await using site = await start();
      site.backend.close('Principal');
      const opening = open(`${site.origin}/artigos/7`);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(1_000);
      const { message, end } = await opening;
      expect(message.statusCode).toBe(504);
      expect(await end).toContain('timed out');
      expect(message.headers['cdn-cache-control']).toBe('no-store');
    });
  });
});

/** Opens the article with both late parts held back. */
async function openHeld(site: Awaited<ReturnType<typeof startSsr>>): Promise<OpenResponse> {
  site.backend.close('Comentarios');
  site.backend.close('Relacionados');
  const opening = open(`${site.origin}/artigos/7`);
  await untilAsked(site.backend.asked, 3);
  site.timers.fire(5);
  return opening;
}

/** Streams the article with its comments held back until the shell is out. */
async function streamed(site: Awaited<ReturnType<typeof startSsr>>): Promise<string> {
  const before = site.backend.asked.length;
  site.backend.close('Comentarios');
  const opening = open(`${site.origin}/artigos/7`);
  await untilAsked(site.backend.asked, before + 3);
  site.timers.fire(5);
  const response = await opening;
  site.timers.fire(500);
  await response.until('/assets/boot.js');
  site.backend.open('Comentarios');
  return response.end;
}
