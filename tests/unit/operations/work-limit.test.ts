import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { WorkKind } from '../../../server/http/client-quotas.ts';
import type { LoopDelayMetrics } from '../../../server/observability/loop-delay.ts';
import { withinWorkLimit } from '../../../server/operations/work-limit.ts';
import { type Admission, type Turn, UNLIMITED } from '../../../shared/cache/admission.ts';

const LIMITS = { mostRunning: 4, mostWaiting: 2, waitMs: 3_000, goodMs: 15, lateMs: 40, mostFiles: 2, hopelessMs: 400 };
const REQUEST = {} as IncomingMessage;
const OVERLOADED = { kind: 'refused', because: 'overload' };

interface World {
  /** Asks for a page, or another kind of work. */
  readonly ask: (kind?: WorkKind) => Admission | Promise<Turn>;
  /** Ends a window of the loop with this mean. */
  readonly window: (meanMs: number) => void;
  /** Lets the time of waiting requests pass. */
  readonly pass: () => void;
  /** Places in quotas that were given back. */
  readonly released: () => number;
}

function world(own: () => Admission | Promise<Turn> = () => UNLIMITED): World {
  let figures: LoopDelayMetrics = { meanMs: 0, p99Ms: 0, maxMs: 0 };
  let before = 0;
  let released = 0;
  const timers = new Set<() => void>();
  const counted = <T extends Turn>(turn: T): T => (turn.kind === 'admitted' ? { ...turn, release: () => void (released += 1) } : turn);
  const shares = withinWorkLimit(
    {
      admit: () => {
        const turn = own();
        return turn instanceof Promise ? turn.then(counted) : counted(turn);
      },
    },
    {
      loop: { recent: () => figures, lastingMeanMs: () => Math.min(before, figures.meanMs) },
      limits: LIMITS,
      timers: {
        after: (_ms, act) => {
          timers.add(act);
          return () => void timers.delete(act);
        },
      },
    },
  );
  return {
    ask: (kind = 'page') => shares.admit(kind, REQUEST, null),
    window: (meanMs) => {
      before = figures.meanMs;
      figures = { meanMs, p99Ms: meanMs, maxMs: meanMs };
    },
    pass: () => {
      for (const act of timers) act();
    },
    released: () => released,
  };
}

/** Takes every place that is free now, and returns their ends. */
function takeAll(ask: World['ask']): (() => void)[] {
  const ends: (() => void)[] = [];
  for (;;) {
    const turn = ask();
    if (turn instanceof Promise) return ends;
    if (turn.kind !== 'admitted') throw new Error('refused');
    ends.push(turn.release);
  }
}

test('pages begin at once while there is room, then wait in order, and are then refused with their quota given back', async () => {
  const { ask, released } = world();
  const turns = Array.from({ length: LIMITS.mostRunning }, () => ask());
  expect(turns.every((turn) => !(turn instanceof Promise) && turn.kind === 'admitted')).toBe(true);
  const [first, second] = [ask(), ask()];
  expect(ask()).toEqual(OVERLOADED);
  expect(released()).toBe(1);
  const order: string[] = [];
  const both = [
    Promise.resolve(second).then(() => order.push('second')),
    Promise.resolve(first).then((turn) => {
      order.push('first');
      // A second call ends nothing more.
      if (turn.kind !== 'admitted') return;
      turn.release();
      turn.release();
    }),
  ];
  const [running] = turns;
  if (running !== undefined && !(running instanceof Promise) && running.kind === 'admitted') running.release();
  await Promise.all(both);
  expect(order).toEqual(['first', 'second']);
});

test('a client that has waited long enough is refused, and its place in the queue is free', async () => {
  const { ask, pass, released } = world();
  takeAll(ask);
  const waiting = ask();
  pass();
  expect(await waiting).toEqual(OVERLOADED);
  // Of the two that waited: one more had taken the last free place of `takeAll`.
  expect(released()).toBe(2);
  expect(ask()).toBeInstanceOf(Promise);
});

test('half as many run for each window in which the loop was late, one at least, and one more for each in which it was on time', () => {
  const bound = (means: readonly number[]): number => {
    const { ask, window } = world();
    for (const mean of means) {
      window(mean);
      const turn = ask('page');
      if (!(turn instanceof Promise) && turn.kind === 'admitted') turn.release();
    }
    return takeAll(ask).length;
  };
  expect([[], [41], [41, 41, 41, 41], [41, 41, 20], [41, 41, 10], [10, 10, 10]].map(bound)).toEqual([4, 2, 1, 1, 2, 4]);
});

test('pictures and operations are refused only while the loop is far too late, and not after a single stall', () => {
  const { ask, window } = world();
  window(200);
  window(401);
  expect([ask('picture'), ask('graphql')]).toMatchObject([{ kind: 'admitted' }, { kind: 'admitted' }]);
  window(401);
  expect([ask('picture'), ask('graphql')]).toEqual([OVERLOADED, OVERLOADED]);
  window(10);
  expect(ask('picture')).toMatchObject({ kind: 'admitted' });
});

test('static responses are admitted however late the loop is, and however many files have readers', () => {
  const { ask, window } = world();
  for (let file = 0; file <= LIMITS.mostFiles; file += 1) void ask('file');
  window(401);
  window(401);
  expect([ask('file'), ask('static')]).toMatchObject([OVERLOADED, { kind: 'admitted' }]);
});

test('a file that is one too many is refused until another one has been read', () => {
  const { ask, released } = world();
  const first = ask('file');
  expect([first, ask('file')]).toMatchObject([{ kind: 'admitted' }, { kind: 'admitted' }]);
  expect([ask('file'), released()]).toEqual([OVERLOADED, 1]);
  if (first instanceof Promise || first.kind !== 'admitted') throw new Error('refused');
  first.release();
  first.release();
  expect([ask('file'), ask('file')]).toMatchObject([{ kind: 'admitted' }, OVERLOADED]);
});

test('a request that the quota of a client refuses takes no place', async () => {
  const turns: (Admission | Promise<Turn>)[] = [
    { kind: 'refused', because: 'client' },
    Promise.resolve({ kind: 'repeat' }),
    Promise.resolve(UNLIMITED),
  ];
  const { ask } = world(() => turns.shift() ?? UNLIMITED);
  expect([await ask(), await ask(), await ask()]).toMatchObject([{ because: 'client' }, { kind: 'repeat' }, { kind: 'admitted' }]);
  expect(takeAll(ask)).toHaveLength(LIMITS.mostRunning - 1);
});
