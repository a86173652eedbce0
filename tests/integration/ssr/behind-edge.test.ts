/** A page behind the shared cache: streamed to the first visitor, stored as the settled document, and not stored after an error. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { type EdgeSite, startBehindEdge } from './edge-server.ts';
import { BOTH_WAYS, INLINE_SCRIPT, type OpenResponse, open, untilAsked } from './ssr-server.ts';

const ADDRESS = '/artigos/7';

const ICONS = { resolveIcons: (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, drawing(name)])) };

function drawing(name: string): { body: string; width: number; height: number } {
  return { body: `<path data-icone="${name}" d="M0 0h1"/>`, width: 24, height: 24 };
}

/** Asks with the comments held back until the first bytes are out. */
async function openStreaming(site: EdgeSite): Promise<OpenResponse> {
  const before = site.backend.asked.length;
  site.backend.close('Comentarios');
  const opening = open(`${site.origin}${ADDRESS}`);
  await untilAsked(site.backend.asked, before + 3);
  site.timers.fire(5);
  const response = await opening;
  site.timers.fire(500);
  await response.until('/assets/boot.js');
  return response;
}

/** Streams the page to its end and waits for what the edge makes of it. */
async function stream(site: EdgeSite, outcome: 'stored' | 'not-stored' = 'stored'): Promise<OpenResponse> {
  const response = await openStreaming(site);
  const kept = site.next(outcome);
  site.backend.open('Comentarios');
  await response.end;
  await kept;
  return response;
}

