/** An origin that calls settle only after its head. */
import { afterEach, describe, expect, test } from 'vitest';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const SETTLED: SettledResponse = { status: 200, headers: { 'cdn-cache-control': 'max-age=60' }, body: Buffer.from('settled') };

describe('settle after the head', () => {
  /** Calls settle after its head, which cannot be shared, and its first bytes. */
  async function startLate(settled: SettledResponse | null): Promise<{ say: Gate; rest: Gate; settling: Gate; at: World }> {
    const [say, rest, settling] = [gate(), gate(), gate()];
    let count = 0;
    world = await startWorld(async (_req, res, exchange) => {
      count += 1;
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.write(`nonce ${count} `);
      await say.opened;
      res.write('more ');
      exchange.settle(settling.opened.then(() => settled));
      await rest.opened;
      res.end('end');
    });
    return { say, rest, settling, at: world };
  }

  test('lets requests join while the response is streamed', async () => {
    const { say, rest, settling, at } = await startLate(SETTLED);
    const leader = at.open('/');
    await leader.firstBytes;
    say.open();
    await new Promise((resolve) => setImmediate(resolve));
    const late = at.open('/');
    await until(() => at.edge.stats().joins === 1);
    settling.open();
    expect((await late.answer).body).toBe('settled');
    rest.open();
    expect((await leader.answer).body).toBe('nonce 1 more end');
    expect((await at.get('/')).body).toBe('settled');
    expect(at.forwarded).toHaveLength(1);
  });

  test('answers waiting clients at once when it resolves to null before the stream ends', async () => {
    const { say, rest, settling, at } = await startLate(null);
    const leader = at.open('/');
    await leader.firstBytes;
    say.open();
    await new Promise((resolve) => setImmediate(resolve));
    const late = at.open('/');
    await until(() => at.edge.stats().joins === 1);
    settling.open();
    expect(await late.firstBytes).toMatch(/^nonce 2 /);
    rest.open();
    expect((await leader.answer).body).toBe('nonce 1 more end');
    expect((await late.answer).body).toBe('nonce 2 more end');
  });

  test('lets requests join even when it is called after the end of the response', async () => {
    const say = gate();
    const said = gate();
    const settling = gate();
    world = await startWorld(async (_req, res, exchange) => {
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.end('streamed');
      await say.opened;
      exchange.settle(settling.opened.then(() => SETTLED));
      said.open();
    });
    expect((await world.get('/')).body).toBe('streamed');
    say.open();
    await said.opened;
    const late = world.open('/');
    await until(() => world?.edge.stats().joins === 1);
    settling.open();
    expect((await late.answer).body).toBe('settled');
    expect(world.forwarded).toHaveLength(1);
    expect(world.edge.stats()).toMatchObject({ flights: 0, entries: 1 });
  });

  test('settle in the same turn as the head lets requests share the stream', async () => {
    const rest = gate();
    const settling = gate();
    world = await startWorld(async (_req, res, exchange) => {
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.flushHeaders();
      exchange.settle(settling.opened.then(() => SETTLED));
      res.write('streamed ');
      await rest.opened;
      res.end('end');
    });
    const leader = world.open('/');
    await leader.firstBytes;
    const joiner = world.open('/');
    expect(await joiner.firstBytes).toBe('streamed ');
    rest.open();
    settling.open();
    expect((await joiner.answer).body).toBe('streamed end');
    expect((await leader.answer).body).toBe('streamed end');
    expect(world.forwarded).toHaveLength(1);
  });
});

describe('a stream for one client', () => {
  test.each([
    { why: 'it sets a cookie', fields: { 'Set-Cookie': 'a=b' }, asked: {} },
    { why: 'it is private', fields: { 'CDN-Cache-Control': 'private' }, asked: {} },
    { why: 'its request was authorised', fields: {}, asked: { Authorization: 'x' } },
  ])('is not shared, but its settled response is: $why', async ({ fields, asked }) => {
    const rest = gate();
    const head = gate();
    const settling = gate();
    world = await startWorld(async (_req, res, exchange) => {
      exchange.settle(settling.opened.then(() => ({ ...SETTLED, headers: { 'cdn-cache-control': 'public, max-age=60' } })));
      for (const [name, value] of Object.entries({ 'CDN-Cache-Control': 'no-store', ...fields })) res.setHeader(name, value);
      await head.opened;
      res.write('mine ');
      await rest.opened;
      res.end('alone');
    });
    const leader = world.open('/', { headers: asked });
    await until(() => world?.forwarded.length === 1);
    const early = world.open('/');
    await until(() => world?.edge.stats().joins === 1);
    head.open();
    await leader.firstBytes;
    const late = world.open('/');
    await until(() => world?.edge.stats().joins === 3);
    settling.open();
    for (const { answer } of [early, late]) expect(await answer).toMatchObject({ body: 'settled', complete: true });
    expect((await early.answer).headers['set-cookie']).toBeUndefined();
    rest.open();
    expect((await leader.answer).body).toBe('mine alone');
    expect(world.forwarded).toHaveLength(1);
  });
});
