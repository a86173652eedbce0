/** How one replica follows the log of purges that all replicas share. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';
import type { LoggedPurge } from '../../../../server/edge/store/shared/logged-purge.ts';
import { PurgeLog } from '../../../../server/edge/store/shared/purge-log.ts';
import { until } from '../../../integration/edge/harness.ts';
import { impatientClock } from '../../../integration/edge/shared/two-replicas.ts';
import { memoryMedium } from '../../../support/shared-medium/memory-medium.ts';

const key = (name: string, mode: LoggedPurge['mode'] = 'hard'): LoggedPurge => ({ kind: 'key', name, mode });
const GAP: LoggedPurge = { kind: 'all', mode: 'soft' };

class World {
  readonly clock = impatientClock();
  readonly medium = memoryMedium();
  /** As another replica, which writes into the same log. */
  readonly other = this.medium.view();
  readonly epochs = createPurgeEpochs({ now: () => this.clock.now(), bound: 10, refreshForMs: 60_000 });
  readonly heard: LoggedPurge[] = [];
  readonly states: string[] = [];
  caughtUp = (): void => undefined;
  readonly log = new PurgeLog({
    medium: this.medium,
    epochs: this.epochs,
    clock: this.clock,
    afterGap: [GAP],
    catchUp: async () => this.caughtUp(),
    onPurge: (purge) => this.heard.push(purge),
    onState: (lost) => this.states.push(lost === null ? 'synced' : String(lost.cause)),
  });
  #numbers = 0;

  async start(): Promise<void> {
    this.log.start();
    await until(() => this.log.isSynced);
  }

  /** Appends purges of another replica. */
  async tell(purges: readonly LoggedPurge[], begins = false): Promise<void> {
    this.#numbers += 1;
    await this.other.append(JSON.stringify({ sender: 'other', number: this.#numbers, purges, server: '1', begins }), begins);
  }

  async lose(): Promise<void> {
    this.medium.fault = new Error('gone');
    this.medium.wake();
    await until(() => !this.log.isSynced);
  }

  async reconnect(): Promise<void> {
    this.medium.fault = null;
    await until(() => this.log.isSynced);
  }

  /** The entries of the log that hold purges of this replica. */
  async published(): Promise<readonly (readonly string[])[]> {
    const { entries } = await this.other.readLog(null, 0);
    const messages = entries.map(({ text }) => JSON.parse(text) as { readonly sender: string; readonly purges: readonly LoggedPurge[] });
    return messages
      .filter(({ sender, purges }) => sender !== 'other' && purges.length > 0)
      .map(({ purges }) => purges.map((purge) => (purge.kind === 'all' ? '*' : purge.name)));
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => {
  world.log.close();
  world.medium.wake();
});

describe('a replica that starts', () => {
  test('carries out the purges of the past, those that refresh as soft ones', async () => {
    await world.tell([key('a'), key('b', 'refresh'), key('c', 'soft')], true);
    await world.start();
    expect(world.heard).toEqual([key('a'), key('b', 'soft'), key('c', 'soft')]);
    expect(world.states).toEqual(['synced']);
  });

  test('follows only when it has caught up with what no log was told, which it tries again and does once', async () => {
    const attempts: boolean[] = [];
    world.caughtUp = () => {
      attempts.push(world.log.isSynced);
      if (attempts.length === 1) throw new Error('not yet');
      world.log.publish(key('a'));
    };
    await world.start();
    await world.lose();
    await world.reconnect();
    expect([attempts, world.states.slice(0, 2)]).toEqual([
      [false, false],
      ['Error: not yet', 'synced'],
    ]);
    await expect.poll(() => world.published()).toEqual([['a']]);
  });

  test('follows only when it has read a long log to its end, part by part', async () => {
    for (const [index, name] of ['a', 'b', 'c'].entries()) await world.tell([key(name)], index === 0);
    const source = world.medium.view();
    world.medium.readLog = async (...asked) => {
      const read = await source.readLog(...asked);
      return { ...read, entries: read.entries.slice(0, 1), isComplete: read.isComplete && read.entries.length < 2 };
    };
    await world.start();
    expect([world.heard, world.states]).toEqual([[key('a'), key('b'), key('c')], ['synced']]);
  });

  test('says that it cannot follow where the log is away at first, and that it can as soon as it is there', async () => {
    world.medium.fault = new Error('not there yet');
    world.log.start();
    await until(() => world.states.length > 0);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    await world.reconnect();
    expect(world.states).toEqual(['Error: not there yet', 'synced']);
  });

  test('begins the log where there is none, and gives responses a place in it from then on', async () => {
    const early = world.epochs.begin();
    await world.start();
    expect([world.heard, world.log.basisOf(early)]).toEqual([[], null]);
    const basis = world.log.basisOf(world.epochs.begin());
    expect(basis).toMatch(/^\d+-\d+$/);
    expect(world.log.startOf(basis ?? '')).toEqual(expect.any(Number));
    expect(world.log.startOf('0-1')).toBeNull();
  });
});

describe('a replica that follows', () => {
  test('carries out each purge of another once, as it is', async () => {
    await world.start();
    await world.tell([key('a', 'refresh'), GAP]);
    await until(() => world.heard.length === 2);
    await world.tell([key('b')]);
    await until(() => world.heard.length === 3);
    expect(world.heard).toEqual([key('a', 'refresh'), GAP, key('b')]);
  });

  test('purges what is named for gaps where an entry cannot be read', async () => {
    await world.start();
    const basis = world.log.basisOf(world.epochs.begin()) ?? '';
    await world.other.append('{"version":9}', false);
    await until(() => world.heard.length > 0);
    await world.tell([key('a')]);
    await until(() => world.heard.length > 1);
    expect([world.heard, world.states]).toEqual([[GAP, key('a')], ['synced']]);
    expect(world.log.startOf(basis)).not.toBeNull();
  });

  test('compares a response with all purges since its request, those of others too', async () => {
    await world.start();
    const early = world.epochs.begin();
    const basis = world.log.basisOf(early) ?? '';
    await world.tell([key('a')]);
    await world.tell([key('b')]);
    await until(() => world.heard.length === 2);
    const late = world.log.basisOf(world.epochs.begin()) ?? '';
    const [first, last] = [world.log.startOf(basis) ?? 0, world.log.startOf(late) ?? 0];
    expect([world.log.basisOf(early), first > early, last > first]).toEqual([basis, true, true]);
  });

  test('gives a new log its own purges of the last minutes again, where it has missed nothing of the old one', async () => {
    await world.start();
    world.log.publish(key('own'));
    await until(() => !world.log.isPublishing);
    await world.tell([key('a')], true);
    await until(() => world.heard.length === 1 && !world.log.isPublishing);
    expect([await world.published(), world.heard, world.states]).toEqual([[['own'], ['own']], [key('a')], ['synced']]);
  });

  test('writes its own purges of one turn in one entry, and does not carry them out again', async () => {
    await world.start();
    world.log.publish(key('a'));
    world.log.publish(key('b'));
    expect(world.log.isPublishing).toBe(true);
    await until(() => !world.log.isPublishing);
    world.log.publish(key('c'));
    await until(() => !world.log.isPublishing);
    expect([await world.published(), world.heard]).toEqual([[['a', 'b'], ['c']], []]);
  });

  test('gives a response of another replica a start before its own purges that the other cannot have seen', async () => {
    await world.start();
    const basis = world.log.basisOf(world.epochs.begin()) ?? '';
    const before = world.epochs.begin();
    world.log.publish(key('a'));
    const after = world.epochs.begin();
    for (const start of [world.log.startOf(basis), world.log.startOf(basis)]) {
      expect(start).toBeGreaterThan(before);
      expect(start).toBeLessThan(after);
    }
  });

  test('says once that it cannot, why, and once that it can again', async () => {
    await world.start();
    await world.lose();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    await world.reconnect();
    expect(world.states).toEqual(['synced', 'Error: gone', 'synced']);
  });

  test('writes and reads nothing more when it is closed', async () => {
    await world.start();
    world.log.close();
    await world.tell([key('a')]);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    world.medium.fault = new Error('gone');
    world.medium.wake();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect([world.states, world.heard, world.log.isSynced]).toEqual([['synced'], [], false]);
  });
});

describe('a replica that was disconnected', () => {
  test('catches up, and tells what it has purged meanwhile', async () => {
    await world.start();
    await world.lose();
    world.log.publish(key('own'));
    await world.tell([key('a')]);
    expect(world.heard).toEqual([]);
    await world.reconnect();
    await until(() => !world.log.isPublishing);
    expect([world.heard, await world.published()]).toEqual([[key('a')], [['own']]]);
  });

  test.each([
    [239, []],
    [240, [GAP]],
    // The clock was set back: it is unknown for how long it was away.
    [-1, [GAP]],
  ])('a replica that was disconnected for %d seconds, and finds the log gone, purges %j', async (seconds, purged) => {
    await world.start();
    await world.lose();
    world.other.empty(false);
    world.clock.advance(seconds);
    await world.reconnect();
    expect(world.heard).toEqual(purged);
  });

  test('a replica that finds a truncated log purges the groups configured for gaps first', async () => {
    await world.start();
    await world.lose();
    await world.tell([key('a')]);
    await world.tell([key('b')]);
    world.other.cutLog(1);
    await world.reconnect();
    expect(world.heard).toEqual([GAP, key('b')]);
  });

  test('gives the log that was emptied its own purges of the last minutes again', async () => {
    await world.start();
    world.log.publish(key('own'));
    await until(() => !world.log.isPublishing);
    await world.lose();
    world.other.empty(false);
    await world.reconnect();
    await until(() => !world.log.isPublishing);
    expect([await world.published(), world.heard]).toEqual([[['own']], []]);
  });

  test('takes over nothing that was shared before the server was restarted', async () => {
    await world.start();
    const basis = world.log.basisOf(world.epochs.begin()) ?? '';
    await world.lose();
    world.other.empty(true);
    await world.reconnect();
    expect(world.log.startOf(basis)).toBeNull();
    expect(world.log.startOf(world.log.basisOf(world.epochs.begin()) ?? '')).not.toBeNull();
  });
});
