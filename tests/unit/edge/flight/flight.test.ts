/** One exchange as its clients and the store see it: whom it is shared with, when it ends, and with which outcome. */
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EdgeContext } from '../../../../server/edge/flight/context.ts';
import { Flight } from '../../../../server/edge/flight/flight.ts';
import type { FlightPlan } from '../../../../server/edge/flight/plan.ts';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';
import type { Origin } from '../../../../server/edge/origin/origin.ts';
import type { Exchange, SettledResponse } from '../../../../shared/cache/exchange.ts';
import { key, StoreWorld } from './store-world.ts';

const PEER = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false, httpVersion: '1.1' };
const FRESH = { 'Cache-Control': 'max-age=60' };
const UNSTORABLE = { 'Cache-Control': 'no-store' };
const SETTLED: SettledResponse = { status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from('settled') };

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** What a promise has resolved to by now, or 'pending'. */
async function soFar<T>(promise: Promise<T>): Promise<T | 'pending'> {
  await turn();
  return Promise.race([promise, Promise.resolve('pending' as const)]);
}

interface Flown {
  readonly flight: Flight;
  readonly res: ServerResponse;
  readonly exchange: Exchange;
  /** Whether the origin has seen its client disconnect. */
  readonly isClosed: () => boolean;
  /** The one client disconnects. */
  readonly leave: () => void;
}

let world: StoreWorld;
beforeEach(() => {
  world = new StoreWorld();
});

/** Begins an exchange with one client. The origin does what `first` says, and then what the test says. */
function fly(plan: Partial<FlightPlan> = {}, first: Origin = () => undefined, store: Partial<EdgeContext['store']> = {}): Flown {
  const told: { res: ServerResponse; exchange: Exchange }[] = [];
  let isClosed = false;
  const origin: Origin = (req, res, exchange) => {
    told.push({ res, exchange });
    res.on('close', () => (isClosed = true));
    return first(req, res, exchange);
  };
  const { context } = world;
  const fields = plan.fields ?? [];
  const flight = new Flight(
    world.plan({ makeRequest: (onDestroy) => detachedRequest(plan.method ?? 'GET', '/', fields, PEER, onDestroy), ...plan }),
    { ...context, settings: { ...context.settings, origin }, store: { ...context.store, ...store } },
  );
  const leave = flight.hold(() => undefined);
  flight.begin();
  const [call] = told;
  if (call === undefined) throw new Error('the origin was not called');
  return { flight, ...call, isClosed: () => isClosed, leave };
}

