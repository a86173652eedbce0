/** The bounds of what a replica shares: sizes, lives, locks and waits. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';
import type { PurgeVerdict } from '../../../../server/edge/store/purge-epochs.ts';
import { SharedResponses } from '../../../../server/edge/store/shared/shared-responses.ts';
import { type MemoryMedium, memoryMedium } from '../../../support/shared-medium/memory-medium.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

function stored(cacheControl = 'max-age=60', bytes = 1): StoredResponse {
  const times = { requestedAt: NOON, receivedAt: NOON };
  const head = readHead(200, 'OK', ['Cache-Control', cacheControl], times, { targets: [], varyInKey: [] });
  return storedResponse(head, Buffer.alloc(bytes, 'x'), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

interface Pause {
  readonly ms: number;
  readonly end: () => void;
}

class World {
  now = NOON;
  readonly log = {
    isSynced: true,
    isPublishing: false,
    basisOf: (): string | null => '1-0',
    startOf: (): LogicalTimestamp | null => 2 as LogicalTimestamp,
  };
  verdict: PurgeVerdict = 'valid';
  readonly medium: MemoryMedium = memoryMedium();
  readonly sent: { readonly bytes: number; readonly lifeMs: number; readonly arrived: () => void }[] = [];
  readonly passed: (readonly [token: string, heir: string | null, lifeMs: number])[] = [];
  readonly taken: StoredResponse[] = [];
  readonly failed: unknown[] = [];
  pauses: Pause[] = [];
  readonly shared: SharedResponses;

  constructor() {
    const { medium } = this;
    this.shared = new SharedResponses({
      medium: {
        get: (name) => medium.get(name),
        remove: (name) => medium.remove(name),
        lock: (...asked) => medium.lock(...asked),
        set: (_name, value, lifeMs) => new Promise((resolve) => this.sent.push({ bytes: value.byteLength, lifeMs, arrived: resolve })),
        passLock: async (name, token, heir, lifeMs) => {
          this.passed.push([token, heir, lifeMs]);
          await medium.passLock(name, token, heir, lifeMs);
        },
      },
      log: this.log,
      epochs: { verdict: () => this.verdict },
      clock: {
        now: () => this.now,
        after: (ms, act) => {
          const pause = { ms, end: act };
          this.pauses.push(pause);
          return () => void (this.pauses = this.pauses.filter((other) => other !== pause));
        },
      },
      secret: Buffer.alloc(32, 7),
      isShared: (key) => key !== '/own',
      staleSeconds: 30,
      put: (_key, response) => this.taken.push(response),
      onRefused: (_key, because) => this.failed.push(because),
      onFailed: (_key, cause) => this.failed.push(cause),
    });
  }

  /** Lets the clock pass the only pause, and returns its length. */
  async pass(): Promise<number> {
    const [pause, second] = this.pauses.splice(0);
    if (pause === undefined || second !== undefined) throw new Error('not one pause');
    this.now += pause.ms;
    pause.end();
    await turns();
    return pause.ms;
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

let world: World;
beforeEach(() => {
  world = new World();
});

describe('a stored response', () => {
  test.each([
    ['max-age=60', 90_000],
    ['max-age=60, stale-while-revalidate=100', 160_000],
    ['max-age=60, stale-if-error=200', 260_000],
    ['max-age=60, stale-if-error=20, stale-while-revalidate=10', 90_000],
    ['max-age=6000000', 7 * DAY_MS],
  ])('a stored response with %s is shared for %d ms', (cacheControl, lifeMs) => {
    world.shared.write('/a', stored(cacheControl));
    expect(world.sent.map((sent) => sent.lifeMs)).toEqual([lifeMs]);
  });

  test('is shared until it is of no use any more', () => {
    world.now = NOON + 89_999;
    world.shared.write('/a', stored());
    world.now = NOON + 90_000;
    world.shared.write('/a', stored());
    expect(world.sent.map((sent) => sent.lifeMs)).toEqual([1]);
  });

  test.each([
    ['the site keeps it to itself', () => '/own'],
    ['the purges of others are not followed', () => void (world.log.isSynced = false)],
    ['it has been purged', () => void (world.verdict = 'soft')],
    ['its place among the purges is not known', () => void (world.log.basisOf = () => null)],
  ])('is not shared where %s', (_why, change) => {
    world.shared.write(change() ?? '/a', stored());
    expect(world.sent).toEqual([]);
    expect(world.shared.mayHave('/own')).toBe(false);
  });

  test('is not shared where it is only a part', () => {
    world.shared.write('/a', { ...stored(), part: { first: 0, last: 0, complete: 9 } });
    expect(world.sent).toEqual([]);
  });

  test('is shared up to 1 MiB with its description', () => {
    world.shared.write('/a', stored('max-age=60', MIB - 2_000));
    world.shared.write('/b', stored('max-age=60', MIB));
    expect(world.sent.map(({ bytes }) => bytes)).toEqual([expect.any(Number)]);
    const [{ bytes } = { bytes: 0 }] = world.sent;
    // The largest that fits, and the next.
    world.shared.write('/a', stored('max-age=60', 2 * MIB - 2_000 - bytes));
    world.shared.write('/a', stored('max-age=60', 2 * MIB - 2_000 - bytes + 1));
    expect(world.sent.map((sent) => sent.bytes)).toEqual([bytes, MIB]);
  });

  test('is not shared while 16 MiB are on their way', async () => {
    const half = MIB / 2;
    for (let number = 0; number < 40; number += 1) world.shared.write(`/${number}`, stored('max-age=60', half));
    const fitting = Math.floor((16 * MIB) / (world.sent[0]?.bytes ?? 0));
    expect(world.sent).toHaveLength(fitting);
    world.sent[0]?.arrived();
    await turns();
    world.shared.write('/next', stored('max-age=60', half));
    world.shared.write('/last', stored('max-age=60', half));
    expect(world.sent).toHaveLength(fitting + 1);
  });
});

describe('a key', () => {
  test('is fetched once for all who ask at one time, and again later', async () => {
    await Promise.all([world.shared.fetch('/a'), world.shared.fetch('/a'), world.shared.fetch('/b')]);
    await world.shared.fetch('/a');
    expect(world.medium.calls.get('get')).toBe(3);
  });

  test('is removed for all while the purges of others are followed', async () => {
    world.shared.remove('/a');
    world.log.isSynced = false;
    world.shared.remove('/a');
    await turns();
    expect(world.medium.calls.get('remove')).toBe(1);
  });

  test('a key that cannot be read or removed is reported, and breaks nothing', async () => {
    world.medium.fault = new Error('gone');
    await world.shared.fetch('/a');
    world.shared.remove('/a');
    const turn = await world.shared.turn('/a', () => false);
    turn.end(true);
    await turns();
    expect(world.failed).toEqual([world.medium.fault, world.medium.fault, world.medium.fault]);
    expect(world.passed).toEqual([]);
  });
});

describe('the turn to render', () => {
  test('a turn that cannot be passed on is reported', async () => {
    const turn = await world.shared.turn('/a', () => false);
    world.medium.fault = new Error('gone');
    turn.end(true);
    await turns();
    expect(world.failed).toEqual([world.medium.fault]);
  });

  test('is kept by extending it each second, for 40 seconds', async () => {
    await world.shared.turn('/a', () => false);
    for (let second = 0; second < 39; second += 1) expect(await world.pass()).toBe(1_000);
    expect(world.passed).toHaveLength(39);
    expect(world.passed.every(([token, heir, lifeMs]) => token === heir && lifeMs === 3_000)).toBe(true);
    await world.pass();
    expect([world.passed.length, world.pauses]).toEqual([39, []]);
  });

  test('a turn whose response was not shared ends, so that no replica waits for it for 5 seconds', async () => {
    const turn = await world.shared.turn('/a', () => false);
    turn.end(true);
    await turns();
    expect(world.passed).toEqual([[expect.any(String), 'pass', 5_000]]);
    expect(world.pauses).toEqual([]);
    expect([...world.medium.locks.values()]).toEqual(['pass']);
  });

  test.each([
    ['the response was shared', true],
    ['nothing was rendered', false],
  ])('is free for the next where %s', async (_when, hasRendered) => {
    const turn = await world.shared.turn('/a', () => false);
    if (hasRendered) world.shared.write('/a', stored());
    turn.end(hasRendered);
    await turns();
    expect(world.medium.locks.size).toBe(0);
    // What is written later belongs to no turn.
    world.shared.write('/a', stored());
    const next = await world.shared.turn('/a', () => false);
    next.end(true);
    await turns();
    expect([...world.medium.locks.values()]).toEqual(['pass']);
  });

  test('begins when the purges of this replica are in the log, and after 31 ms at the latest', async () => {
    world.log.isPublishing = true;
    let hasTurn = false;
    void world.shared
      .turn('/a', () => false)
      .then(() => {
        hasTurn = true;
      });
    await turns();
    const waited: number[] = [];
    for (let pauses = 0; pauses < 5; pauses += 1) {
      expect(hasTurn).toBe(false);
      const pause = world.pauses.splice(1)[0];
      waited.push(pause?.ms ?? 0);
      pause?.end();
      await turns();
    }
    expect([waited, hasTurn]).toEqual([[1, 2, 4, 8, 16], true]);
  });

  test('the turn of another replica is asked for in pauses that grow from 15 to 150 ms, for 10 seconds', async () => {
    world.medium.lock = () => Promise.resolve({ holder: 'another', value: null });
    let isOver = false;
    void world.shared
      .turn('/a', () => false)
      .then(() => {
        isOver = true;
      });
    await turns();
    const waited: number[] = [];
    while (world.pauses.length > 0) waited.push(await world.pass());
    expect(isOver).toBe(true);
    expect(waited.slice(0, 8)).toEqual([15, 22.5, 33.75, 50.625, 75.9375, 113.90625, 150, 150]);
    expect(world.now - NOON).toBeGreaterThanOrEqual(10_000);
    expect(world.now - NOON).toBeLessThan(10_150);
  });

  test.each([
    ['its response is there', () => true, 'another'],
    ['its response could not be shared', () => false, 'pass'],
  ])('the turn of another replica is not waited for where %s', async (_when, isAnswered, holder) => {
    world.medium.lock = () => Promise.resolve({ holder, value: null });
    const turn = await world.shared.turn('/a', isAnswered);
    turn.end(true);
    expect([world.pauses, world.passed]).toEqual([[], []]);
  });

  test('is not asked for while the purges of others are not followed', async () => {
    world.log.isSynced = false;
    const turn = await world.shared.turn('/a', () => false);
    turn.end(true);
    expect([world.medium.calls.get('lock'), world.passed]).toEqual([undefined, []]);
  });
});
