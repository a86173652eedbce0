/** Purges of this replica that the shared log does not have yet, or has lost. */
import { describe, expect, test } from 'vitest';
import type { LogicalTimestamp } from '../../../../server/edge/response/stored-response.ts';
import type { LoggedPurge } from '../../../../server/edge/store/shared/logged-purge.ts';
import { KEPT_MS, type OutgoingPurge, OutgoingPurges } from '../../../../server/edge/store/shared/outgoing-purges.ts';

const key = (name: string, mode: LoggedPurge['mode'] = 'soft'): LoggedPurge => ({ kind: 'key', name, mode });

const at = (moment: number): LogicalTimestamp => moment as LogicalTimestamp;

class World {
  now = 1_000_000;
  isAway = false;
  readonly log: OutgoingPurge[] = [];
  readonly outgoing = new OutgoingPurges({
    append: async (message) => {
      await Promise.resolve();
      if (this.isAway) throw new Error('the log is away');
      this.log.push(message);
    },
    now: () => this.now,
  });

  names(): readonly (readonly string[])[] {
    return this.log.map(({ purges }) => purges.map((purge) => (purge.kind === 'all' ? `all ${purge.mode}` : purge.name)));
  }

  async send(purge: LoggedPurge, before = at(1)): Promise<void> {
    this.outgoing.add([purge], before);
    await this.outgoing.flush();
  }
}

describe('purges on their way into the log', () => {
  test('are appended once each, in their order and with their number', async () => {
    const world = new World();
    world.outgoing.add([key('a'), key('b')], at(1));
    world.outgoing.add([key('c')], at(2));
    await world.outgoing.flush();
    await world.outgoing.flush();
    expect(world.log).toEqual([
      { number: 1, purges: [key('a'), key('b')], before: 1 },
      { number: 2, purges: [key('c')], before: 2 },
    ]);
  });

  test('wait while the log is away', async () => {
    const world = new World();
    world.isAway = true;
    await world.send(key('a'));
    await world.send(key('b'));
    expect(world.names()).toEqual([]);
    world.isAway = false;
    await world.outgoing.flush();
    expect(world.names()).toEqual([['a'], ['b']]);
  });

  test('are not appended twice by two calls at one time', async () => {
    const world = new World();
    world.outgoing.add([key('a')], at(1));
    await Promise.all([world.outgoing.flush(), world.outgoing.flush()]);
    expect(world.names()).toEqual([['a']]);
  });

  test('count as unseen until they have been read in the log', async () => {
    const world = new World();
    await world.send(key('a'), at(3));
    await world.send(key('b'), at(4));
    expect(world.outgoing.unseen).toEqual([3, 4]);
    expect(world.outgoing.seen(1)?.purges).toEqual([key('a')]);
    expect([world.outgoing.seen(1), world.outgoing.unseen]).toEqual([undefined, [4]]);
  });

  test('purges of one moment are written in entries of at most 500', async () => {
    const world = new World();
    const purges = Array.from({ length: 1_001 }, (_, index) => key(String(index)));
    world.outgoing.add(purges, at(1));
    await world.outgoing.flush();
    expect(world.log.map((message) => message.purges.length)).toEqual([500, 500, 1]);
    expect(world.log.flatMap((message) => message.purges)).toEqual(purges);
    world.outgoing.add(purges.slice(0, 500), at(2));
    world.outgoing.add([], at(3));
    await world.outgoing.flush();
    expect(world.log.map((message) => message.purges.length)).toEqual([500, 500, 1, 500]);
  });
});

describe('purges that wait for a log that is away for long', () => {
  test.each(['hard', 'soft', 'refresh'] as const)('become one purge of everything beyond 1,000, with one of the mode %s', async (mode) => {
    const world = new World();
    for (let number = 1; number <= 1_000; number += 1)
      world.outgoing.add(number === 500 ? [key('500', mode), key('with it')] : [key(String(number))], at(number));
    expect(world.outgoing.unseen).toHaveLength(1_000);
    world.outgoing.add([key('1001')], at(1_001));
    // The first one may be under way. What is joined took effect after the second one's moment.
    expect(world.outgoing.unseen).toEqual([1, 2]);
    await world.outgoing.flush();
    expect(world.names()).toEqual([['1'], [mode === 'hard' ? 'all hard' : 'all soft']]);
  });

  test('1,000 of them are appended as they are', async () => {
    const world = new World();
    for (let number = 1; number <= 1_000; number += 1) world.outgoing.add([key(String(number))], at(number));
    await world.outgoing.flush();
    expect(world.log).toHaveLength(1_000);
  });
});

describe('a log that has lost its entries', () => {
  test('gets the purges of the last five minutes again, under new numbers and with their own moments', async () => {
    const world = new World();
    await world.send(key('old'), at(1));
    world.now += 1;
    await world.send(key('kept'), at(2));
    world.now += KEPT_MS;
    await world.send(key('last'), at(3));
    world.log.length = 0;
    world.outgoing.again();
    expect(world.outgoing.unseen).toEqual([2, 3]);
    await world.outgoing.flush();
    expect(world.log.map(({ number, before }) => [number, before])).toEqual([
      [4, 2],
      [5, 3],
    ]);
    expect(world.names()).toEqual([['kept'], ['last']]);
  });

  test('gets no purge again that it has got again already', async () => {
    const world = new World();
    await world.send(key('a'));
    world.outgoing.again();
    await world.outgoing.flush();
    world.log.length = 0;
    world.outgoing.again();
    await world.outgoing.flush();
    expect(world.names()).toEqual([['a']]);
  });

  test('gets those that wait once', async () => {
    const world = new World();
    await world.send(key('a'), at(1));
    world.isAway = true;
    await world.send(key('b'), at(2));
    world.outgoing.again();
    expect(world.outgoing.unseen).toEqual([2, 1]);
    world.isAway = false;
    world.log.length = 0;
    await world.outgoing.flush();
    expect(world.names()).toEqual([['b'], ['a']]);
  });
});