describe('an exchange that its last client leaves', () => {
  test.each<[string, Partial<FlightPlan>, (flown: Flown) => void]>([
    ['before its head, where nothing is stored of it', { outlivesClients: false }, () => undefined],
    ['where its head forbids to store it', {}, ({ res }) => res.writeHead(200, UNSTORABLE).flushHeaders()],
    ['where it has turned out too large', {}, ({ res }) => void res.writeHead(200, FRESH).write('123456789')],
  ])('%s is ended, and stores nothing', async (_when, plan, act) => {
    const flown = fly(plan);
    act(flown);
    await turn();
    expect(flown.isClosed()).toBe(false);
    flown.leave();
    expect(await soFar(flown.flight.done)).toBeNull();
    expect(flown.isClosed()).toBe(true);
  });

  test.each<[string, (flown: Flown) => void]>([
    ['before its head', () => undefined],
    ['while it is being stored', ({ res }) => res.writeHead(200, FRESH).flushHeaders()],
    [
      'while a settled response is awaited',
      ({ res, exchange }) => {
        exchange.settle(new Promise(() => undefined));
        res.writeHead(200, UNSTORABLE).flushHeaders();
      },
    ],
  ])('%s goes on', async (_when, act) => {
    const flown = fly();
    act(flown);
    flown.leave();
    expect(await soFar(flown.flight.done)).toBe('pending');
    expect(flown.isClosed()).toBe(false);
  });

  test('says so as its outcome, where no other has been reached', async () => {
    const { flight, leave } = fly({ outlivesClients: false });
    leave();
    expect(await flight.outcome).toEqual({ kind: 'failed', cause: new Error('every client has disconnected') });
  });

  test('goes on for another', async () => {
    const { flight, leave, isClosed } = fly({ outlivesClients: false });
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
    ['that is being stored', true, ({ res }) => void res.writeHead(200, FRESH).write('1234')],
    ['that must not be stored', false, ({ res }) => void res.writeHead(200, UNSTORABLE).write('1234')],
    ['that has turned out too large', false, ({ res }) => void res.writeHead(200, FRESH).write('123456789')],
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
    const flown = fly();
    act(flown);
    expect(flown.flight.isShared).toBe(isShared);
  });

  test('that must not be stored waits for its slow reader, and for none once there is none', async () => {
    const { flight, res } = fly();
    flight.hold(() => undefined);
    let drains = 0;
    res.on('drain', () => (drains += 1));
    res.writeHead(200, UNSTORABLE).write('a');
    const reading = flight.read({ data: () => false, end: () => undefined, fail: () => undefined });
    expect(res.write(Buffer.alloc(300 * 1024))).toBe(false);
    reading.resume();
    expect(drains).toBe(1);
  });

  test('that failed says why, to its readers too', async () => {
    const { flight, res } = fly();
    const seen: unknown[] = [];
    res.writeHead(200, FRESH).write('a');
    flight.read({ data: () => true, end: () => seen.push('end'), fail: (cause) => seen.push(cause) });
    expect(flight.failure).toBeNull();
    const cause = new Error('hung up');
    res.destroy(cause);
    expect([flight.failure, seen, await flight.done]).toEqual([cause, [cause], null]);
    expect(world.events).toEqual([{ kind: 'origin-failed', key, cause }]);
  });

  test('that cannot be stored because of a fault is complete for its readers', async () => {
    const cause = new Error('no room');
    const put = (): never => {
      throw cause;
    };
    const { flight, res } = fly({}, undefined, { put });
    const ends: unknown[] = [];
    res.writeHead(200, FRESH).write('a');
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
  const { flight, res } = fly();
  expect(flight.groups).toEqual([]);
  res.writeHead(200, { ...FRESH, 'Cache-Groups': '"a", "b"' }).flushHeaders();
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
    const { isClosed } = fly({ ...plan, stored: world.stored() }, (_req, res) => void res.writeHead(status, FRESH).write('a'));
    await turn();
    expect(isClosed()).toBe(true);
  });
});

describe('the outcome', () => {
  test.each([
    ['stale', true],
    ['failed', false],
  ])('of an origin that hangs up is %s where a stored response may be sent without one: %s', async (kind, onDisconnect) => {
    const stored = world.stored();
    const cause = new Error('hung up');
    const { flight, res } = fly({ stored, fallback: { onError: true, onDisconnect } });
    res.destroy(cause);
    expect(await flight.outcome).toEqual(kind === 'stale' ? { kind, stored, cause } : { kind, cause });
    expect(await flight.done).toBeNull();
  });

  test('of a 304 stays, although the origin hangs up after it', async () => {
    const { flight, res } = fly({ stored: world.stored(), validates: true, fields: ['If-None-Match', '"a"'] });
    res.writeHead(304, { ETag: '"a"' }).flushHeaders();
    res.destroy(new Error('hung up'));
    expect(await flight.outcome).toMatchObject({ kind: 'validated', isStored: true });
    expect([flight.failure, world.events.map(({ kind }) => kind)]).toEqual([null, ['validated']]);
  });

  /** Asks for the missing bytes of a stored part. */
  function complete(store: Partial<EdgeContext['store']> = {}): Flown {
    const fields = ['Cache-Control', 'max-age=60', 'ETag', '"a"', 'Content-Range', 'bytes 0-1/4'];
    const stored = world.stored(fields, 'ab', { status: 206 });
    const related = { kind: 'part', stored, missing: { first: 2, last: 3 }, complete: 4 } as const;
    const flown = fly({ fields: ['Range', 'bytes=2-3'], related }, undefined, store);
    flown.res.writeHead(206, { ...FRESH, ETag: '"a"', 'Content-Range': 'bytes 2-3/4' }).flushHeaders();
    return flown;
  }

  test('of the missing part is the whole response, once that part has ended', async () => {
    const { flight, res } = complete();
    expect(await soFar(flight.outcome)).toBe('pending');
    res.end('cd');
    expect(await flight.outcome).toMatchObject({ kind: 'completed', isStored: true, stored: { body: Buffer.from('abcd'), part: null } });
    expect([world.now(), await flight.done]).toEqual([['abcd "a"'], null]);
  });

  test('of a missing part that cannot be put together is none, and nothing is stored any more', async () => {
    const cause = new Error('not readable');
    const { flight, res } = complete({
      validVariants: () => {
        throw cause;
      },
    });
    res.end('cd');
    expect(await flight.outcome).toEqual({ kind: 'unusable' });
    expect([world.now(), world.events]).toEqual([[], [{ kind: 'fault', key, cause }]]);
  });

  test('of a missing part that the origin cuts off is a failure, and the stored part stays', async () => {
    const { flight, res } = complete();
    const cause = new Error('hung up');
    res.write('c');
    res.destroy(cause);
    expect(await flight.outcome).toEqual({ kind: 'failed', cause });
    expect(world.now()).toEqual(['ab "a"']);
  });
});

