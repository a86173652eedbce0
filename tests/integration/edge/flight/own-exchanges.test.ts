/** Which requests join the exchange of another, which have one of their own, and what the origin is told about them. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import type { Turn } from '../../../../shared/cache/admission.ts';
import { type Ask, type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const FRESH = 'max-age=60';

/** An origin that holds every request until the gate opens. */
async function startHeld(options: Partial<EdgeOptions> = {}): Promise<{ readonly at: World; readonly held: Gate }> {
  const held = gate();
  const at = await startWorld(async (_req, res) => {
    await held.opened;
    res.setHeader('Cache-Control', FRESH);
    res.end('text');
  }, options);
  world = at;
  return { at, held };
}

const OWN: readonly (readonly [string, Ask, Partial<EdgeOptions>])[] = [
  ['that wants a new response', { headers: { 'Cache-Control': 'no-cache' } }, {}],
  ['that wants nothing stored', { headers: { 'Cache-Control': 'no-store' } }, {}],
  ['for a part', { headers: { Range: 'bytes=0-1' } }, {}],
  ['with a condition for the origin', { headers: { 'If-None-Match': '"a"' } }, {}],
  ['with a date for the origin', { headers: { 'If-Modified-Since': 'Sat, 21 Nov 2026 12:00:00 GMT' } }, {}],
  ['that bypasses the store', { headers: { 'X-Own': '1' } }, { bypass: (req) => req.headers['x-own'] !== undefined }],
  ['of another method', { method: 'POST' }, {}],
];

const JOINING: readonly (readonly [string, Ask, Partial<EdgeOptions>])[] = [
  ['like the first', {}, {}],
  ['for the head alone', { method: 'HEAD' }, {}],
  ['with an age that it accepts', { headers: { 'Cache-Control': 'max-age=5' } }, {}],
  ['with a condition that the edge evaluates', { headers: { 'If-None-Match': '"a"' } }, { conditionalMiss: 'fill' }],
  ['for a part of what is filled', { headers: { Range: 'bytes=0-1' } }, { fillsRange: () => true }],
];

describe('while another request for the key is under way', () => {
  test.each(OWN)('a request %s has an exchange of its own', async (_what, ask, options) => {
    const { at, held } = await startHeld(options);
    const first = at.open('/');
    await until(() => at.forwarded.length === 1);
    const own = at.open('/', ask);
    await until(() => at.forwarded.length === 2);
    expect(at.edge.stats()).toMatchObject({ joins: 0, forwards: 2 });
    held.open();
    for (const { answer } of [first, own]) expect((await answer).complete).toBe(true);
  });

  test.each(OWN)('a request %s is joined by no other', async (_what, ask, options) => {
    const { at, held } = await startHeld(options);
    const own = at.open('/', ask);
    await until(() => at.forwarded.length === 1);
    const next = at.open('/');
    await until(() => at.forwarded.length === 2);
    expect(at.edge.stats()).toMatchObject({ joins: 0, forwards: 2 });
    held.open();
    for (const { answer } of [own, next]) expect((await answer).complete).toBe(true);
  });

  test.each(JOINING)('a request %s joins it', async (_what, ask, options) => {
    const { at, held } = await startHeld(options);
    const first = at.open('/');
    await until(() => at.forwarded.length === 1);
    const joining = at.open('/', ask);
    await until(() => at.edge.stats().joins === 1);
    held.open();
    for (const { answer } of [first, joining]) expect((await answer).complete).toBe(true);
    expect([(await joining.answer).headers['cache-status']?.includes('collapsed'), at.forwarded.length]).toEqual([true, 1]);
  });

  test.each([
    ['for the head alone is joined by no other', 'forward', ['HEAD', 'GET']],
    ['for the head alone is one for all where the edge fills', 'fill', ['GET']],
  ] as const)('a request %s', async (_what, conditionalMiss, methods) => {
    const { at, held } = await startHeld({ conditionalMiss });
    const head = at.open('/', { method: 'HEAD' });
    await until(() => at.forwarded.length === 1);
    const next = at.open('/');
    await until(() => at.forwarded.length + at.edge.stats().joins === 2);
    expect(at.forwarded.map(({ method }) => method)).toEqual(methods);
    held.open();
    expect([(await head.answer).body, (await next.answer).body]).toEqual(['', 'text']);
  });

  test('an admitted client joins the running exchange and releases its slot', async () => {
    const turns: ((turn: Turn) => void)[] = [];
    let released = 0;
    let waits = true;
    const admitted: Turn = { kind: 'admitted', release: () => (released += 1) };
    const { at, held } = await startHeld({
      admit: () => (waits ? new Promise((resolve) => turns.push(resolve)) : { kind: 'admitted', release: () => undefined }),
    });
    const waiting = at.open('/');
    await until(() => turns.length === 1);
    waits = false;
    const leader = at.open('/');
    await until(() => at.forwarded.length === 1);
    turns[0]?.(admitted);
    await until(() => at.edge.stats().joins === 1);
    expect(released).toBe(1);
    held.open();
    for (const { answer } of [waiting, leader]) expect((await answer).body).toBe('text');
    expect(at.forwarded).toHaveLength(1);
  });
});

