/** What an edge answers and says without a connection: stored answers as bytes, whether it stands in for the origin, and its numbers. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { hitUntilBest, startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const FRESH = 'max-age=60, stale-while-revalidate=60, stale-if-error=600';

/** An edge that has stored `/`. */
async function startStored(options: Partial<EdgeOptions> = {}, cacheControl = FRESH): Promise<World> {
  const at = await startWorld((_req, res) => {
    res.setHeader('Cache-Control', cacheControl);
    res.setHeader('ETag', '"a"');
    res.end('text');
  }, options);
  world = at;
  await at.get('/');
  at.events.splice(0);
  return at;
}

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly fields?: readonly string[];
  readonly hasContent?: boolean;
}

/** The status and the body of the answer that is made without Node; null where `listener` has to answer. */
function answered({ edge }: World, { method = 'GET', url = '/', fields = [], hasContent = false }: Asked): readonly unknown[] | null {
  const answer = edge.storedAnswer({ method, url, rawHeaders: ['Host', 'site.test', ...fields], hasContent }, 5_000);
  return answer && [answer.head.toString().slice(9, 12), answer.body?.toString() ?? null];
}

describe('a stored response answers at once', () => {
  test.each<[string, Asked, readonly unknown[]]>([
    ['a GET', {}, ['200', 'text']],
    ['a HEAD', { method: 'HEAD' }, ['200', null]],
    ['a GET that has it', { fields: ['If-None-Match', '"a"'] }, ['304', null]],
    ['a GET that has another', { fields: ['If-None-Match', '"b"'] }, ['200', 'text']],
  ])('answers %s, and the hit is reported', async (_what, asked, expected) => {
    const at = await startStored();
    expect(answered(at, asked)).toEqual(expected);
    expect(at.events).toEqual([{ kind: 'hit', key: 'site.test /', stale: false }]);
  });

  test('answers a request with preconditions for the origin where clients cannot force one to it', async () => {
    const at = await startStored({ clientDirectives: 'ignore-reload' });
    expect(answered(at, { fields: ['If-Match', '"b"'] })).toEqual(['200', 'text']);
    expect(answered(at, { fields: ['Cache-Control', 'no-cache'] })).toEqual(['200', 'text']);
  });

  test('answers a request with preconditions that wants no request to the origin', async () => {
    const at = await startStored();
    expect(answered(at, { fields: ['If-Match', '"b"', 'Cache-Control', 'only-if-cached'] })).toEqual(['200', 'text']);
  });

  test.each<[string, Asked, Partial<EdgeOptions>]>([
    ['of another method', { method: 'POST' }, {}],
    ['with content', { hasContent: true }, {}],
    ['that nothing is stored for', { url: '/other' }, {}],
    ['for a part', { fields: ['Range', 'bytes=0-1'] }, {}],
    ['with If-Match (RFC 9110 §13.1.1)', { fields: ['If-Match', '"a"'] }, {}],
    ['with If-Unmodified-Since (RFC 9110 §13.1.4)', { fields: ['If-Unmodified-Since', 'Sat, 21 Nov 2026 12:00:00 GMT'] }, {}],
    ['that wants a new response', { fields: ['Cache-Control', 'no-cache'] }, {}],
    ['with a second host', { fields: ['Host', 'site.test'] }, {}],
    ['that may bypass the store', {}, { bypass: () => false }],
    ['that the edge leaves to the origin', { url: '/' }, { exclude: ({ url }) => url === '/' }],
  ])('leaves a request %s to the listener', async (_what, asked, options) => {
    const at = await startStored(options);
    expect(answered(at, asked)).toBeNull();
    expect(at.events).toEqual([]);
  });

  test('answers a client of any coding where the edge encodes, and not while an encoding for it is due', async () => {
    const accepting = { fields: ['Accept-Encoding', 'br'] };
    const at = await startWorld(
      (_req, res) => {
        res.setHeader('Cache-Control', FRESH).setHeader('Content-Type', 'text/plain');
        res.end('text '.repeat(500));
      },
      { encoding: {} },
    );
    world = at;
    await at.get('/');
    expect([answered(at, {})?.[0], answered(at, accepting)]).toEqual(['200', null]);
    await hitUntilBest(at, 'br');
    expect(answered(at, accepting)?.[0]).toBe('200');
  });

  test('sends the keep-alive timeout of its server', async () => {
    const at = await startStored();
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    const lineOf = (timeout: number): string | undefined =>
      /Keep-Alive: [^\r]*/.exec(at.edge.storedAnswer(asked, timeout)?.head.toString() ?? '')?.[0];
    expect([5_000, 5_000, 9_999, 0].map(lineOf)).toEqual([
      'Keep-Alive: timeout=5',
      'Keep-Alive: timeout=5',
      'Keep-Alive: timeout=9',
      undefined,
    ]);
  });

  test('makes the head once for consecutive hits', async () => {
    const at = await startStored();
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    const [first, second] = [at.edge.storedAnswer(asked, 5_000), at.edge.storedAnswer(asked, 5_000)];
    expect(first?.head).toBe(second?.head);
    at.clock.advance(1);
    expect(at.edge.storedAnswer(asked, 5_000)?.head).not.toBe(first?.head);
  });

  test('sends the current Age', async () => {
    const at = await startStored();
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    const lineOf = (seconds: number): string | undefined => {
      at.clock.advance(seconds);
      return /Age: .*\r\nCache-Status: [^\r]*/.exec(at.edge.storedAnswer(asked, 5_000)?.head.toString() ?? '')?.[0];
    };
    expect([0, 0.5, 0.5, 7].map(lineOf)).toEqual([
      'Age: 0\r\nCache-Status: edge; hit; ttl=60',
      'Age: 0\r\nCache-Status: edge; hit; ttl=59',
      'Age: 1\r\nCache-Status: edge; hit; ttl=59',
      'Age: 8\r\nCache-Status: edge; hit; ttl=52',
    ]);
  });

  test('answers no request once the response is stale or has been purged', async () => {
    const at = await startStored();
    at.clock.advance(59);
    expect(answered(at, {})).not.toBeNull();
    at.clock.advance(1);
    expect(answered(at, {})).toBeNull();
    await at.get('/');
    at.edge.purge({ kind: 'all', mode: 'hard' });
    expect(answered(at, {})).toBeNull();
  });
});

