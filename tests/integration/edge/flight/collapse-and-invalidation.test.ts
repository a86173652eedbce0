/** Collapsed requests stay collapsed while other keys are invalidated, and are separated by a purge that may affect them. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const SETTLED: SettledResponse = { status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from('settled') };

/** Accepts every POST at once. A GET is answered when `opened` resolves, or streamed at once and settled then. */
function answering({ opened }: Gate, kind: 'head' | 'settling', count: { gets: number }): Origin {
  return async (req, res: ServerResponse, exchange) => {
    if (req.method === 'POST') {
      res.end('done');
      return;
    }
    count.gets += 1;
    if (kind === 'settling') {
      res.setHeader('Cache-Control', 'no-store');
      exchange.settle(opened.then(() => SETTLED));
      res.end('streamed');
      return;
    }
    await opened;
    res.setHeader('Cache-Control', 'max-age=60');
    res.end('answer');
  };
}

/** Sends requests one by one, each after `disturb`. Returns how often the origin was asked for the key. */
async function rendersOf(kind: 'head' | 'settling', disturb: (at: World) => Promise<void> | void): Promise<number> {
  const ready = gate();
  const count = { gets: 0 };
  const at = await startWorld(answering(ready, kind, count));
  world = at;
  const clients = [at.open('/cold')];
  await until(() => count.gets === 1);
  if (kind === 'settling') await clients[0]?.answer;
  for (let turn = 1; turn <= 5; turn += 1) {
    await disturb(at);
    clients.push(at.open('/cold'));
    await until(() => at.edge.stats().joins + count.gets === turn + 1);
    if (kind === 'settling' && count.gets > 1) await clients.at(-1)?.answer;
  }
  ready.open();
  await Promise.all(clients.map(({ answer }) => answer));
  return count.gets;
}

describe.each(['head', 'settling'] as const)('requests that wait for the %s', (kind) => {
  test('stay collapsed while unsafe requests invalidate other keys (RFC 9111 §4.4)', async () => {
    const post = async (at: World): Promise<void> => {
      expect((await at.get('/other', { method: 'POST', body: 'x' })).status).toBe(200);
      expect(at.events.filter(({ kind: event }) => event === 'invalidated').length).toBeGreaterThan(0);
    };
    expect(await rendersOf(kind, post)).toBe(1);
  });

  test('stay collapsed while other keys are purged', async () => {
    expect(await rendersOf(kind, (at) => at.edge.purge({ kind: 'url', url: '/other', host: 'site.test', mode: 'hard' }))).toBe(1);
  });

  test.each([
    ['its own key', { kind: 'url', url: '/cold', host: 'site.test', mode: 'hard' }],
    ['its own key, softly', { kind: 'url', url: '/cold', host: 'site.test', mode: 'soft' }],
    ['any group, because the response’s own are unknown', { kind: 'groups', groups: ['g'], host: 'site.test', mode: 'hard' }],
    ['everything', { kind: 'all', mode: 'hard' }],
  ] as const)('are separated by a purge of %s', async (_what, purge) => {
    expect(await rendersOf(kind, (at) => at.edge.purge(purge))).toBe(6);
  });
});

test.each([
  ['a group of it', ['g'], 2],
  ['a group of others', ['h'], 1],
])('a response under way is joined or not after a purge of %s', async (_what, groups, gets) => {
  const rest = gate();
  const at = await startWorld(async (_req, res) => {
    res.setHeader('Cache-Control', 'max-age=60').setHeader('Cache-Groups', '"g"');
    res.write('first ');
    await rest.opened;
    res.end('last');
  });
  world = at;
  const leader = at.open('/');
  await leader.firstBytes;
  at.edge.purge({ kind: 'groups', groups, host: 'site.test', mode: 'hard' });
  const next = at.open('/');
  await next.firstBytes;
  rest.open();
  for (const { answer } of [leader, next]) expect((await answer).body).toBe('first last');
  expect(at.forwarded).toHaveLength(gets);
});

describe('a key whose origin failed', () => {
  /** A stored response that is stale, and an origin that fails but accepts every POST. */
  async function failing(cacheControl = 'max-age=1, stale-if-error=3600'): Promise<{ readonly at: World; readonly gets: () => number }> {
    let gets = 0;
    const at = await startWorld(
      (req, res) => {
        if (req.method === 'POST') {
          res.end();
          return;
        }
        gets += 1;
        res.statusCode = gets === 1 ? 200 : 503;
        res.setHeader('Cache-Control', cacheControl);
        res.end('old');
      },
      { backoff: { first: 60, atMost: 60 } },
    );
    world = at;
    await at.get('/a');
    at.clock.advance(2);
    await at.get('/a');
    return { at, gets: () => gets };
  }

  test('is not asked again while other keys are invalidated', async () => {
    const { at, gets } = await failing();
    await at.get('/other', { method: 'POST' });
    expect((await at.get('/a')).headers['cache-status']).toMatch(/^edge; hit; .*detail=stale-if-error$/);
    expect(gets()).toBe(2);
  });

  test('is asked again within its wait where the stored response may no longer stand in (RFC 5861 §4)', async () => {
    const { at, gets } = await failing('max-age=1, stale-if-error=10');
    at.clock.advance(5);
    expect([(await at.get('/a')).status, gets()]).toEqual([200, 2]);
    at.clock.advance(10);
    expect([(await at.get('/a')).status, gets()]).toEqual([503, 3]);
  });

  test('is asked again after its own purge', async () => {
    const { at, gets } = await failing();
    at.edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'soft' });
    await at.get('/a');
    expect(gets()).toBe(3);
  });
});
