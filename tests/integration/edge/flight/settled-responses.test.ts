/** What a settled response is when it is stored, and what it means for the response that is stored already. */
import { afterEach, describe, expect, test } from 'vitest';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const CACHED = { 'cache-control': 'max-age=60, stale-while-revalidate=600' };

interface Settling {
  readonly at: World;
  /** Opens for each settled response in turn. */
  readonly ready: readonly Gate[];
}

/** An origin that streams what must not be stored, and settles these. */
async function startSettling(...settled: readonly SettledResponse[]): Promise<Settling> {
  const ready = settled.map(() => gate());
  let count = 0;
  const at = await startWorld(
    (_req, res, exchange) => {
      const own = settled[count] ?? null;
      const opened = ready[count]?.opened ?? Promise.resolve();
      count += 1;
      exchange.settle(opened.then(() => own));
      res.setHeader('Cache-Control', 'no-store');
      res.end('streamed');
    },
    { bounds: { bodyBytes: 10 } },
  );
  world = at;
  return { at, ready };
}

/** Asks for the page, and lets its settled response come after some seconds. */
async function settle({ at, ready }: Settling, index: number, seconds = 0): Promise<void> {
  await at.get('/');
  await until(() => at.forwarded.length === index + 1);
  at.clock.advance(seconds);
  ready[index]?.open();
  await until(() => at.edge.stats().flights === 0 && at.edge.stats().refreshesRunning === 0);
}

const page = (headers: SettledResponse['headers'], body = 'settled', status = 200): SettledResponse => ({
  status,
  headers,
  body: Buffer.from(body),
});

describe('a settled response', () => {
  test('has the age of its request, however long it took (RFC 9111 §4.2.3)', async () => {
    const world10 = await startSettling(page({ ...CACHED, age: '5' }));
    await settle(world10, 0, 10);
    const { headers } = await world10.at.get('/');
    expect([headers['age'], headers['cache-status']]).toEqual(['15', 'edge; hit; ttl=45']);
    expect(headers['date']).toBe('Sat, 21 Nov 2026 12:00:10 GMT');
  });

  test('has no content where its status allows none', async () => {
    const none = await startSettling(page(CACHED, 'text', 204));
    await settle(none, 0);
    expect(await none.at.get('/')).toMatchObject({ status: 204, body: '', headers: { 'cache-status': 'edge; hit; ttl=60' } });
    expect(none.at.events).toContainEqual({ kind: 'stored', key: 'site.test /', bytes: 0 });
  });

  test.each([200, 599])('may have the status %d', async (status) => {
    const site = await startSettling(page(CACHED, 'settled', status));
    await settle(site, 0);
    expect(await site.at.get('/')).toMatchObject({ status, body: 'settled', headers: { 'cache-status': 'edge; hit; ttl=60' } });
  });

  test.each([
    [404, 'Not Found'],
    [299, ''],
  ])('a settled response of status %d has the phrase "%s"', async (status, phrase) => {
    const missing = await startSettling(page(CACHED, 'none', status));
    await settle(missing, 0);
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    expect(missing.at.edge.storedAnswer(asked, 5_000)?.head.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} ${phrase}\\r\\n`));
  });

  test.each([
    ['fits the bound', 10, 1],
    ['is larger than the bound', 11, 0],
  ])('a settled response that %s (%d bytes) leaves %d response', async (_how, bytes, entries) => {
    const site = await startSettling(page(CACHED, 'x'.repeat(bytes)));
    await settle(site, 0);
    expect(site.at.edge.stats().entries).toBe(entries);
  });

  test.each<[string, SettledResponse, string, number]>([
    ['is too large', page(CACHED, 'x'.repeat(11)), 'size', 0],
    ['must not be stored', page({ 'cache-control': 'no-store' }), 'no-store', 0],
    ['is gone and must not be stored', page({ 'cache-control': 'no-store' }, 'gone', 410), 'no-store', 0],
    ['is an error of the origin', page({ 'cache-control': 'no-store' }, 'error', 503), 'no-store', 1],
  ])(
    'a settled response that %s is reported, and leaves the stored one only where it does not outdate it',
    async (_how, settled, because, entries) => {
      const site = await startSettling(page(CACHED), settled);
      await settle(site, 0);
      site.at.clock.advance(61);
      await settle(site, 1);
      expect(site.at.events).toContainEqual({ kind: 'not-stored', key: 'site.test /', because });
      expect(site.at.edge.stats().entries).toBe(entries);
    },
  );

  test('a settled response that cannot be stored is reported where nothing is stored', async () => {
    const site = await startSettling(page({ 'cache-control': 'private' }));
    await settle(site, 0);
    expect(site.at.events.filter(({ kind }) => kind !== 'forward')).toEqual([
      { kind: 'not-stored', key: 'site.test /', because: 'private' },
    ]);
  });

  test('a settled response of an unsafe request is not stored', async () => {
    const site = await startSettling(page(CACHED));
    site.ready[0]?.open();
    await site.at.get('/', { method: 'POST' });
    await until(() => site.at.events.some(({ kind }) => kind === 'not-stored'));
    expect(site.at.events).toContainEqual({ kind: 'not-stored', key: 'site.test /', because: 'method' });
    expect(site.at.edge.stats().entries).toBe(0);
  });

  test('a settled response that must not be stored leaves variants of other request fields', async () => {
    const site = await startSettling(page({ ...CACHED, vary: 'A' }), page({ 'cache-control': 'no-store', vary: 'A' }));
    for (const [index, a] of ['1', '2'].entries()) {
      site.ready[index]?.open();
      await site.at.get('/', { headers: { A: a } });
      await until(() => site.at.edge.stats().flights === 0);
    }
    expect((await site.at.get('/', { headers: { A: '1' } })).headers['cache-status']).toMatch(/hit/);
    expect(site.at.events.some(({ kind }) => kind === 'fault')).toBe(false);
  });
});