describe('an edge stands in for its origin', () => {
  // The key without a host: this question comes from inside, with no request.
  const byPath: EdgeOptions['targetOf'] = ({ url = '/' }) => ({ key: url, url, scope: '' });

  test.each([
    [FRESH, 59, true],
    [FRESH, 119, true],
    [FRESH, 659, true],
    [FRESH, 661, false],
    ['max-age=60', 59, true],
    ['max-age=60', 61, false],
  ])('a response of %s stands in for the origin after %d seconds: %s', async (cacheControl, seconds, standsIn) => {
    const at = await startStored({ targetOf: byPath, keyPrefix: 'build ' }, cacheControl);
    at.clock.advance(seconds);
    expect([at.edge.standsInFor('/'), at.edge.standsInFor('/other')]).toEqual([standsIn, false]);
    expect(at.forwarded).toHaveLength(1);
  });

  test.each([
    ['soft', true],
    ['hard', false],
  ] as const)('a stored response stands in for the origin after a %s purge: %s', async (mode, standsIn) => {
    const at = await startStored({ targetOf: byPath });
    at.edge.purge({ kind: 'all', mode });
    expect(at.edge.standsInFor('/')).toBe(standsIn);
  });
});

describe('an edge that is closed', () => {
  test('has an empty store, and goes on answering', async () => {
    const at = await startStored();
    expect(at.edge.stats()).toMatchObject({ entries: 1, hits: 0, forwards: 1, flights: 0, refreshesWaiting: 0, isSharing: false });
    at.edge.close();
    expect(at.edge.stats()).toMatchObject({ entries: 0, bytes: 0 });
    expect((await at.get('/')).headers['cache-status']).toMatch(/fwd=uri-miss/);
  });

  test('revalidates nothing for a purge', async () => {
    const at = await startStored();
    at.edge.close();
    await at.get('/');
    at.edge.purge({ kind: 'all', mode: 'refresh' });
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect([at.forwarded.length, at.edge.stats().refreshes]).toEqual([2, 0]);
  });
});

test('a request that is left to the origin and fails after its head has its connection closed, and one before it gets 502', async () => {
  const at = await startWorld(
    async (req, res) => {
      if (req.url === '/begun') res.write('begun');
      await Promise.resolve();
      throw new Error('broken');
    },
    { exclude: () => true },
  );
  world = at;
  expect(await at.get('/begun')).toMatchObject({ status: 200, complete: false });
  expect(await at.get('/')).toMatchObject({ status: 502, body: 'Bad Gateway\n' });
  expect(at.events.map(({ kind }) => kind)).toEqual(['fault', 'fault']);
});
