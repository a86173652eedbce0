/** Collapsed forwarding: requests for one key share one exchange, unless its response cannot be shared. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const joins = (at: World): number => at.edge.stats().joins;

describe('collapse', () => {
  test('asks the origin once for concurrent requests of a cold key', async () => {
    const released = gate();
    world = await startWorld(async (_req, res) => {
      await released.opened;
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('one');
    });
    const at = world;
    const pending = Array.from({ length: 200 }, () => at.open('/'));
    await until(() => joins(at) === 199);
    released.open();
    const answers = await Promise.all(pending.map(({ answer }) => answer));
    expect(at.forwarded).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['one']));
    expect(answers.filter(({ headers }) => headers['cache-status']?.includes('collapsed'))).toHaveLength(199);
  });

  test('streams the body to collapsed clients, and to late ones from the first byte', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('first ');
      await rest.opened;
      res.end('last');
    });
    const leader = world.open('/');
    expect(await leader.firstBytes).toBe('first ');
    const waiter = world.open('/');
    expect(await waiter.firstBytes).toBe('first ');
    rest.open();
    expect((await waiter.answer).body).toBe('first last');
    expect((await leader.answer).body).toBe('first last');
    expect(world.forwarded).toHaveLength(1);
  });

  test('continues for the other clients and the store when the leader disconnects', async () => {
    const rest = gate();
    let originClosed = false;
    world = await startWorld(async (_req, res) => {
      res.on('close', () => {
        originClosed = !res.writableFinished;
      });
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('first ');
      await rest.opened;
      res.end('last');
    });
    const leader = world.open('/');
    await leader.firstBytes;
    const waiter = world.open('/');
    await waiter.firstBytes;
    leader.leave();
    await expect(leader.answer).resolves.toMatchObject({ complete: false });
    rest.open();
    expect((await waiter.answer).body).toBe('first last');
    expect(originClosed).toBe(false);
    expect((await world.get('/')).headers['cache-status']).toBe('edge; hit; ttl=60');
  });

  test('fills the store although every client has disconnected', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('first ');
      await rest.opened;
      res.end('last');
    });
    const at = world;
    const leader = at.open('/');
    await leader.firstBytes;
    leader.leave();
    await leader.answer;
    rest.open();
    await until(() => at.edge.stats().entries === 1);
    expect((await at.get('/')).body).toBe('first last');
    expect(at.forwarded).toHaveLength(1);
  });

  test('ends an exchange without clients whose response cannot be stored', async () => {
    const closed = gate();
    world = await startWorld((_req, res) => {
      res.on('close', closed.open);
      res.setHeader('Cache-Control', 'no-store');
      res.write('first ');
    });
    const leader = world.open('/');
    await leader.firstBytes;
    leader.leave();
    await closed.opened;
    expect(world.forwarded).toHaveLength(1);
  });

  test('forwards collapsed requests at once when the response cannot be shared, and the next requests without waiting', async () => {
    const head = gate();
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      await head.opened;
      res.setHeader('Cache-Control', 'private');
      res.write('mine ');
      await rest.opened;
      res.end('alone');
    });
    const at = world;
    const leader = at.open('/');
    const waiters = [at.open('/'), at.open('/')];
    await until(() => joins(at) === 2);
    head.open();
    // Each client receives a body of its own while the leader's has not ended.
    await Promise.all([leader, ...waiters].map(({ firstBytes }) => firstBytes));
    expect(at.forwarded).toHaveLength(3);
    const next = at.open('/');
    const another = at.open('/');
    await Promise.all([next.firstBytes, another.firstBytes]);
    expect(joins(at)).toBe(2);
    expect(at.forwarded).toHaveLength(5);
    rest.open();
    for (const { answer } of [leader, ...waiters, next, another]) expect((await answer).body).toBe('mine alone');
  });

  test('collapses again when hit-for-miss is over', async () => {
    let headers = 'private';
    const head = gate();
    world = await startWorld(
      async (_req, res) => {
        if (headers !== 'private') await head.opened;
        res.setHeader('Cache-Control', headers);
        res.end('x');
      },
      { hitForMissSeconds: 10 },
    );
    const at = world;
    await at.get('/');
    at.clock.advance(11);
    headers = 'max-age=60';
    const both = [at.open('/'), at.open('/')];
    await until(() => joins(at) === 1);
    head.open();
    await Promise.all(both.map(({ answer }) => answer));
    expect(at.forwarded).toHaveLength(2);
  });

  test('forwards a collapsed request that selects another variant', async () => {
    const head = gate();
    world = await startWorld(async (req, res) => {
      await head.opened;
      res.setHeader('Cache-Control', 'max-age=60');
      res.setHeader('Vary', 'Accept');
      res.end(req.headers.accept ?? '');
    });
    const at = world;
    const text = at.open('/', { headers: { Accept: 'text/plain' } });
    const json = at.open('/', { headers: { Accept: 'application/json' } });
    await until(() => joins(at) === 1);
    head.open();
    expect((await text.answer).body).toBe('text/plain');
    expect((await json.answer).body).toBe('application/json');
    expect((await at.get('/', { headers: { Accept: 'text/plain' } })).headers['cache-status']).toMatch(/hit/);
    expect((await at.get('/', { headers: { Accept: 'application/json' } })).headers['cache-status']).toMatch(/hit/);
  });

  test('answers all collapsed clients when the origin fails, and asks it again for the next', async () => {
    const head = gate();
    let broken = true;
    world = await startWorld(async (_req, res) => {
      await head.opened;
      if (broken) throw new Error('no database');
      res.end('well');
    });
    const at = world;
    const pending = [at.open('/'), at.open('/'), at.open('/')];
    await until(() => joins(at) === 2);
    head.open();
    for (const { answer } of pending) expect((await answer).status).toBe(502);
    expect(at.forwarded).toHaveLength(1);
    broken = false;
    expect((await at.get('/')).body).toBe('well');
  });

  test('collapses a HEAD with a GET under way', async () => {
    const head = gate();
    world = await startWorld(async (_req, res) => {
      await head.opened;
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('body');
    });
    const at = world;
    const get = at.open('/');
    await until(() => at.forwarded.length === 1);
    const lone = at.open('/', { method: 'HEAD' });
    await until(() => joins(at) === 1);
    head.open();
    expect(await lone.answer).toMatchObject({ status: 200, body: '', complete: true });
    expect((await get.answer).body).toBe('body');
  });

  test('forwards a request beyond the bound of waiting clients', async () => {
    const head = gate();
    world = await startWorld(
      async (_req, res) => {
        await head.opened;
        res.setHeader('Cache-Control', 'max-age=60');
        res.end('x');
      },
      { bounds: { waiters: 2 } },
    );
    const at = world;
    const pending = Array.from({ length: 5 }, () => at.open('/'));
    await until(() => at.forwarded.length === 3 && joins(at) === 2);
    head.open();
    for (const { answer } of pending) expect((await answer).body).toBe('x');
    expect(at.edge.stats().waitersRefused).toBe(2);
  });

  test('sends interim responses to all collapsed clients', async () => {
    const head = gate();
    const ready = gate();
    let response: ServerResponse | null = null;
    world = await startWorld(async (_req, res) => {
      response = res;
      ready.open();
      await head.opened;
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('x');
    });
    const at = world;
    const both = [at.open('/'), at.open('/')];
    await ready.opened;
    await until(() => joins(at) === 1);
    const res = response as ServerResponse | null;
    res?.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-hint': '1' });
    res?.writeProcessing();
    head.open();
    for (const { answer } of both) {
      const { interims, headers } = await answer;
      expect(interims.map(({ status }) => status)).toEqual([103, 102]);
      expect(interims[0]?.headers).toMatchObject({ link: '</a.css>; rel=preload', 'x-hint': '1' });
      expect(headers['x-hint']).toBeUndefined();
    }
    expect((await at.get('/')).interims).toEqual([]);
  });

  test('does not wait for the end of a 304', async () => {
    world = await startWorld((req, res) => {
      res.setHeader('Cache-Control', 'max-age=1');
      res.setHeader('ETag', '"a"');
      if (req.headers['if-none-match'] === undefined) {
        res.end('x');
      } else {
        res.writeHead(304);
        res.flushHeaders();
      }
    });
    await world.get('/');
    for (const asked of [2, 3]) {
      world.clock.advance(5);
      expect(await world.get('/')).toMatchObject({ status: 200, body: 'x' });
      expect(world.forwarded).toHaveLength(asked);
    }
  });

  test('ends an exchange without clients when its head forbids storing', async () => {
    const head = gate();
    const closed = gate();
    world = await startWorld(async (_req, res) => {
      res.on('close', () => closed.open());
      await head.opened;
      res.setHeader('Cache-Control', 'no-store');
      res.write('first');
    });
    const at = world;
    const leader = at.open('/');
    await until(() => at.forwarded.length === 1);
    leader.leave();
    await expect(leader.answer).rejects.toThrow(/hang up/);
    head.open();
    await closed.opened;
    expect(at.edge.stats().flights).toBe(0);
  });

  test('sends the stale response when the origin times out', async () => {
    let slow = false;
    world = await startWorld((_req, res) => {
      if (slow) return;
      res.setHeader('Cache-Control', 'max-age=1, stale-if-error=600');
      res.end('x');
    });
    const at = world;
    await at.get('/');
    slow = true;
    at.clock.advance(5);
    const pending = at.open('/');
    await until(() => at.forwarded.length === 2);
    at.clock.advance(61);
    expect(await pending.answer).toMatchObject({ status: 200, body: 'x' });
  });
});
