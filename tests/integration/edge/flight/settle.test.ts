/** The settled response: what an origin hands over to be stored in place of what it streamed. */

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

  test('the settled response stays, though a streamed one that may be stored ends after it', async () => {
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
    expect(world.asked).toHaveLength(1);
  });

  test('null means that nothing is stored, whatever the streamed response allows', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.resolve(null));
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('streamed');
    });
    await world.get('/');
    await until(() => world?.edge.stats().flights === 0);
    expect(world.edge.stats()).toMatchObject({ entries: 0, stores: 0 });
  });

  test('the settled response is stored though every client of the stream has left', async () => {
    const { rest, settling, at } = await startStreaming(SETTLED);
    const leader = at.open('/');
    await leader.firstBytes;
    leader.leave();
    rest.open();
    settling.open();
    await until(() => at.edge.stats().entries === 1);
    expect((await at.get('/')).body).toBe('settled');
    expect(at.asked).toHaveLength(1);
  });

  test('a stream that nobody reads and nobody may keep comes to its end', async () => {
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

  test('those who wait for it are let go at once when it is null, and ask together', async () => {
    const { settling, at, rest } = await startStreaming(null);
    rest.open();
    await at.get('/');
    const late = [at.open('/'), at.open('/'), at.open('/')];
    await until(() => at.edge.stats().joins === 3);
    settling.open();
    expect(await Promise.all(late.map(({ answer }) => answer))).toMatchObject(late.map(() => ({ body: 'nonce 2 end' })));
    expect(at.asked).toHaveLength(2);
  });

  test('those who waited for what a purge overtook get what was stored since, unasked', async () => {
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
    expect(world.asked).toHaveLength(2);
  });
});