describe('a value of a query parameter that no row can have', () => {
  const state: SiteState = { ...EMPTY_SITE_STATE, vocabularios: { ...EMPTY_SITE_STATE.vocabularios, tiposDeComunicado: ['aviso'] } };

  it('costs neither an operation nor a render, however many there are', async () => {
    await using site = await startBehindEdge({ state: () => state });
    for (let index = 0; index < 400; index += 1) {
      const { message } = await open(`${site.origin}${ADDRESS}?tipo=${index % 2 === 0 ? `X${index}` : 'y'.repeat(1 + index / 2)}`);
      expect([message.statusCode, message.headers.location]).toEqual([308, ADDRESS]);
    }
    expect(site.backend.asked).toEqual([]);
  });

  it('is answered by a redirect that is stored for as long as the words of the filter stay', async () => {
    let known = state;
    await using site = await startBehindEdge({ state: () => known });
    const address = `${site.origin}${ADDRESS}?tipo=edital&pagina=2`;
    const get = async () => {
      const { message, end } = await open(address);
      await end;
      const { 'cache-status': outcome, 'cache-control': cacheControl, location } = message.headers;
      return { status: message.statusCode, location, cacheControl, hit: String(outcome).includes('; hit') };
    };
    const moved = { status: 308, location: `${ADDRESS}?pagina=2`, cacheControl: 'no-cache' };
    expect(await get()).toEqual({ ...moved, hit: false });
    expect(await get()).toEqual({ ...moved, hit: true });
    known = { ...state, vocabularios: { ...state.vocabularios, tiposDeComunicado: ['aviso', 'edital'] } };
    site.edge.purge({ kind: 'groups', groups: ['site'], mode: 'soft' });
    expect(await get()).toMatchObject({ status: 200, hit: false });
  });
});

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  const start: typeof startBehindEdge = (overrides) => startBehindEdge({ fixedParts, ...overrides });

  describe('a cold page', () => {
    it('is streamed with a nonce, without a validator and with CDN-Cache-Control: no-store', async () => {
      await using site = await start();
      const { message, text } = await stream(site);
      expect(message.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
      expect(message.headers).toMatchObject({ 'cdn-cache-control': 'no-store', 'cache-control': 'no-cache' });
      expect(message.headers.etag).toBeUndefined();
      expect(message.headers['cache-status']).toContain('fwd=uri-miss');
      expect(text()).toMatch(INLINE_SCRIPT);
    });

    it('is a HIT for the next visitor: settled, whole, with validator, policy and groups', async () => {
      await using site = await start(ICONS);
      const nonce = /'nonce-([^']+)'/.exec(String((await stream(site)).message.headers['content-security-policy']))?.[1] ?? '';
      const asked = site.backend.asked.length;
      const { message, end } = await open(`${site.origin}${ADDRESS}`);
      const html = await end;
      expect(message.headers['cache-status']).toMatch(/^edge; hit/);
      expect(site.backend.asked.length).toBe(asked);
      expect(message.headers['content-security-policy']).toContain("script-src 'self';");
      expect(String(message.headers['content-security-policy'])).not.toMatch(/nonce|sha256|unsafe/);
      expect(html).not.toMatch(INLINE_SCRIPT);
      expect(html).not.toContain('nonce');
      expect(nonce).not.toBe('');
      expect(html).not.toContain(nonce);
      expect(html).not.toMatch(/<template|id="[BSP]:|hidden id=|data-espera|<!--\$[?!]-->/);
      expect(html).toContain('<p data-comentario="">Muito bom</p>');
      expect(html).toContain('data-icone="mdi:comment"');
      expect(message.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'cdn-cache-control': 'max-age=300, stale-while-revalidate=21600, stale-if-error=259200',
        'cache-groups': expect.stringContaining('"artigo:7", "comentario:1", "relacionado:2"'),
        'content-length': String(Buffer.byteLength(html)),
        etag: expect.stringMatching(/^(?:W\/)?"/),
      });
    });

    it('is stored with the same bytes as an answer in one go', async () => {
      await using streaming = await start(ICONS);
      await stream(streaming);
      await using atOnce = await start(ICONS);
      const oneGo = await open(`${atOnce.origin}${ADDRESS}`);
      const hit = await open(`${streaming.origin}${ADDRESS}`);
      expect(hit.message.headers['cache-status']).toMatch(/^edge; hit/);
      expect(await hit.end).toBe(await oneGo.end);
      for (const name of ['etag', 'content-security-policy', 'cache-groups', 'cdn-cache-control', 'content-length', 'link']) {
        expect([name, hit.message.headers[name]]).toEqual([name, oneGo.message.headers[name]]);
      }
    });

    it('calls settle before its response has ended', async () => {
      await using site = await start();
      await stream(site);
      expect(site.settles).toHaveLength(1);
      expect(site.settles[0]?.late).toBe(false);
      expect(await site.settles[0]?.outcome).toBe('document');
    });

    it('is stored although its only visitor disconnected in the middle', async () => {
      await using site = await start();
      const { message } = await openStreaming(site);
      const closed = new Promise((resolve) => message.once('close', resolve));
      message.destroy();
      await closed;
      const kept = site.next('stored');
      site.backend.open('Comentarios');
      await kept;
      const { message: next, end } = await open(`${site.origin}${ADDRESS}`);
      expect(next.headers['cache-status']).toMatch(/^edge; hit/);
      expect(await end).toContain('<p data-comentario="">Muito bom</p>');
      expect(site.log).toEqual([]);
    });
  });

  describe('a page with a fault', () => {
    it('is not stored when a late operation failed', async () => {
      await using site = await start();
      site.backend.answer('Comentarios', () => {
        throw new Error('the table is gone');
      });
      const response = await openStreaming(site);
      site.backend.open('Comentarios');
      await response.end;
      expect(await site.settles[0]?.outcome).toBe('nothing');
      expect(site.edge.stats().entries).toBe(0);
    });

    it('is not stored when a part of it could not be rendered', async () => {
      await using site = await start();
      site.backend.answer('Comentarios', { comentario: { __typename: 'comentario', id: 1, titulo: {}, icone: 'mdi:comment' } });
      const response = await openStreaming(site);
      site.backend.open('Comentarios');
      await response.end;
      expect(await site.settles[0]?.outcome).toBe('nothing');
      expect(site.edge.stats().entries).toBe(0);
      expect(site.log).toMatchObject([{ level: 'error', message: 'part of a page failed' }]);
    });

    it('is not stored when the deadline cut it', async () => {
      await using site = await start();
      const response = await openStreaming(site);
      site.timers.fire(1_000);
      expect(await response.end).toMatch(/Não foi possível carregar agora/);
      expect(await site.settles[0]?.outcome).toBe('nothing');
      expect(site.edge.stats().entries).toBe(0);
    });

    it('leaves no settle pending when its head cannot be rendered', async () => {
      await using site = await start();
      const { message, end } = await open(`${site.origin}/quebrada`);
      await end;
      expect(message.statusCode).toBe(500);
      for (const { outcome } of site.settles) expect(await outcome).toBe('nothing');
      expect(site.edge.stats().entries).toBe(0);
    });
  });

  describe('a purge', () => {
    it('a purge between the start of a render and its settling keeps the document out of the store', async () => {
      await using site = await start();
      const response = await openStreaming(site);
      site.edge.purge({ kind: 'groups', groups: ['artigo:7'], mode: 'hard' });
      const dropped = site.next('not-stored');
      site.backend.open('Comentarios');
      await response.end;
      expect(await dropped).toMatchObject({ because: 'superseded' });
      site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: 'Corrigido' } });
      const next = await open(`${site.origin}${ADDRESS}`);
      expect(await next.end).toContain('Corrigido');
      expect(next.message.headers['cache-status']).not.toContain('hit');
    });

    it('a purge of a row that only a late part shows makes the next visitor see the new one', async () => {
      await using site = await start();
      await stream(site);
      site.backend.answer('Comentarios', { comentario: { __typename: 'comentario', id: 1, titulo: 'Revisto', icone: 'mdi:comment' } });
      site.edge.purge({ kind: 'groups', groups: ['comentario:1'], mode: 'hard' });
      const next = await open(`${site.origin}${ADDRESS}`);
      expect(await next.end).toContain('Revisto');
    });
  });

  describe('HEAD of a cold page', () => {
    it('has the fields of the page and no body, and stores the page for the next visitor', async () => {
      await using site = await start();
      const kept = site.next('stored');
      const cold = await head(site);
      expect(cold).toMatchObject({ status: 200, length: 0 });
      await kept;
      const asked = site.backend.asked.length;
      const { message, end } = await open(`${site.origin}${ADDRESS}`);
      await end;
      expect(message.headers['cache-status']).toMatch(/^edge; hit/);
      expect(site.backend.asked.length).toBe(asked);
      const warm = await head(site);
      expect(warm.headers).toMatchObject({ etag: message.headers.etag, 'cache-status': expect.stringMatching(/^edge; hit/) });
      expect(cold.headers).toMatchObject({ etag: message.headers.etag, 'cdn-cache-control': message.headers['cdn-cache-control'] });
    });

    it('does not wait for late parts, and the next GET gets the whole page', async () => {
      await using site = await start();
      site.backend.close('Comentarios');
      const asking = head(site);
      await untilAsked(site.backend.asked, 3);
      site.timers.fire(5);
      expect(await asking).toMatchObject({ status: 200, length: 0, headers: { 'cdn-cache-control': 'no-store' } });
      site.backend.open('Comentarios');
      const { end } = await open(`${site.origin}${ADDRESS}`);
      expect(await end).toContain('<p data-comentario="">Muito bom</p>');
      expect(site.edge.stats().entries).toBe(1);
    });
  });
});

interface HeadAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly length: number;
}

function head(site: EdgeSite): Promise<HeadAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${site.origin}${ADDRESS}`, { method: 'HEAD' }, (message) => {
      let length = 0;
      message.on('data', (chunk: Buffer) => {
        length += chunk.byteLength;
      });
      message.once('end', () => resolve({ status: message.statusCode, headers: message.headers, length }));
    });
    sent.once('error', reject);
    sent.end();
  });
}
