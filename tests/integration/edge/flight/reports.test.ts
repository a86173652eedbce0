/** What an edge reports about its requests: all events, in their order and with all that they say. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeEvent, EdgeOptions, Origin } from '../../../../server/edge/index.ts';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const key = 'site.test /';
const FRESH = { 'Cache-Control': 'max-age=60, stale-while-revalidate=600, stale-if-error=6000', ETag: '"1"' };

interface Site {
  readonly at: World;
  /** The fields of the next answers. A status of 0 closes the connection. */
  answer(status: number, fields?: Readonly<Record<string, string>>, body?: string): void;
  /** Events since the last call. */
  events(): readonly EdgeEvent[];
}

/** Starts an edge before an origin that answers as the test says, with `text` and `FRESH` at first. */
async function startSite(options: Partial<EdgeOptions> = {}): Promise<Site> {
  let next: { status: number; fields: Readonly<Record<string, string>>; body: string } = { status: 200, fields: FRESH, body: 'text' };
  const origin: Origin = (_req, res) => {
    if (next.status === 0) {
      res.destroy(new Error('hung up'));
      return;
    }
    res.statusCode = next.status;
    for (const [name, value] of Object.entries(next.fields)) res.setHeader(name, value);
    res.end(next.body);
  };
  const at = await startWorld(origin, options);
  world = at;
  return {
    at,
    answer: (status, fields = {}, body = 'text') => {
      next = { status, fields, body };
    },
    events: () => at.events.splice(0),
  };
}

/** Waits until no revalidation is under way. */
const settled = ({ at }: Site): Promise<void> => until(() => at.edge.stats().refreshesRunning === 0 && at.edge.stats().flights === 0);

const FORWARD: EdgeEvent = { kind: 'forward', key, reason: 'uri-miss' };
const STALE_HIT: EdgeEvent = { kind: 'hit', key, stale: true };
const REFRESH: EdgeEvent = { kind: 'refresh', key };

