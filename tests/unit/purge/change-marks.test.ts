/** What is purged since a mark, and when a mark is left. */
import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '../../../server/backend/backend.ts';
import { catchUp, leaveMarks } from '../../../server/purge/change-marks.ts';
import { handTimers } from '../../support/hand-timers.ts';

const ROWS: readonly ChangeEvent[] = [{ kind: 'rows', changes: [] }];
const GAP: readonly ChangeEvent[] = [{ kind: 'gap' }];

describe('after a start', () => {
  const purgedSince = async (mark: string | null, known = true): Promise<unknown> => {
    const purged: (readonly ChangeEvent[])[] = [];
    const asked: number[] = [];
    const since = async (number: number): Promise<readonly ChangeEvent[]> => (asked.push(number), ROWS);
    await catchUp(mark, {
      marks: known ? { heard: () => null, since } : undefined,
      purging: { purgeMissed: async (events) => void purged.push(events), settled: async () => undefined },
    });
    return { asked, purged };
  };

  it.each(['7', '123456789012345'])('what was recorded since the mark %s is purged', async (mark) => {
    expect(await purgedSince(mark)).toEqual({ asked: [Number(mark)], purged: [ROWS] });
  });

  it.each([null, '', 'x7', '7x', '-7', '1234567890123456'])('everything is purged where %s was left', async (mark) => {
    expect(await purgedSince(mark)).toEqual({ asked: [], purged: [GAP] });
  });

  it('everything is purged where the backend records no changes', async () => {
    expect(await purgedSince('7', false)).toEqual({ asked: [], purged: [GAP] });
  });
});

describe('while a replica runs', () => {
  /** A replica whose steps are written down in their order. */
  function replica(heard: (steps: readonly string[]) => number | null, leave = async (): Promise<void> => undefined) {
    const steps: string[] = [];
    const failures: unknown[] = [];
    const timers = handTimers();
    const at = (name: string) => async (): Promise<void> => void steps.push(name);
    const end = leaveMarks({
      marks: { heard: () => heard(steps), since: async () => ROWS },
      refreshState: at('state'),
      purging: { purgeMissed: at('missed'), settled: at('settled') },
      leave: async (mark) => {
        steps.push(mark);
        await leave();
      },
      timers,
      log: { debug: (fields) => void failures.push(fields), info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const run = async (): Promise<readonly number[]> => {
      const due = timers.run();
      await new Promise(setImmediate);
      return due;
    };
    return { steps, failures, run, end };
  }

  it('a mark is left after five seconds and then each minute, when what came before it has been purged', async () => {
    let heard = 7;
    const { steps, run } = replica(() => heard);
    expect(await run()).toEqual([5_000]);
    heard = 8;
    expect(await run()).toEqual([60_000]);
    expect(steps).toEqual(['state', 'settled', '7', 'state', 'settled', '8']);
  });

  it('the mark is the one that was known before what it covers was purged', async () => {
    const { steps, run } = replica((before) => (before.length === 0 ? 7 : 8));
    await run();
    expect(steps).toEqual(['state', 'settled', '7']);
  });

  it('no mark is left where none is known', async () => {
    const { steps, run } = replica(() => null);
    await run();
    expect([steps, await run()]).toEqual([[], [60_000]]);
  });

  it('a mark that could not be left is told to the log, and the next one is tried', async () => {
    const failure = new Error('no medium');
    const { steps, failures, run } = replica(
      () => 7,
      async () => Promise.reject(failure),
    );
    await run();
    expect(failures).toEqual([{ err: failure }]);
    await run();
    expect(steps.filter((step) => step === '7')).toHaveLength(2);
  });

  it('after the end no mark is left, whether one was left before or not', async () => {
    const first = replica(() => 7);
    first.end();
    const second = replica(() => 7);
    await second.run();
    second.end();
    expect([await first.run(), await second.run()]).toEqual([[], []]);
  });
});
