/** The bounds of memory, bodies, variants and background revalidations, and the backoff after failures. */
import { afterEach, describe, expect, test } from 'vitest';
import { createEdge } from '../../../../server/edge/index.ts';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe('bounds', () => {
  test('evicts the least recently used key when memory reaches its bound', async () => {
    world = await startWorld(
      (_req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        res.end('x'.repeat(10_000));
      },
      { bounds: { memoryBytes: 100_000 } },
    );
    await world.get('/kept');
    for (let page = 0; page < 40; page += 1) {
      await world.get(`/${page}`);
      await world.get('/kept');
      expect(world.edge.stats().bytes).toBeLessThanOrEqual(100_000);
    }
    expect(world.forwarded).toHaveLength(41);
    expect(world.edge.stats()).toMatchObject({ evictions: expect.any(Number) as number });
    expect(world.edge.stats().entries).toBeLessThan(10);
    expect((await world.get('/0')).headers['cache-status']).toMatch(/fwd=uri-miss/);
  });

  test('Cache-Status says stored, except for a Content-Length over the bound', async () => {
    const at = await startWorld(
      (req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        if (req.url === '/announced') res.setHeader('Content-Length', '6000');
        res.write('x'.repeat(3_000));
        res.end('x'.repeat(3_000));
      },
      { bounds: { bodyBytes: 5_000 } },
    );
    world = at;
    for (const turn of [1, 2]) {
      expect((await at.get('/announced')).headers['cache-status']).toBe('edge; fwd=uri-miss; fwd-status=200');
      expect([turn, at.edge.stats().entries]).toEqual([turn, 0]);
    }
    expect((await at.get('/unknown')).headers['cache-status']).toBe('edge; fwd=uri-miss; fwd-status=200; stored; ttl=600');
    expect(at.edge.stats().entries).toBe(0);
  });

  test('sends a body over its bound completely and does not store it', async () => {
    world = await startWorld(
      async (_req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        for (let part = 0; part < 20; part += 1) {
          res.write('x'.repeat(1_000));
          await new Promise((resolve) => setImmediate(resolve));
        }
        res.end();
      },
      { bounds: { bodyBytes: 5_000 } },
    );
    expect((await world.get('/')).body).toHaveLength(20_000);
    expect(world.edge.stats().entries).toBe(0);
    expect(world.events).toContainEqual({ kind: 'not-stored', key: 'site.test /', because: 'size' });
  });

  test('keeps the other variants of a key where the body of one is over the bound', async () => {
    world = await startWorld(
      (req, res) => {
        res.setHeader('Cache-Control', 'max-age=600').setHeader('Vary', 'A');
        res.write('x');
        res.end(String(req.headers['a']));
      },
      { bounds: { bodyBytes: 5 } },
    );
    const at = world;
    for (const a of ['1', '12345']) await at.get('/', { headers: { A: a } });
    await until(() => at.edge.stats().flights === 0);
    expect((await at.get('/', { headers: { A: '1' } })).headers['cache-status']).toMatch(/hit/);
    expect(at.events.map(({ kind }) => kind)).toEqual(['forward', 'stored', 'forward', 'not-stored', 'hit']);
  });

  test('keeps the newest variants of a key up to its bound', async () => {
    world = await startWorld(
      (req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        res.setHeader('Vary', 'A');
        res.end(String(req.headers['a']));
      },
      { bounds: { variants: 3 } },
    );
    for (const a of ['1', '2', '3', '4']) await world.get('/', { headers: { A: a } });
    for (const a of ['2', '3', '4']) expect((await world.get('/', { headers: { A: a } })).headers['cache-status']).toMatch(/hit/);
    expect((await world.get('/', { headers: { A: '1' } })).headers['cache-status']).toMatch(/vary-miss/);
  });

  test('skips a background revalidation beyond the bound and still sends the stale response', async () => {
    const slow = gate();
    let refreshing = false;
    world = await startWorld(
      async (_req, res) => {
        if (refreshing) await slow.opened;
        res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
        res.end('x');
      },
      { bounds: { refreshes: 2 } },
    );
    const at = world;
    for (const path of ['/1', '/2', '/3']) await at.get(path);
    refreshing = true;
    at.clock.advance(5);
    for (const path of ['/1', '/2', '/3', '/1']) expect((await at.get(path)).body).toBe('x');
    expect(at.edge.stats()).toMatchObject({ refreshes: 2, refreshesRunning: 2, refreshesSkipped: 1 });
    slow.open();
    await until(() => at.edge.stats().refreshesRunning === 0);
    expect(at.forwarded).toHaveLength(5);
  });

  test('doubles the wait after each failed background revalidation, until one succeeds', async () => {
    let broken = true;
    world = await startWorld(
      (_req, res) => {
        if (broken && at.forwarded.length > 1) {
          res.statusCode = 500;
          res.end();
          return;
        }
        res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
        res.end(`text ${at.forwarded.length}`);
      },
      { backoff: { first: 4, atMost: 16 } },
    );
    const at: World = world;
    const asksAfter = async (seconds: number): Promise<number> => {
      at.clock.advance(seconds);
      expect((await at.get('/')).status).toBe(200);
      await until(() => at.edge.stats().refreshesRunning === 0);
      return at.forwarded.length;
    };
    expect(await asksAfter(0)).toBe(1);
    expect(await asksAfter(5)).toBe(2);
    expect(await asksAfter(3)).toBe(2);
    expect(await asksAfter(1)).toBe(3);
    expect(await asksAfter(7)).toBe(3);
    expect(await asksAfter(1)).toBe(4);
    broken = false;
    expect(await asksAfter(16)).toBe(5);
    expect((await at.get('/')).body).toBe('text 5');
  });

  test.each([
    ['a bound of zero', { bounds: { memoryBytes: 0 } }],
    ['a bound that is not a whole number', { bounds: { waiters: 1.5 } }],
    ['a name that is not a token', { name: 'two words' }],
  ])('throws when it is made with %s', (_what, options) => {
    expect(() => createEdge({ origin: () => undefined, ...options })).toThrow(RangeError);
  });

  test('hands an excluded request to the origin unchanged', async () => {
    world = await startWorld(
      (req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        res.end(req.url);
      },
      { exclude: (req) => req.url === '/health' },
    );
    expect(await world.get('/health')).toMatchObject({
      body: '/health',
      headers: expect.not.objectContaining({ 'cache-status': expect.anything() }) as object,
    });
    await world.get('/health');
    expect(world.forwarded).toHaveLength(2);
  });
});