describe('an edge reports', () => {
  test('reports a miss that is stored, and a hit', async () => {
    const site = await startSite();
    await site.at.get('/');
    await site.at.get('/');
    expect(site.events()).toEqual([FORWARD, { kind: 'stored', key, bytes: 4 }, { kind: 'hit', key, stale: false }]);
  });

  test.each<[string, Readonly<Record<string, string>>, Partial<EdgeOptions>, string]>([
    ['its directives forbid it', { 'Cache-Control': 'no-store' }, {}, 'no-store'],
    ['it is larger than the bound', FRESH, { bounds: { bodyBytes: 3 } }, 'size'],
  ])('reports a response that is not stored because %s', async (_why, fields, options, because) => {
    const site = await startSite(options);
    site.answer(200, fields);
    await site.at.get('/');
    await settled(site);
    expect(site.events()).toEqual([FORWARD, { kind: 'not-stored', key, because }]);
  });

  test('reports a stale response with its revalidation, which the origin answers with 304 or with a new one', async () => {
    const site = await startSite();
    await site.at.get('/');
    for (const status of [304, 200]) {
      site.at.clock.advance(61);
      site.answer(status, FRESH, status === 304 ? '' : 'new text');
      site.events();
      await site.at.get('/');
      await settled(site);
      const result: EdgeEvent = status === 304 ? { kind: 'validated', key } : { kind: 'stored', key, bytes: 8 };
      expect(site.events()).toEqual([STALE_HIT, REFRESH, result]);
    }
  });

  test.each<[string, number, readonly EdgeEvent[]]>([
    ['answers 503', 503, [{ kind: 'refresh-failed', key, cause: new Error('the origin answered 503') }]],
    ['answers 429', 429, [{ kind: 'refresh-failed', key, cause: new Error('the origin answered 429') }]],
    [
      'hangs up',
      0,
      [
        { kind: 'origin-failed', key, cause: new Error('hung up') },
        { kind: 'refresh-failed', key, cause: new Error('hung up') },
      ],
    ],
  ])('reports a revalidation that fails because the origin %s, and that the next one waits', async (_how, status, failure) => {
    const site = await startSite({ backoff: { first: 10, atMost: 10 } });
    await site.at.get('/');
    site.at.clock.advance(61);
    site.answer(status, { 'Cache-Control': 'no-store' });
    site.events();
    await site.at.get('/');
    await settled(site);
    const first = site.events().filter(({ kind }) => kind !== 'not-stored');
    expect(first).toEqual([STALE_HIT, REFRESH, ...failure]);
    await site.at.get('/');
    expect(site.events()).toEqual([STALE_HIT, { kind: 'refresh-skipped', key, because: 'backoff' }]);
  });

  test('reports a revalidation beyond the bound', async () => {
    const slow = gate();
    let isSlow = false;
    const at = await startWorld(
      async (_req, res) => {
        if (isSlow) await slow.opened;
        res.setHeader('Cache-Control', FRESH['Cache-Control']);
        res.end('text');
      },
      { bounds: { refreshes: 1 } },
    );
    world = at;
    for (const path of ['/', '/other']) await at.get(path);
    isSlow = true;
    at.clock.advance(61);
    await at.get('/other');
    at.events.splice(0);
    await at.get('/');
    expect(at.events).toEqual([STALE_HIT, { kind: 'refresh-skipped', key, because: 'bound' }]);
    slow.open();
  });

  test.each<[string, number, string, readonly EdgeEvent[]]>([
    ['answers 500', 500, 'the origin answered 500', []],
    ['hangs up', 0, 'hung up', [{ kind: 'origin-failed', key, cause: new Error('hung up') }]],
  ])('reports a stale response that stands in for an origin that %s, and hits of it meanwhile', async (_how, status, cause, before) => {
    const site = await startSite({ backoff: { first: 10, atMost: 10 } });
    await site.at.get('/');
    site.at.clock.advance(700);
    site.answer(status);
    site.events();
    expect((await site.at.get('/')).headers['cache-status']).toMatch(/^edge; fwd=stale; .*detail=stale-if-error$/);
    expect(site.events()).toEqual([
      { kind: 'forward', key, reason: 'stale' },
      ...before,
      { kind: 'stale-for-error', key, cause: new Error(cause) },
    ]);
    expect((await site.at.get('/')).headers['cache-status']).toMatch(/^edge; hit; .*detail=stale-if-error$/);
    expect(site.events()).toEqual([STALE_HIT]);
  });

  test('reports an origin that hangs up, and one that writes more than it announced', async () => {
    const site = await startSite();
    site.answer(0);
    expect((await site.at.get('/')).status).toBe(502);
    expect(site.events()).toEqual([FORWARD, { kind: 'origin-failed', key, cause: new Error('hung up') }]);
    site.answer(200, { ...FRESH, 'Content-Length': '2' });
    expect((await site.at.get('/')).body).toBe('te');
    await settled(site);
    expect(site.events()).toEqual([FORWARD, { kind: 'origin-failed', key, cause: new Error('the origin announced 2 bytes and wrote 4') }]);
    expect(site.at.edge.stats().entries).toBe(0);
  });

  test('reports an origin failure after the response', async () => {
    const cause = new Error('too late');
    const at = await startWorld(async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('text');
      await Promise.resolve();
      throw cause;
    });
    world = at;
    expect((await at.get('/')).body).toBe('text');
    await until(() => at.events.length === 3);
    expect(at.events.slice(1)).toEqual([
      { kind: 'stored', key, bytes: 4 },
      { kind: 'late-error', key, cause },
    ]);
  });

  test('reports a request that joins another, and one for which too many wait', async () => {
    const slow = gate();
    const at = await startWorld(
      async (_req, res) => {
        await slow.opened;
        res.setHeader('Cache-Control', 'max-age=60');
        res.end('text');
      },
      { bounds: { waiters: 1 } },
    );
    world = at;
    const clients = [];
    for (const count of [1, 2, 4]) {
      clients.push(at.open('/'));
      await until(() => at.events.length === count);
    }
    expect(at.events).toEqual([FORWARD, { kind: 'joined', key }, { kind: 'waiter-refused', key }, FORWARD]);
    slow.open();
    for (const { answer } of clients) expect((await answer).body).toBe('text');
  });

  test('reports the encodings of what the edge has stored', async () => {
    const site = await startSite({ encoding: {} });
    site.answer(200, { ...FRESH, 'Content-Type': 'text/plain' }, 'text '.repeat(500));
    await site.at.get('/');
    await until(() => site.at.events.length === 3);
    expect(site.events()).toEqual([FORWARD, { kind: 'stored', key, bytes: 2_500 }, { kind: 'encoded', key, quality: 'quick' }]);
  });

  test('reports an unsafe request with all that it invalidates', async () => {
    const site = await startSite();
    site.answer(201, { Location: '/b' });
    await site.at.get('/', { method: 'POST' });
    expect(site.events()).toEqual([
      { kind: 'forward', key, reason: 'method' },
      { kind: 'invalidated', key },
      { kind: 'invalidated', key: 'site.test /b' },
      { kind: 'not-stored', key, because: 'method' },
    ]);
  });

  test('reports purges by what they name', async () => {
    const { edge, events } = await startWorld(() => undefined).then((at) => (world = at));
    edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'hard' });
    edge.purge({ kind: 'groups', groups: ['g', 'h'], host: 'site.test', mode: 'soft' });
    edge.purge({ kind: 'groups', groups: ['g'], mode: 'soft' });
    edge.purge({ kind: 'all', mode: 'hard' });
    expect(events).toEqual([
      { kind: 'purged', what: '/a', mode: 'hard' },
      { kind: 'purged', what: 'site.test g', mode: 'soft' },
      { kind: 'purged', what: 'site.test h', mode: 'soft' },
      { kind: 'purged', what: 'g', mode: 'soft' },
      { kind: 'purged', what: '*', mode: 'hard' },
    ]);
  });

  test.each([
    ['client', 'not-admitted', 429],
    ['overload', 'shed', 503],
  ] as const)('reports a request that is refused because of its %s as %s', async (because, kind, status) => {
    let admits = true;
    const site = await startSite({ admit: () => (admits ? { kind: 'admitted', release: () => undefined } : { kind: 'refused', because }) });
    await site.at.get('/');
    admits = false;
    site.events();
    expect((await site.at.get('/b')).status).toBe(status);
    expect((await site.at.get('/b', { method: 'POST' })).status).toBe(status);
    site.at.clock.advance(700);
    expect((await site.at.get('/')).status).toBe(200);
    expect(site.events()).toEqual([
      { kind, key: 'site.test /b' },
      { kind, key: 'site.test /b' },
      { kind, key },
    ]);
  });

  test('reports a fault by the key of its request', async () => {
    const cause = new Error('no name for this');
    const at = await startWorld(() => undefined, {
      targetOf: () => {
        throw cause;
      },
    });
    world = at;
    await expect(at.get('/bad')).rejects.toThrow('socket hang up');
    expect(at.events).toEqual([
      { kind: 'fault', key: '/bad', cause },
      { kind: 'fault', key: '/bad', cause },
    ]);
  });

  test('reports the fault of a direct answer, and nothing more', async () => {
    const at = await startWorld(() => undefined, { mayBypass: () => fails() });
    world = at;
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    expect(at.edge.storedAnswer(asked, 5_000)).toBeNull();
    expect(at.events).toEqual([{ kind: 'fault', key: '/', cause: new Error('fails') }]);
  });
});

function fails(): never {
  throw new Error('fails');
}
