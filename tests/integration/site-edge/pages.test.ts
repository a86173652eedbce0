/** The real handler of pages behind the edge of the site: collapsed requests, personal responses, missing rows that appear. */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { carryExchange } from '../../../server/http/exchange.ts';
import { gate, until } from '../edge/harness.ts';
import { FAKE_ROUTES } from '../ssr/fake-site.tsx';
import { type SsrSite, ssrSite } from '../ssr/ssr-server.ts';
import { type SiteWorld, startSite } from './site-world.ts';

const CROWD = 500;
const PAGE = '/artigos/7';
const PAYLOAD = '/artigos/7/_payload.json';

interface Pages extends SiteWorld {
  readonly ssr: SsrSite;
}

async function startPages(): Promise<Pages> {
  const ssr = ssrSite();
  const site = await startSite(
    (req, res, exchange) => {
      carryExchange(req, exchange);
      ssr.app(req, res);
    },
    { routes: FAKE_ROUTES },
  );
  return { ...site, ssr };
}

const artigo = (titulo: string): object => ({ artigo: { __typename: 'artigo', id: 7, titulo } });

describe('concurrent requests for an address that is not stored', () => {
  test.each([
    ['a page', PAGE, 'GET', artigo('Título'), 200],
    ['a page, by HEAD', PAGE, 'HEAD', artigo('Título'), 200],
    ['the data of a page', PAYLOAD, 'GET', artigo('Título'), 200],
    ['a row that is not there', PAGE, 'GET', { artigo: null }, 404],
    ['a row that was withdrawn', PAGE, 'GET', artigo('retirado'), 410],
    ['a page that moved', PAGE, 'GET', artigo('mudou'), 302],
  ])('ask the backend once for %s', async (_what, path, method, data, status) => {
    await using site = await startPages();
    site.ssr.backend.answer('Principal', data);
    site.ssr.backend.close('Principal');
    const crowd = Array.from({ length: CROWD }, () => site.open(path, { method }));
    await until(() => site.edge.stats().joins === CROWD - 1);
    site.ssr.backend.open('Principal');
    const answers = await Promise.all(crowd.map(({ answer }) => answer));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.complete}`))).toEqual(new Set([`${status} true`]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(site.ssr.backend.asked.filter((operation) => operation === 'Principal')).toHaveLength(1);
    await until(() => site.edge.stats().flights === 0);
    expect((await site.get(path)).headers['cache-status']).toMatch(/^edge; hit/);
  });

  test.each([
    ['a page', PAGE],
    ['the data of a page', PAYLOAD],
  ])('ask once for ranges of %s', async (_what, path) => {
    await using site = await startPages();
    site.ssr.backend.answer('Principal', artigo('Título'));
    site.ssr.backend.close('Principal');
    const crowd = Array.from({ length: CROWD }, (_, index) => site.open(path, { headers: { Range: `bytes=${index % 8}-` } }));
    await until(() => site.edge.stats().joins === CROWD - 1);
    site.ssr.backend.open('Principal');
    const answers = await Promise.all(crowd.map(({ answer }) => answer));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.complete}`))).toEqual(new Set(['206 true']));
    const { body } = await site.get(path);
    expect(answers.map((answer) => answer.body)).toEqual(crowd.map((_, index) => body.slice(index % 8)));
    expect(site.asked).toHaveLength(1);
  });

  test('render once for requests with no-store', async () => {
    await using site = await startPages();
    site.ssr.backend.close('Principal');
    const crowd = Array.from({ length: 50 }, () => site.open(PAGE, { headers: { 'Cache-Control': 'no-store' } }));
    await until(() => site.edge.stats().joins === 49);
    site.ssr.backend.open('Principal');
    for (const { answer } of crowd) expect((await answer).status).toBe(200);
    expect(site.asked).toHaveLength(1);
  });

  test('requests with Range get the whole page while it streams, and ranges of the settled document afterwards', async () => {
    await using site = await startPages();
    site.ssr.backend.close('Comentarios');
    const first = site.open(PAGE, { headers: { Range: 'bytes=0-8' } });
    await until(() => site.ssr.backend.asked.length === 3);
    site.ssr.timers.fire(5);
    await first.firstBytes;
    const others = Array.from({ length: 50 }, () => site.open(PAGE, { headers: { Range: 'bytes=0-8' } }));
    await Promise.all(others.map(({ firstBytes }) => firstBytes));
    site.ssr.backend.open('Comentarios');
    for (const { answer } of [first, ...others]) {
      expect(await answer).toMatchObject({
        status: 200,
        complete: true,
        body: expect.stringMatching(/Muito bom[\s\S]*<\/html>/) as string,
      });
    }
    await until(() => site.edge.stats().flights === 0);
    expect(await site.get(PAGE, { headers: { Range: 'bytes=0-8' } })).toMatchObject({ status: 206, body: '<!DOCTYPE' });
    expect(site.asked).toHaveLength(1);
  });

  test.each([
    ['/_image?url=%2Ffavicon.svg&w=320', 1],
    ['/_icon/lucide.json?icons=casa', 1],
    ['/_tema/site.css', 1],
    ['/nhostprovider/3d3c9a7e-8a46-4bb1-9a57-0d9e9e0a7c11', 20],
    ['/v1/files/3d3c9a7e-8a46-4bb1-9a57-0d9e9e0a7c11', 20],
  ])('20 ranges of %s ask the origin %i times: ranges of files, which may be large, are forwarded', async (path, times) => {
    const head = gate();
    await using site = await startSite(async (req, res) => {
      await head.opened;
      const part = req.headers.range === undefined ? null : 'bytes 0-1/500000000';
      res.statusCode = part === null ? 200 : 206;
      res.setHeader('CDN-Cache-Control', 'max-age=60');
      if (part !== null) res.setHeader('Content-Range', part);
      res.end(part === null ? '0123' : '01');
    });
    const crowd = Array.from({ length: 20 }, () => site.open(path, { headers: { Range: 'bytes=0-1' } }));
    await until(() => site.asked.length + site.edge.stats().joins === 20);
    head.open();
    for (const { answer } of crowd) expect(await answer).toMatchObject({ status: 206, body: '01' });
    expect(site.asked).toHaveLength(times);
    expect(new Set(site.asked.map(({ headers }) => headers.range))).toEqual(new Set([times === 1 ? undefined : 'bytes=0-1']));
  });

  test('continue when the first visitor disconnects in the middle of the stream', async () => {
    await using site = await startPages();
    site.ssr.backend.close('Comentarios');
    const first = site.open(PAGE);
    await until(() => site.ssr.backend.asked.length === 3);
    site.ssr.timers.fire(5);
    await first.firstBytes;
    const others = Array.from({ length: 50 }, () => site.open(PAGE));
    await Promise.all(others.map(({ firstBytes }) => firstBytes));
    first.leave();
    site.ssr.backend.open('Comentarios');
    for (const { answer } of others)
      expect(await answer).toMatchObject({ status: 200, complete: true, body: expect.stringContaining('Muito bom') as string });
    expect(site.asked).toHaveLength(1);
    await until(() => site.edge.stats().flights === 0);
    expect((await site.get(PAGE)).headers['cache-status']).toMatch(/^edge; hit/);
  });

  test('do not wait for a client that does not read', async () => {
    const body = Buffer.alloc(6 * 1024 * 1024, 'x');
    const half = gate();
    await using site = await startSite(async (_req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=60');
      res.write(body.subarray(0, body.byteLength / 2));
      await half.opened;
      res.end(body.subarray(body.byteLength / 2));
    });
    const idle = site.stall(PAGE);
    await until(() => site.asked.length === 1);
    const others = [site.open(PAGE), site.open(PAGE)];
    await until(() => site.edge.stats().joins === 2);
    half.open();
    for (const { answer } of others) expect((await answer).bytes.byteLength).toBe(body.byteLength);
    expect(site.edge.stats()).toMatchObject({ flights: 0, entries: 1 });
    idle.destroy();
  });

  test('are forwarded at once when the answer cannot be shared', async () => {
    const head = gate();
    await using site = await startSite(async (_req, res) => {
      await head.opened;
      res.setHeader('Cache-Control', 'private, no-store');
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.end('own');
    });
    const crowd = Array.from({ length: 50 }, () => site.open(PAGE));
    await until(() => site.edge.stats().joins === 49);
    head.open();
    for (const { answer } of crowd) expect((await answer).body).toBe('own');
    expect(site.asked).toHaveLength(50);
    expect(site.edge.stats().entries).toBe(0);
  });

  test('stay collapsed during POSTs to GraphQL', async () => {
    const head = gate();
    await using site = await startSite(async (req, res) => {
      if (req.method === 'GET') await head.opened;
      res.setHeader('CDN-Cache-Control', req.method === 'GET' ? 'max-age=60' : 'no-store');
      res.end('one');
    });
    const first = site.open(PAGE);
    await until(() => site.asked.length === 1);
    expect((await site.get('/v1/graphql', { method: 'POST', body: '{}' })).status).toBe(200);
    const second = site.open(PAGE);
    await until(() => site.edge.stats().joins === 1);
    head.open();
    expect([(await first.answer).body, (await second.answer).body]).toEqual(['one', 'one']);
  });
});