describe('a settled response', () => {
  function settling(fields: Readonly<Record<string, string>> = UNSTORABLE) {
    const settled = Promise.withResolvers<SettledResponse | null>();
    const flown = fly();
    const announced: unknown[] = [];
    flown.flight.whenSettling((result) => announced.push(result));
    flown.exchange.settle(settled.promise);
    flown.res.writeHead(200, fields).write('a');
    return { ...flown, settle: settled.resolve, announced };
  }

  test('is awaited only by clients that can no longer share the stream', async () => {
    const { flight, res, settle, announced } = settling();
    expect([flight.isSettling, flight.settled, announced]).toEqual([true, null, [expect.any(Promise)]]);
    flight.read({ data: () => true, end: () => undefined, fail: () => undefined });
    res.end('b');
    expect(flight.settled).toBe(announced[0]);
    expect(await soFar(flight.done)).toBe('pending');
    settle(SETTLED);
    expect((await flight.done)?.body.toString()).toBe('settled');
    expect([flight.isSettling, flight.settled]).toEqual([false, null]);
  });

  test('is awaited at once by clients of a stream that is for another client alone', () => {
    const { flight, announced } = settling({ ...UNSTORABLE, 'Set-Cookie': 'a=b' });
    expect(flight.settled).toBe(announced[0]);
  });

  test('ends the sharing of a stream that has not ended, and is stored before it does', async () => {
    const { flight, settle, isClosed } = settling();
    settle(SETTLED);
    expect((await flight.done)?.body.toString()).toBe('settled');
    expect([flight.isShared, isClosed()]).toEqual([false, false]);
  });

  test('that there is none of is known at the end of the stream', async () => {
    const { flight, res, settle } = settling(FRESH);
    settle(null);
    expect(await soFar(flight.done)).toBe('pending');
    expect([flight.isSettling, flight.isShared]).toEqual([false, false]);
    res.end();
    expect([await flight.done, world.now()]).toEqual([null, []]);
  });

  test('ends the exchange whose clients have all left', async () => {
    const { settle, leave, isClosed } = settling();
    leave();
    await turn();
    expect(isClosed()).toBe(false);
    settle(SETTLED);
    await turn();
    expect(isClosed()).toBe(true);
  });

  test('leaves the decision on what is stored to itself alone', async () => {
    world.stored();
    const { flight, res, settle } = settling();
    res.end();
    expect([world.events, world.now()]).toEqual([[], ['text "a"']]);
    settle(null);
    await flight.done;
    expect([world.events, world.now()]).toEqual([[], ['text "a"']]);
  });
});