describe('an origin is told whether a stored response stands in for its failure', () => {
  test.each<[string, string, number, Ask, boolean]>([
    ['no response is stored', FRESH, 0, { headers: { 'Cache-Control': 'no-cache' } }, false],
    ['it may be sent for an error', 'max-age=1, stale-if-error=60', 2, {}, true],
    ['it is too old for an error', 'max-age=1, stale-if-error=60', 100, {}, false],
    ['it may be sent only without a connection', 'max-age=1', 2, {}, false],
    ['it is revalidated in the background', 'max-age=1, stale-while-revalidate=60', 2, {}, true],
    ['the method is unsafe', 'max-age=1, stale-if-error=60', 2, { method: 'POST' }, false],
  ])(
    'tells the origin whether a stored response stands in for its failure where %s',
    async (_when, cacheControl, seconds, ask, hasFallback) => {
      const told: boolean[] = [];
      const at = await startWorld((_req, res, exchange) => {
        told.push(exchange.hasFallback);
        res.setHeader('Cache-Control', cacheControl);
        res.end('text');
      });
      world = at;
      await at.get('/');
      at.clock.advance(seconds);
      await at.get('/', ask);
      await until(() => told.length === 2);
      expect(told).toEqual([false, hasFallback]);
    },
  );
});

describe('a body', () => {
  /** Bytes of two writes, under a bound of 10. */
  test.each([
    [5, 5, 1],
    [5, 6, 0],
    [10, 0, 1],
    [11, 0, 0],
  ])('a body of %d and %d bytes, sent in two parts, leaves %d stored response under a bound of 10', async (one, two, entries) => {
    const at = await startWorld(
      async (_req, res) => {
        res.setHeader('Cache-Control', FRESH);
        res.write('x'.repeat(one));
        await Promise.resolve();
        res.end('x'.repeat(two));
      },
      { bounds: { bodyBytes: 10 } },
    );
    world = at;
    expect((await at.get('/')).body).toHaveLength(one + two);
    await until(() => at.edge.stats().flights === 0);
    expect(at.edge.stats().entries).toBe(entries);
  });

  test('a body that turns out too large outdates the stored one, and is not received without clients', async () => {
    const rest = gate();
    const closed = gate();
    let count = 0;
    const at = await startWorld(
      async (_req, res) => {
        count += 1;
        res.setHeader('Cache-Control', FRESH);
        res.write('x'.repeat(10));
        if (count === 1) {
          res.end();
          return;
        }
        res.once('close', closed.open);
        await rest.opened;
        res.write('more');
      },
      { bounds: { bodyBytes: 10 } },
    );
    world = at;
    await at.get('/');
    await until(() => at.edge.stats().entries === 1);
    at.clock.advance(61);
    const leaving = at.open('/');
    await leaving.firstBytes;
    leaving.leave();
    await leaving.answer.catch(() => undefined);
    rest.open();
    await closed.opened;
    expect([at.edge.stats().entries, at.edge.stats().flights]).toEqual([0, 0]);
  });
});

