/** The admission of clients to the origin: who is asked for, who waits, who is refused, and when the work of an admitted one ends. */
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import type { Admission, Turn } from '../../../../shared/cache/admission.ts';
import { gate, numbered, startWorld, until, type World } from '../harness.ts';

const REFUSED: Admission = { kind: 'refused', because: 'client' };
const STORED = { 'Cache-Control': 'max-age=60' };

const worlds: World[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

/** A door that the test opens and shuts; it records who asked and who holds a place. */
class Door {
  readonly asked: (string | null)[] = [];
  readonly requests: IncomingMessage[] = [];
  held = 0;
  next: 'admit' | 'refuse' | 'wait' = 'admit';
  readonly #waiting: ((turn: Turn) => void)[] = [];

  readonly admit = (req: IncomingMessage, key: string | null): Admission | Promise<Turn> => {
    this.asked.push(key);
    this.requests.push(req);
    if (this.next === 'refuse') return REFUSED;
    if (this.next === 'admit') return this.place();
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  place(): Admission {
    this.held += 1;
    let released = false;
    const release = (): void => {
      if (!released) this.held -= 1;
      released = true;
    };
    return { kind: 'admitted', release };
  }

  call(turn: Turn): void {
    this.#waiting.shift()?.(turn);
  }
}

async function start(door: Door, origin: EdgeOptions['origin'], options: Partial<EdgeOptions> = {}): Promise<World> {
  const world = await startWorld(origin, { admit: door.admit, ...options });
  worlds.push(world);
  return world;
}

describe('the edge asks for admission', () => {
  test('asks for admission for a miss, and not for a hit', async () => {
    const door = new Door();
    const world = await start(door, numbered(STORED));
    expect((await world.get('/')).body).toBe('answer 1');
    door.next = 'refuse';
    expect((await world.get('/')).body).toBe('answer 1');
    expect(door.asked).toHaveLength(1);
  });

  test('asks for admission once for collapsed requests', async () => {
    const door = new Door();
    const opened = gate();
    const world = await start(door, async (_req, res) => {
      await opened.opened;
      for (const [name, value] of Object.entries(STORED)) res.setHeader(name, value);
      res.end('one');
    });
    const crowd = Array.from({ length: 20 }, () => world.open('/'));
    await until(() => world.edge.stats().joins === 19);
    opened.open();
    for (const { answer } of crowd) expect((await answer).body).toBe('one');
    expect(door.asked).toHaveLength(1);
  });

  test('does not ask for admission for a background revalidation', async () => {
    const door = new Door();
    const world = await start(door, numbered({ 'Cache-Control': 'max-age=1, stale-while-revalidate=60' }));
    await world.get('/');
    world.clock.advance(2);
    door.next = 'refuse';
    expect((await world.get('/')).body).toBe('answer 1');
    await until(() => world.edge.stats().stores === 2);
    expect(door.asked).toHaveLength(1);
  });

  test.each([
    ['a POST', {}, 'POST'],
    ['a request that bypasses the store', { bypass: () => true }, 'GET'],
  ])('asks for admission for %s, under no key', async (_what, options, method) => {
    const door = new Door();
    const world = await start(door, numbered({}), options);
    expect((await world.get('/', { method })).status).toBe(200);
    door.next = 'refuse';
    expect((await world.get('/', { method })).status).toBe(429);
    expect([door.asked, world.forwarded.length]).toEqual([[null, null], 1]);
  });
});

describe('a client that is refused', () => {
  test('gets 429, and nothing is forwarded to the origin', async () => {
    const door = new Door();
    door.next = 'refuse';
    const world = await start(door, numbered(STORED));
    const { status, headers, body } = await world.get('/');
    expect([status, headers['cache-status'], body]).toEqual([429, undefined, 'Too Many Requests\n']);
    expect([world.forwarded.length, world.edge.stats().notAdmitted, world.edge.stats().entries]).toEqual([0, 1, 0]);
  });

  test('gets a stale response that may stand in for an error', async () => {
    const door = new Door();
    const world = await start(door, numbered({ 'Cache-Control': 'max-age=1, stale-if-error=60' }));
    await world.get('/');
    world.clock.advance(2);
    door.next = 'refuse';
    const { status, headers, body } = await world.get('/');
    expect([status, body, headers['cache-status']]).toEqual([200, 'answer 1', 'edge; hit; ttl=-1; detail=too-many-requests']);
    world.edge.purge({ kind: 'all', mode: 'hard' });
    expect((await world.get('/')).status).toBe(429);
  });

  test('does not spoil the key for others: they still collapse', async () => {
    const door = new Door();
    const opened = gate();
    const world = await start(door, async (_req, res) => {
      await opened.opened;
      for (const [name, value] of Object.entries(STORED)) res.setHeader(name, value);
      res.end('one');
    });
    door.next = 'refuse';
    expect((await world.get('/')).status).toBe(429);
    door.next = 'admit';
    const crowd = [world.open('/'), world.open('/')];
    await until(() => world.edge.stats().joins === 1);
    opened.open();
    for (const { answer } of crowd) expect((await answer).status).toBe(200);
  });
});

describe('a client that waits for its turn', () => {
  test('is forwarded when it comes', async () => {
    const door = new Door();
    door.next = 'wait';
    const world = await start(door, numbered(STORED));
    const { answer } = world.open('/');
    await until(() => door.asked.length === 1);
    expect(world.forwarded).toHaveLength(0);
    door.call(door.place());
    expect((await answer).body).toBe('answer 1');
    await until(() => door.held === 0);
  });

  test('is forwarded then, although a stale response is stored', async () => {
    const door = new Door();
    const world = await start(door, numbered({ 'Cache-Control': 'max-age=1' }));
    await world.get('/');
    world.clock.advance(2);
    door.next = 'wait';
    const { answer } = world.open('/');
    await until(() => door.asked.length === 2);
    door.call(door.place());
    expect((await answer).body).toBe('answer 2');
  });

  test('a waiting client holds up no other: another client leads meanwhile, and its response answers both', async () => {
    const door = new Door();
    door.next = 'wait';
    const world = await start(door, numbered(STORED));
    const { answer } = world.open('/');
    await until(() => door.asked.length === 1);
    door.next = 'admit';
    expect((await world.get('/')).body).toBe('answer 1');
    door.call(door.place());
    expect((await answer).headers['cache-status']).toMatch(/collapsed/);
    expect([world.forwarded.length, door.held]).toEqual([1, 0]);
  });

  test('joins the one that was admitted in its place', async () => {
    const door = new Door();
    const opened = gate();
    const world = await start(door, async (_req, res) => {
      await opened.opened;
      for (const [name, value] of Object.entries(STORED)) res.setHeader(name, value);
      res.end('one');
    });
    door.next = 'wait';
    const crowd = [world.open('/'), world.open('/')];
    await until(() => door.asked.length === 2);
    door.call(door.place());
    door.call({ kind: 'repeat' });
    await until(() => world.edge.stats().joins === 1);
    opened.open();
    for (const { answer } of crowd) expect((await answer).body).toBe('one');
    expect([world.forwarded.length, door.held]).toEqual([1, 0]);
  });

  test.each(['GET', 'POST'])('a waiting client that disconnects gives its turn up (%s)', async (method) => {
    const door = new Door();
    door.next = 'wait';
    const world = await start(door, numbered(STORED));
    const pending = world.open('/', { method });
    await until(() => door.asked.length === 1);
    pending.leave();
    await until(() => door.requests[0]?.socket.destroyed === true);
    await new Promise((resolve) => setImmediate(resolve));
    door.call(door.place());
    await until(() => door.held === 0);
    expect(world.forwarded).toHaveLength(0);
  });
});

describe('the work of an admitted client ends', () => {
  test('releases the client’s slot when a response for the store is complete', async () => {
    const door = new Door();
    const rest = gate();
    const world = await start(door, async (_req, res) => {
      for (const [name, value] of Object.entries(STORED)) res.setHeader(name, value);
      res.write('first ');
      await rest.opened;
      res.end('rest');
    });
    const pending = world.open('/');
    await pending.firstBytes;
    expect(door.held).toBe(1);
    rest.open();
    expect((await pending.answer).body).toBe('first rest');
    await until(() => door.held === 0);
  });

  test('releases the client’s slot at the head of a response that is not stored, whose reader may be slow', async () => {
    const door = new Door();
    const rest = gate();
    const world = await start(door, async (_req, res) => {
      res.setHeader('Cache-Control', 'no-store');
      res.write('first ');
      await rest.opened;
      res.end('rest');
    });
    const pending = world.open('/');
    await pending.firstBytes;
    expect(door.held).toBe(0);
    rest.open();
    await pending.answer;
  });

  test('releases the client’s slot when a settled response has taken the place of the streamed one', async () => {
    const door = new Door();
    const settled = gate();
    const world = await start(door, (_req, res, exchange) => {
      exchange.settle(
        settled.opened.then(() => ({ status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from('settled') })),
      );
      res.setHeader('Cache-Control', 'no-store');
      res.end('streamed');
    });
    expect((await world.get('/')).body).toBe('streamed');
    expect(door.held).toBe(1);
    settled.open();
    await until(() => door.held === 0);
    expect((await world.get('/')).body).toBe('settled');
  });

  test.each([
    ['fails', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('releases the client’s slot when the origin %s', async (_how, origin) => {
    const door = new Door();
    const world = await start(door, origin);
    expect((await world.get('/')).status).toBe(502);
    await until(() => door.held === 0);
  });

  test('releases the client’s slot when the edge itself is at fault', async () => {
    const door = new Door();
    let calls = 0;
    // The first call makes the key, the next ones are of the plan.
    const world = await start(door, numbered(STORED), {
      report: (event) => {
        if (event.kind === 'forward') calls += 1;
      },
      clock: {
        now: () => {
          if (calls > 0) throw new Error('broken clock');
          return 0;
        },
        after: () => () => undefined,
      },
    });
    expect((await world.get('/')).status).toBe(502);
    expect([calls, door.held]).toEqual([1, 0]);
  });
});
