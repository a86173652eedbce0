/** What visitors and programs read when the site itself cannot answer. */
import { describe, expect, test } from 'vitest';
import { HSTS, SECURITY_FIELDS } from '../../support/security/security-fields.ts';
import { gate, until } from '../edge/harness.ts';
import { startSite } from './site-world.ts';

describe('an origin that breaks', () => {
  test.each([
    ['text/html,*/*;q=0.8', 'text/html; charset=utf-8', '<h1>Ops!!!</h1>\n<p><strong>ERRO</strong></p>'],
    ['application/json', 'application/json; charset=utf-8', '"code":"INTERNAL"'],
  ])('is reported to clients that accept %s in their format, and is not stored', async (accept, type, part) => {
    await using site = await startSite(() => {
      throw new Error('a secret of the server: /srv/site/key.pem');
    });
    const { status, headers, body } = await site.get('/', { headers: { Accept: accept } });
    expect(status).toBe(502);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-language': 'pt-BR',
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'self'$/) as string,
      vary: 'Accept',
      ...SECURITY_FIELDS,
      ...HSTS,
    });
    // RFC 9211 §2: an answer of the cache's own has none.
    expect(headers['cache-status']).toBeUndefined();
    expect(body).toContain(part);
    expect(body).not.toMatch(/secret|key\.pem/);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(body).toContain(headers['x-request-id']);
    expect(site.edge.stats().entries).toBe(0);
  });

  test('an origin that breaks in the middle of a body closes the connection and stores nothing', async () => {
    const half = gate();
    await using site = await startSite(async (_req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=60');
      res.write('half');
      await half.opened;
      res.destroy();
    });
    const pending = site.open('/');
    expect(await pending.firstBytes).toBe('half');
    half.open();
    expect(await pending.answer).toMatchObject({ status: 200, complete: false });
    expect(site.edge.stats().entries).toBe(0);
  });

  test('an origin that stays silent is abandoned after thirty seconds', async () => {
    await using site = await startSite(() => undefined);
    const pending = site.open('/');
    await until(() => site.asked.length === 1);
    site.clock.advance(30);
    expect(await pending.answer).toMatchObject({ status: 504, headers: { 'content-type': 'application/json; charset=utf-8' } });
  });

  test('a response with Set-Cookie or a 5xx is not stored, whatever its other fields say', async () => {
    await using site = await startSite((req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=60');
      if (req.url === '/') res.setHeader('Set-Cookie', 'a=b');
      else res.statusCode = 503;
      res.end('x');
    });
    for (const path of ['/', '/', '/lai', '/lai']) await site.get(path);
    expect(site.asked).toHaveLength(4);
  });
});

test('only-if-cached is answered 504 where nothing is stored', async () => {
  await using site = await startSite((_req, res) => res.end('x'));
  const { status, body } = await site.get('/', { headers: { 'Cache-Control': 'only-if-cached' } });
  expect({ status, code: (JSON.parse(body) as { code: string }).code }).toEqual({ status: 504, code: 'NOT_STORED' });
  expect(site.asked).toHaveLength(0);
});

test.each(['/health/ready', '/healthz', '/builds/latest.json', '/_edge/stats', '/_hooks/x', '/v1/graphql'])(
  '%s is not looked up',
  async (path) => {
    await using site = await startSite((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('now');
    });
    for (const time of [1, 2]) {
      const { headers } = await site.get(path);
      expect([time, headers['cache-status']]).toEqual([time, undefined]);
    }
    expect(site.asked).toHaveLength(2);
    expect(site.edge.stats().entries).toBe(0);
  },
);
