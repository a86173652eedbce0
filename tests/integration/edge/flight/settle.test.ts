/** The settled response, which an origin provides for the store in place of the streamed one. */

import { afterEach, describe, expect, test } from 'vitest';
import type { Exchange, SettledResponse } from '../../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

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

/** Streams a response with a nonce, which must not be stored, and settles another. */
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
  test('streams the first response and stores the settled one', async () => {
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
    expect(at.forwarded).toHaveLength(1);
  });

  test('shares the stream with requests that come before its end', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    const leader = at.open('/');
    await leader.firstBytes;
    const waiter = at.open('/');
    expect(await waiter.firstBytes).toBe('nonce 1 ');
    rest.open();
    settling.open();
    expect((await waiter.answer).body).toBe('nonce 1 end');
    expect(at.forwarded).toHaveLength(1);
  });

  test('lets requests after the stream wait for the settled response', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 2);
    settling.open();
    for (const { answer } of late) expect((await answer).body).toBe('settled');
    expect(at.forwarded).toHaveLength(1);
  });

  test('answers waiting requests with a settled response that is stale at once, because they waited for it', async () => {
    const { rest, settling, at } = await startStreaming({ ...SETTLED, headers: { 'cdn-cache-control': 'max-age=0', etag: '"s"' } });
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 2);
    settling.open();
    for (const { answer } of late) expect((await answer).body).toBe('settled');
    expect(at.forwarded).toHaveLength(1);
  });

  test('forwards waiting requests once when nothing was settled', async () => {
    const { rest, settling, at } = await startStreaming(null);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 2);
    settling.open();
    for (const { answer } of late) expect((await answer).body).toBe('nonce 2 end');
    expect(at.forwarded).toHaveLength(2);
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

  test('stores nothing when a group of the settled response was purged meanwhile', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    at.edge.purge({ kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' });
    settling.open();
    await until(() => at.edge.stats().flights === 0);
    expect((await at.get('/')).body).toBe('nonce 2 end');
  });

  test('stores the settled response when only other groups were purged', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    at.edge.purge({ kind: 'groups', groups: ['other'], host: 'site.test', mode: 'hard' });
    settling.open();
    await until(() => at.edge.stats().entries === 1);
    expect((await at.get('/')).body).toBe('settled');
  });

  test('ends the wait for a response that is never settled', async () => {
    const { rest, at } = await startStreaming(SETTLED);
    rest.open();
    await at.get('/');
    const late = at.open('/');
    await until(() => at.edge.stats().joins === 1);
    at.clock.advance(61);
    expect((await late.answer).body).toBe('nonce 2 end');
  });

  test('treats a rejection as nothing settled', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.reject(new Error('render failed')));
      res.setHeader('Cache-Control', 'no-store');
      res.end('x');
    });
    expect((await world.get('/')).body).toBe('x');
    expect((await world.get('/')).body).toBe('x');
    expect(world.forwarded).toHaveLength(2);
  });

  test('keeps the settled response when a storable stream ends after it', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res, exchange) => {
      exchange.settle(Promise.resolve(SETTLED));
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('streamed ');
      await rest.opened;
      res.end('end');
    });
    const leader = world.open('/');
    await until(() => world?.edge.stats().entries === 1);
    expect((await world.get('/')).body).toBe('settled');
    rest.open();
    expect((await leader.answer).body).toBe('streamed end');
    expect((await world.get('/')).body).toBe('settled');
    expect(world.forwarded).toHaveLength(1);
  });

  test('stores nothing when it resolves to null, even if the streamed response is storable', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.resolve(null));
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('streamed');
    });
    await world.get('/');
    await until(() => world?.edge.stats().flights === 0);
    expect(world.edge.stats()).toMatchObject({ entries: 0, stores: 0 });
  });

  test('stores the settled response although every client has disconnected', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    const leader = at.open('/');
    await leader.firstBytes;
    leader.leave();
    rest.open();
    settling.open();
    await until(() => at.edge.stats().entries === 1);
    expect((await at.get('/')).body).toBe('settled');
    expect(at.forwarded).toHaveLength(1);
  });

  test('reads a stream without clients to its end', async () => {
    let ended = false;
    const gone = gate();
    world = await startWorld(
      async (_req, res, exchange) => {
        const stored = gate();
        exchange.settle(stored.opened.then(() => SETTLED));
        res.setHeader('CDN-Cache-Control', 'no-store');
        res.write('first');
        await gone.opened;
        for (let part = 0; part < 200; part += 1) {
          if (!res.write('x'.repeat(4_000))) await new Promise((resolve) => res.once('drain', resolve));
        }
        res.end();
        ended = true;
        stored.open();
      },
      { bounds: { bodyBytes: 10_000 } },
    );
    const leader = world.open('/');
    await leader.firstBytes;
    leader.leave();
    await leader.answer.catch(() => undefined);
    gone.open();
    await until(() => ended);
    await until(() => world?.edge.stats().entries === 1);
    expect((await world.get('/')).body).toBe('settled');
  });

  test('collapses waiting requests again when it resolves to null', async () => {
    const { settling, at, rest } = await startStreaming(null);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 3);
    settling.open();
    expect(await Promise.all(late.map(({ answer }) => answer))).toMatchObject(late.map(() => ({ body: 'nonce 2 end' })));
    expect(at.forwarded).toHaveLength(2);
  });

  test('answers requests that waited for a purged response from the store', async () => {
    const settling = [gate(), gate()];
    let count = 0;
    world = await startWorld((_req, res, exchange) => {
      const mine = count;
      count += 1;
      exchange.settle((settling[mine] ?? gate()).opened.then(() => ({ ...SETTLED, body: Buffer.from(`settled ${mine}`) })));
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.end('streamed');
    });
    await world.get('/');
    const late = world.open('/');
    await until(() => world?.edge.stats().joins === 1);
    world.edge.purge({ kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' });
    await world.get('/');
    settling[1]?.open();
    await until(() => world?.edge.stats().entries === 1);
    settling[0]?.open();
    expect((await late.answer).body).toBe('settled 1');
    expect(world.forwarded).toHaveLength(2);
  });
});
