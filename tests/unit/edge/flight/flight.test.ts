/** One exchange as its clients and the store see it: whom it is shared with, when it ends, and with which outcome. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { EdgeContext } from '../../../../server/edge/flight/context.ts';
import { Flight } from '../../../../server/edge/flight/flight.ts';
import type { FlightPlan } from '../../../../server/edge/flight/plan.ts';
import { CACHED, type Flown, fly, soFar, turn, UNSTORABLE } from './flight-world.ts';
import { key, StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeEach(() => {
  world = new StoreWorld();
});

describe('an exchange that its last client leaves', () => {
  test.each<[string, Partial<FlightPlan>, (flown: Flown) => void]>([
    ['before its head, where nothing is stored of it', { outlivesClients: false }, () => undefined],
    ['where its head forbids to store it', {}, ({ res }) => res.writeHead(200, UNSTORABLE).flushHeaders()],
    ['where it has turned out too large', {}, ({ res }) => void res.writeHead(200, CACHED).write('123456789')],
  ])('%s is ended, and stores nothing', async (_when, plan, act) => {
    const flown = fly(world, plan);
    act(flown);
    await turn();
    expect(flown.isClosed()).toBe(false);
    flown.leave();
    expect(await soFar(flown.flight.done)).toBeNull();
    expect(flown.isClosed()).toBe(true);
  });

  test.each<[string, (flown: Flown) => void]>([
    ['before its head', () => undefined],
    ['while it is being stored', ({ res }) => res.writeHead(200, CACHED).flushHeaders()],
    [
      'while a settled response is awaited',
      ({ res, exchange }) => {
        exchange.settle(new Promise(() => undefined));
        res.writeHead(200, UNSTORABLE).flushHeaders();
      },
    ],
  ])('%s goes on', async (_when, act) => {
    const flown = fly(world);
    act(flown);
    flown.leave();
    expect(await soFar(flown.flight.done)).toBe('pending');
    expect(flown.isClosed()).toBe(false);
  });

  test('says so as its outcome, where no other has been reached', async () => {
    const { flight, leave } = fly(world, { outlivesClients: false });
    leave();
    expect(await flight.outcome).toEqual({ kind: 'failed', cause: new Error('every client has disconnected') });
  });

  test('an exchange that its last client leaves at its end lets the origin finish before its response closes', async () => {
    const { flight, res, leave } = fly(world, { outlivesClients: false });
    const events: unknown[] = [];
    for (const event of ['finish', 'close']) res.on(event, () => events.push([event, res.writableFinished]));
    res.writeHead(200, UNSTORABLE).flushHeaders();
    flight.read({ data: () => true, end: leave, fail: () => undefined });
    res.end('a');
    await turn();
    expect(events).toEqual([
      ['finish', true],
      ['close', true],
    ]);
  });

  test('goes on for another', async () => {
    const { flight, leave, isClosed } = fly(world, { outlivesClients: false });
    const other = flight.hold(() => undefined);
    leave();
    leave();
    await turn();
    expect(isClosed()).toBe(false);
    other();
    await turn();
    expect(isClosed()).toBe(true);
  });
});

describe('a body', () => {
  test.each<[string, boolean, (flown: Flown) => void]>([
    ['without a head yet', false, () => undefined],
    ['that is being stored', true, ({ res }) => void res.writeHead(200, CACHED).write('1234')],
    ['that must not be stored', false, ({ res }) => void res.writeHead(200, UNSTORABLE).write('1234')],
    ['that has turned out too large', false, ({ res }) => void res.writeHead(200, CACHED).write('123456789')],
    [
      'that another will replace',
      true,
      ({ res, exchange }) => {
        exchange.settle(new Promise(() => undefined));
        res.writeHead(200, UNSTORABLE).write('1234');
      },
    ],
    [
      'for one client that another will replace',
      false,
      ({ res, exchange }) => {
        exchange.settle(new Promise(() => undefined));
        res.writeHead(200, { ...UNSTORABLE, 'Set-Cookie': 'a=b' }).write('1234');
      },
    ],
  ])('%s may be shared: %s', (_what, isShared, act) => {
    const flown = fly(world);
    act(flown);
    expect(flown.flight.isShared).toBe(isShared);
  });

  test('a body that must not be stored waits for its slow reader, and for none once there is none', async () => {
    const { flight, res } = fly(world);
    flight.hold(() => undefined);
    let drains = 0;
    res.on('drain', () => (drains += 1));
    res.writeHead(200, UNSTORABLE).write('a');
    const reading = flight.read({ data: () => false, end: () => undefined, fail: () => undefined });
    expect(res.write(Buffer.alloc(300 * 1024))).toBe(false);
    reading.resume();
    expect(drains).toBe(1);
  });

  test('a body that failed says why, to its readers too', async () => {
    const { flight, res } = fly(world);
    const seen: unknown[] = [];
    res.writeHead(200, CACHED).write('a');
    flight.read({ data: () => true, end: () => seen.push('end'), fail: (cause) => seen.push(cause) });
    expect(flight.failure).toBeNull();
    const cause = new Error('hung up');
    res.destroy(cause);
    expect([flight.failure, seen, await flight.done]).toEqual([cause, [cause], null]);
    expect(world.events).toEqual([{ kind: 'origin-failed', key, cause }]);
  });

  test('a body that cannot be stored because of a fault is complete for its readers', async () => {
    const cause = new Error('no room');
    const put = (): never => {
      throw cause;
    };
    const { flight, res } = fly(world, {}, { store: { put } });
    const ends: unknown[] = [];
    res.writeHead(200, CACHED).write('a');
    flight.read({ data: () => true, end: () => ends.push('end'), fail: () => ends.push('fail') });
    res.end();
    expect([await flight.done, ends, world.events]).toEqual([null, ['end'], [{ kind: 'fault', key, cause }]]);
  });
});

test('an exchange that has not begun ends with the response of another replica', async () => {
  const flight = new Flight(world.plan(), world.context);
  const stored = world.stored();
  flight.adopt(stored);
  expect([await flight.outcome, await flight.done, flight.isShared]).toEqual([{ kind: 'shared', stored }, stored, false]);
});

test('the groups of an exchange are those of its head', () => {
  const { flight, res } = fly(world);
  expect(flight.groups).toEqual([]);
  res.writeHead(200, { ...CACHED, 'Cache-Groups': '"a", "b"' }).flushHeaders();
  expect(flight.groups).toEqual(['site.test a', 'site.test b']);
});

describe('an origin that answers in its own call', () => {
  const answerings: readonly [string, Partial<FlightPlan>, number][] = [
    ['with an error, for which a stale response is sent', { fallback: { onError: true, onDisconnect: true } }, 503],
    [
      'with a head that the edge fails to read',
      {
        onHead: () => {
          throw new Error('no name for this');
        },
      },
      200,
    ],
  ];

  test.each(answerings)('%s sees its response closed', async (_how, plan, status) => {
    const { isClosed } = fly(
      world,
      { ...plan, stored: world.stored() },
      { first: (_req, res) => void res.writeHead(status, CACHED).write('a') },
    );
    await turn();
    expect(isClosed()).toBe(true);
  });
});

describe('the outcome', () => {
  test.each([
    ['stale', true],
    ['failed', false],
  ])('the outcome of an origin that hangs up is %s where a stored response may be sent without one: %s', async (kind, onDisconnect) => {
    const stored = world.stored();
    const cause = new Error('hung up');
    const { flight, res } = fly(world, { stored, fallback: { onError: true, onDisconnect } });
    res.destroy(cause);
    expect(await flight.outcome).toEqual(kind === 'stale' ? { kind, stored, cause } : { kind, cause });
    expect(await flight.done).toBeNull();
  });

  test('the outcome of a 304 stays, although the origin hangs up after it', async () => {
    const { flight, res } = fly(world, { stored: world.stored(), validates: true, fields: ['If-None-Match', '"a"'] });
    res.writeHead(304, { ETag: '"a"' }).flushHeaders();
    res.destroy(new Error('hung up'));
    expect(await flight.outcome).toMatchObject({ kind: 'validated', isStored: true });
    expect([flight.failure, world.events.map(({ kind }) => kind)]).toEqual([null, ['validated']]);
  });

  /** Asks for the missing bytes of a stored part. */
  function complete(store: Partial<EdgeContext['store']> = {}, more: Readonly<Record<string, string>> = {}): Flown {
    const fields = ['Cache-Control', 'max-age=60', 'ETag', '"a"', 'Content-Range', 'bytes 0-1/4'];
    const stored = world.stored(fields, 'ab', { status: 206 });
    const related = { kind: 'part', stored, missing: { first: 2, last: 3 }, complete: 4 } as const;
    const flown = fly(world, { fields: ['Range', 'bytes=2-3'], related }, { store });
    flown.res.writeHead(206, { ...CACHED, ETag: '"a"', 'Content-Range': 'bytes 2-3/4', ...more }).flushHeaders();
    return flown;
  }

  test('the outcome of the missing part is the whole response, once that part has ended', async () => {
    const { flight, res } = complete();
    expect(await soFar(flight.outcome)).toBe('pending');
    res.end('cd');
    expect(await flight.outcome).toMatchObject({ kind: 'completed', isStored: true, stored: { body: Buffer.from('abcd'), part: null } });
    expect([world.now(), await flight.done]).toEqual([['abcd "a"'], null]);
  });

  test('the outcome of a missing part is unusable where a fault keeps the whole from being stored', async () => {
    const cause = new Error('no room');
    const { flight, res } = complete({
      put: () => {
        throw cause;
      },
    });
    res.end('cd');
    expect(await flight.outcome).toEqual({ kind: 'unusable' });
    expect([world.now(), world.events]).toEqual([[], [{ kind: 'fault', key, cause }]]);
  });

  test('the outcome of a missing part that is longer than announced is unusable, and the stored part is removed', async () => {
    const { flight, res } = complete({}, { 'Content-Length': '2' });
    res.end('cde');
    expect(await flight.outcome).toEqual({ kind: 'unusable' });
    expect([world.now(), world.events.map(({ kind }) => kind)]).toEqual([[], ['origin-failed']]);
  });

  test('the outcome of a missing part that the origin cuts off is a failure, and the stored part stays', async () => {
    const { flight, res } = complete();
    const cause = new Error('hung up');
    res.write('c');
    res.destroy(cause);
    expect(await flight.outcome).toEqual({ kind: 'failed', cause });
    expect(world.now()).toEqual(['ab "a"']);
  });
});

describe('what is stored', () => {
  test('a response to a POST counts as newer than the purge by it (RFC 9110 §9.3.3)', async () => {
    const onHead = (): boolean => {
      world.context.epochs.purgeKey(key, 'hard');
      return true;
    };
    const { flight, res } = fly(world, { method: 'POST', onHead });
    res.writeHead(200, CACHED).end('text');
    expect((await flight.done)?.body.toString()).toBe('text');
    expect(world.context.store.validVariants(key)).toHaveLength(1);
  });

  test('a response to a GET is not stored where it was purged after its request', async () => {
    const { flight, res } = fly(world);
    world.context.epochs.purgeKey(key, 'hard');
    res.writeHead(200, CACHED).end('text');
    expect([await flight.done, world.context.store.validVariants(key)]).toEqual([null, []]);
  });

  test('a response that may not be stored is not reported as left out', async () => {
    const { flight, res } = fly(world, { mayStore: false });
    res.writeHead(200, CACHED).end('text');
    expect([await flight.done, world.events, world.now()]).toEqual([null, [], []]);
  });
});
