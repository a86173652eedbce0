/** One exchange whose origin provides a settled response: who waits for it, and what is stored. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { CACHED, fly, SETTLED, soFar, turn, UNSTORABLE } from './flight-world.ts';
import { StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeEach(() => {
  world = new StoreWorld();
});

describe('a settled response', () => {
  function settling(fields: Readonly<Record<string, string>> = UNSTORABLE) {
    const settled = Promise.withResolvers<SettledResponse | null>();
    const flown = fly(world);
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

  test('clients that cannot share the stream wait for the settled response', () => {
    const { flight, announced } = settling({ ...UNSTORABLE, 'Set-Cookie': 'a=b' });
    expect(flight.settled).toBe(announced[0]);
  });

  test('ends the sharing of a stream that has not ended, and is stored before it does', async () => {
    const { flight, settle, isClosed } = settling();
    settle(SETTLED);
    expect((await flight.done)?.body.toString()).toBe('settled');
    expect([flight.isShared, isClosed()]).toEqual([false, false]);
  });

  test('the lack of a settled response is known at the end of the stream', async () => {
    const { flight, res, settle } = settling(CACHED);
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

  test('does not share the stream of one client, although it is announced after its head', () => {
    const { flight, res, exchange } = fly(world);
    res.writeHead(200, { ...UNSTORABLE, 'Set-Cookie': 'a=b' }).flushHeaders();
    exchange.settle(new Promise(() => undefined));
    expect([flight.isSettling, flight.isShared]).toEqual([true, false]);
  });

  test('shares the stream whose head is already known, where none of it has been dropped', () => {
    const { flight, res, exchange } = fly(world);
    res.writeHead(200, UNSTORABLE).flushHeaders();
    expect(flight.isShared).toBe(false);
    exchange.settle(new Promise(() => undefined));
    expect(flight.isShared).toBe(true);
  });

  test('is nothing for a request that nothing may be stored for', async () => {
    const { flight, res, exchange } = fly(world, { mayStore: false });
    exchange.settle(Promise.resolve(SETTLED));
    res.writeHead(200, UNSTORABLE).end();
    expect([flight.isSettling, await flight.done, world.now()]).toEqual([false, null, []]);
  });
});
