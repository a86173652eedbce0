/** No-transform of the origin, in Cache-Control or a targeted field, and of a client: the edge then sends identity. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const TEXT = 'uma página de texto, '.repeat(500);

async function start(headers: Readonly<Record<string, string>>, options: Partial<EdgeOptions> = {}): Promise<World> {
  world = await startWorld(
    (_req, res) => {
      for (const [name, value] of Object.entries({ 'Content-Type': 'text/html', ETag: '"a"', ...headers })) res.setHeader(name, value);
      res.end(TEXT);
    },
    { encoding: {}, ...options },
  );
  return world;
}

const inGzip = (cacheControl?: string): { readonly headers: Record<string, string> } => ({
  headers: { 'Accept-Encoding': 'gzip', ...(cacheControl === undefined ? {} : { 'Cache-Control': cacheControl }) },
});

describe('no-transform of the origin', () => {
  test.each<[string, Record<string, string>]>([
    ['Cache-Control', { 'Cache-Control': 'max-age=60, no-transform' }],
    ['the targeted field', { 'CDN-Cache-Control': 'max-age=60, no-transform' }],
    ['the targeted field, with another Cache-Control', { 'Cache-Control': 'max-age=1', 'CDN-Cache-Control': 'max-age=60, no-transform' }],
    ['Cache-Control, with another targeted field', { 'Cache-Control': 'no-transform', 'CDN-Cache-Control': 'max-age=60' }],
  ])('no-transform in %s prevents encoding (RFC 9111 §5.2.2.6, RFC 9213 §2.2)', async (_where, headers) => {
    const at = await start(headers);
    for (const answer of [await at.get('/', inGzip()), await at.get('/', inGzip())]) {
      expect(answer).toMatchObject({ body: TEXT, headers: { etag: '"a"' } });
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
    expect(at.forwarded).toHaveLength(1);
  });

  test('no-transform in a 304 prevents encoding from then on', async () => {
    let isLater = false;
    world = await startWorld(
      (req, res) => {
        res.setHeader('Content-Type', 'text/html').setHeader('ETag', '"a"');
        res.setHeader('Cache-Control', isLater ? 'max-age=60, no-transform' : 'max-age=60');
        res.statusCode = req.headers['if-none-match'] === undefined ? 200 : 304;
        res.end(TEXT);
      },
      { encoding: {} },
    );
    const at = world;
    await at.get('/');
    await until(() => at.events.some(({ kind }) => kind === 'encoded'));
    expect((await at.get('/', inGzip())).headers['content-encoding']).toBe('gzip');
    isLater = true;
    at.clock.advance(61);
    for (const answer of [await at.get('/', inGzip()), await at.get('/', inGzip())]) {
      expect(answer).toMatchObject({ body: TEXT, headers: { etag: '"a"' } });
    }
  });
});

describe('no-transform of a client', () => {
  test.each(['honour', 'ignore-reload'] as const)(
    'gets identity, with clientDirectives %s (RFC 9111 §5.2.1.6)',
    async (clientDirectives) => {
      const at = await start({ 'Cache-Control': 'max-age=60' }, { clientDirectives });
      const missed = await at.get('/', inGzip('no-transform'));
      await until(() => at.events.some(({ kind }) => kind === 'encoded'));
      const hit = await at.get('/', inGzip('no-transform'));
      for (const answer of [missed, hit]) {
        expect(answer).toMatchObject({ body: TEXT, headers: { etag: '"a"', vary: 'Accept-Encoding' } });
        expect(answer.headers['content-encoding']).toBeUndefined();
      }
      expect((await at.get('/', inGzip())).headers['content-encoding']).toBe('gzip');
      expect(at.forwarded).toHaveLength(1);
    },
  );
});
