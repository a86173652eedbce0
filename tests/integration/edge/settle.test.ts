/** The settled response: what an origin hands over to be stored in place of what it streamed. */

import { afterEach, describe, expect, test } from 'vitest';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until, type World } from './harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const SETTLED: SettledResponse = {
  status: 200,
  headers: { 'cdn-cache-control': 'max-age=60', 'cache-groups': '"news"', etag: '"s"', 'x-two': ['a', 'b'] },
  body: Buffer.from('settled'),
};

interface Streaming {
  readonly rest: Gate;
  readonly settling: Gate;
}

/** Streams with a nonce that nobody may keep, then settles. */
async function startStreaming(
  settled: SettledResponse | null,
  options: Parameters<typeof startWorld>[1] = {},
): Promise<Streaming & { readonly at: World }> {
  const rest = gate();
  const settling = gate();
  let count = 0;
  const at = await startWorld(async (_req, res, exchange: Exchange) => {
    count += 1;
    exchange.settle(settling.opened.then(() => settled));
    res.setHeader('CDN-Cache-Control', 'no-store');
    res.write(`nonce ${count} `);
    await rest.opened;
    res.end('end');
  }, options);
  world = at;
  return { rest, settling, at };
}

describe('settle', () => {
  test('streams the first answer and stores the settled one', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    settling.open();
    const streamed = await at.get('/');
    expect(streamed).toMatchObject({ body: 'nonce 1 end', headers: { 'cdn-cache-control': 'no-store' } });
    await until(() => at.edge.stats().entries === 1);
    expect(await at.get('/')).toMatchObject({
      body: 'settled',
      headers: {
        'cache-status': 'edge; hit; ttl=60',
        etag: '"s"',
        'x-two': 'a, b',
        'content-length': '7',
        'cdn-cache-control': 'max-age=60',
      },
    });
    expect(at.asked).toHaveLength(1);
  });

  test('shares the stream with those who come while it flows', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    const leader = at.open('/');
    await leader.firstBytes;
    const waiter = at.open('/');
    expect(await waiter.firstBytes).toBe('nonce 1 ');
    rest.open();
    settling.open();
    expect((await waiter.answer).body).toBe('nonce 1 end');
    expect(at.asked).toHaveLength(1);
  });

  test('lets those who come after the stream wait for the settled one', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 2);
    settling.open();
    for (const { answer } of late) expect((await answer).body).toBe('settled');
    expect(at.asked).toHaveLength(1);
  });

  test('asks again, once, when nothing was settled', async () => {
    const { rest, settling, at } = await startStreaming(null);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 2);
    settling.open();
    for (const { answer } of late) expect((await answer).body).toBe('nonce 2 end');
    expect(at.asked).toHaveLength(2);
    expect(at.edge.stats().entries).toBe(0);
  });

  test('does not store a settled response that forbids it', async () => {
    const { rest, settling, at } = await startStreaming({ ...SETTLED, headers: { 'cache-control': 'private, max-age=60' } });
    rest.open();
    settling.open();
    await at.get('/');
    await until(() => at.edge.stats().flights === 0);
    expect(at.edge.stats().entries).toBe(0);
  });

  test('does not bring old text back when its group was purged meanwhile', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    at.edge.purge({ kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' });
    settling.open();
    await until(() => at.edge.stats().flights === 0);
    expect((await at.get('/')).body).toBe('nonce 2 end');
  });

  test('keeps the settled response when its group is purged no more than another', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    at.edge.purge({ kind: 'groups', groups: ['other'], host: 'site.test', mode: 'hard' });
    settling.open();
    await until(() => at.edge.stats().entries === 1);
    expect((await at.get('/')).body).toBe('settled');
  });

  test('nobody waits for ever for what is never settled', async () => {
    const { rest, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    const late = at.open('/');
    await until(() => at.edge.stats().joins === 1);
    at.clock.advance(61);
    expect((await late.answer).body).toBe('nonce 2 end');
  });

  test('a rejection counts as nothing', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.reject(new Error('render failed')));
      res.setHeader('Cache-Control', 'no-store');
      res.end('x');
    });
    expect((await world.get('/')).body).toBe('x');
    expect((await world.get('/')).body).toBe('x');
    expect(world.asked).toHaveLength(2);
  });
});