describe('what is missing', () => {
  test('is stored compressed for a minute, and is found by the next visitor when it appears', async () => {
    await using site = await startPages();
    site.ssr.backend.answer('Principal', { artigo: null });
    expect((await site.get(PAGE)).status).toBe(404);
    await until(() => site.edge.stats().bytes > 0);
    expect((await site.get(PAGE)).headers['cache-status']).toBe('edge; hit; ttl=60');
    expect(site.asked).toHaveLength(1);
    site.ssr.backend.answer('Principal', artigo('apareceu'));
    site.edge.purge({ kind: 'groups', groups: ['artigo'], mode: 'soft' });
    expect(await site.get(PAGE)).toMatchObject({ status: 200, body: expect.stringContaining('apareceu') as string });
  });

  test.each([
    '/nada',
    '/artigos/abc',
    '/artigos/0',
    '/artigos/7/mais',
    '/artigos/7;x',
    '/%00',
    '/a%',
    '/%2e%2e/x',
    '//artigos/7',
    '/ARTIGOS//7',
  ])('%s is not stored and sends no operation to the backend', async (path) => {
    await using site = await startPages();
    for (const time of [1, 2]) {
      const { status, headers } = await site.get(path);
      expect([time, status, headers['cache-control']]).toEqual([time, 404, 'private, no-store']);
    }
    expect(site.edge.stats().entries).toBe(0);
    expect(site.ssr.backend.asked).toEqual([]);
  });

  test('is compressed in the first response too', async () => {
    await using site = await startPages();
    const { headers, bytes } = await site.get('/nada', { headers: { 'Accept-Encoding': 'br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(bytes).toString()).toContain('/nada');
  });
});

describe('a visitor with a token that nothing verifies', () => {
  const TOKENS = [
    ['Cookie', 'apollo:default.token=abc'],
    ['Cookie', 'tema=escuro; apollo:default.token=abc'],
    ['Authorization', 'Bearer abc'],
    ['Authorization', ''],
  ] as const;

  test.each(TOKENS)('%s: %s gets the stored response', async (name, value) => {
    await using site = await startPages();
    for (const path of [PAGE, PAYLOAD, '/']) {
      await site.get(path);
      await until(() => site.edge.stats().flights === 0);
      const before = site.asked.length;
      const { headers } = await site.get(path, { headers: { [name]: value } });
      expect([path, headers['cache-status']]).toEqual([path, expect.stringMatching(/^edge; hit/)]);
      expect(site.asked).toHaveLength(before);
    }
  });

  test.each(TOKENS)('%s: %s is not shown to the origin, so the response is stored for all', async (name, value) => {
    await using site = await startPages();
    await site.get(PAGE, { headers: { [name]: value } });
    await until(() => site.edge.stats().flights === 0);
    expect(site.asked.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([[undefined, undefined]]);
    expect((await site.get(PAGE)).headers['cache-status']).toMatch(/^edge; hit/);
  });

  test('collapses with the others', async () => {
    await using site = await startPages();
    site.ssr.backend.close('Principal');
    const crowd = Array.from({ length: 50 }, (_, index) => site.open(PAGE, { headers: { Cookie: `apollo:default.token=${index}` } }));
    await until(() => site.edge.stats().joins === 49);
    site.ssr.backend.open('Principal');
    for (const { answer } of crowd) expect((await answer).status).toBe(200);
    expect(site.asked).toHaveLength(1);
  });
});

describe('fields', () => {
  test('the fields of a hit are those of the page, each once, and none of another visit', async () => {
    await using site = await startPages();
    await site.get(PAGE);
    await until(() => site.edge.stats().flights === 0);
    const answer = await site.raw(`GET ${PAGE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const names =
      answer
        .split('\r\n\r\n', 1)[0]
        ?.split('\r\n')
        .slice(1)
        .map((line) => line.split(':', 1)[0]?.toLowerCase()) ?? [];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['etag', 'age', 'cache-status', 'cache-control', 'content-language', 'vary', 'date']));
    expect(answer).not.toMatch(/x-request-id|set-cookie|nonce/i);
  });

  test('the fields of a 304 describe the page and not its body', async () => {
    await using site = await startPages();
    await site.get(PAGE);
    await until(() => site.edge.stats().flights === 0);
    const { headers: whole } = await site.get(PAGE);
    const { status, headers, body } = await site.get(PAGE, { headers: { 'If-None-Match': whole['etag'] ?? '' } });
    expect({ status, body }).toEqual({ status: 304, body: '' });
    expect(headers['content-type']).toBeUndefined();
    for (const name of ['etag', 'vary', 'cache-control', 'cdn-cache-control', 'content-security-policy', 'date']) {
      expect([name, headers[name]]).toEqual([name, whole[name]]);
    }
  });
});