test('nothing is settled for a request that bypasses the store', async () => {
  const at = await startWorld(
    (_req, res, exchange) => {
      exchange.settle(Promise.resolve({ status: 200, headers: { 'cache-control': FRESH }, body: Buffer.from('settled') }));
      res.end('own');
    },
    { bypass: () => true },
  );
  world = at;
  for (let turn = 0; turn < 2; turn += 1) expect((await at.get('/')).body).toBe('own');
  expect(at.edge.stats()).toMatchObject({ entries: 0, forwards: 2, passes: 2 });
});

test('a settled response is only for clients of its request fields, and others have exchanges of their own', async () => {
  const ready = [gate(), gate()];
  let count = 0;
  const at = await startWorld((req, res, exchange) => {
    const own = ready[count]?.opened ?? Promise.resolve();
    const value = String(req.headers['a']);
    count += 1;
    exchange.settle(
      own.then(() => ({ status: 200, headers: { 'cache-control': FRESH, vary: 'A' }, body: Buffer.from(`settled ${value}`) })),
    );
    res.setHeader('Cache-Control', 'no-store');
    res.end(`streamed ${value}`);
  });
  world = at;
  await at.get('/', { headers: { A: '1' } });
  const [same, other] = [at.open('/', { headers: { A: '1' } }), at.open('/', { headers: { A: '2' } })];
  await until(() => at.edge.stats().joins === 2);
  ready[0]?.open();
  expect((await same.answer).body).toBe('settled 1');
  expect((await other.answer).body).toBe('streamed 2');
  ready[1]?.open();
  await until(() => at.edge.stats().flights === 0);
  expect((await at.get('/', { headers: { A: '2' } })).body).toBe('settled 2');
});

test.each([
  [true, 'edge; fwd=bypass; fwd-status=200', 2],
  [false, 'edge; hit; ttl=60', 1],
])('a request for which the site takes its time to say whether it bypasses the store (%s) waits for that', async (does, status, count) => {
  const at = await startWorld(
    (_req, res) => {
      res.setHeader('Cache-Control', FRESH);
      res.end('text');
    },
    { bypass: () => new Promise((resolve) => void setImmediate(() => resolve(does))) },
  );
  world = at;
  await at.get('/');
  expect((await at.get('/')).headers['cache-status']).toBe(status);
  expect(at.forwarded).toHaveLength(count);
});

test('a fault in saying so is a 502', async () => {
  const at = await startWorld((_req, res) => res.end('text'), { bypass: () => Promise.reject(new Error('unknown')) });
  world = at;
  expect((await at.get('/')).status).toBe(502);
  expect(at.events).toEqual([{ kind: 'fault', key: '/', cause: new Error('unknown') }]);
});

test('fields that are meant for the edge alone are in no response to a client', async () => {
  const at = await startWorld(
    (_req, res) => {
      res.setHeader('Cache-Control', FRESH).setHeader('Cache-Groups', '"g"').setHeader('X-A', '1');
      res.end('text');
    },
    { consumedFields: ['cache-groups'] },
  );
  world = at;
  const answers = [await at.get('/'), await at.get('/'), await at.get('/', { method: 'POST' })];
  expect(answers.map(({ headers }) => [headers['cache-groups'], headers['x-a']])).toEqual(answers.map(() => [undefined, '1']));
  await at.get('/');
  at.edge.purge({ kind: 'groups', groups: ['g'], host: 'site.test', mode: 'hard' });
  expect((await at.get('/')).headers['cache-status']).toMatch(/fwd=uri-miss/);
});
