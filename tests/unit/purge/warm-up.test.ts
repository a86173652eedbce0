import { describe, expect, it } from 'vitest';
import { type WarmUpOptions, warmUp } from '../../../server/purge/warm-up.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

/** A warm-up with manual timers and requests. */
function hand(options: Partial<WarmUpOptions> = {}) {
  const timers = new Set<{ readonly ms: number; readonly callback: () => void }>();
  const open: { readonly path: string; readonly signal: AbortSignal; readonly done: () => void; readonly fail: (error: Error) => void }[] =
    [];
  const asked: string[] = [];
  const told: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const process = new AbortController();
  const state = { busy: false };
  const tell = (level: string) => (fields: Readonly<Record<string, unknown>>) => void told.push({ level, fields });
  const report = warmUp({
    addresses: ['/', '/lai', '/sic'],
    signal: process.signal,
    busy: () => state.busy,
    log: { ...SILENT_LOG, info: tell('info'), warn: tell('warn') },
    request: (path, signal) => {
      asked.push(path);
      return new Promise((resolve, reject) => open.push({ path, signal, done: resolve, fail: reject }));
    },
    timers: {
      after: (ms, callback) => {
        const timer = { ms, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    ...options,
  });
  /** Fires what was set for at most `ms`, and lets what follows from it run. */
  const fire = async (ms: number): Promise<void> => {
    for (const timer of timers) {
      if (timer.ms > ms || !timers.delete(timer)) continue;
      timer.callback();
    }
    await turn();
  };
  /** Ends the open request. */
  const answer = async (error?: Error): Promise<void> => {
    const first = open.shift();
    if (first === undefined) throw new Error('nothing was asked for');
    if (error === undefined) first.done();
    else first.fail(error);
    await turn();
  };
  return { report, asked, told, timers, open, state, process, fire, answer };
}

/** All promise callbacks that are ready have run when a macrotask begins. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('warming up', () => {
  it('requests one address at a time, in order, with a pause before each', async () => {
    const { report, asked, open, fire, answer } = hand();
    expect(asked).toEqual([]);
    await fire(20);
    await fire(20);
    expect(asked).toEqual(['/']);
    await answer();
    expect(asked).toEqual(['/']);
    for (const path of ['/lai', '/sic']) {
      await fire(20);
      expect(open.map((request) => request.path)).toEqual([path]);
      await answer();
    }
    expect(await report).toEqual({ requested: 3, failed: 0, complete: true });
  });

  it('waits while visitors wait for the origin', async () => {
    const { asked, state, fire } = hand();
    state.busy = true;
    await fire(20);
    await fire(100);
    await fire(100);
    expect(asked).toEqual([]);
    state.busy = false;
    await fire(100);
    expect(asked).toEqual(['/']);
  });

  it('goes on after a failure and logs the first one once', async () => {
    const { report, told, fire, answer } = hand();
    for (const error of [new Error('one'), new Error('two'), undefined]) {
      await fire(20);
      await answer(error);
    }
    expect(await report).toEqual({ requested: 3, failed: 2, complete: true });
    expect(told.map(({ level, fields }) => [level, fields['err']])).toEqual([['warn', new Error('one')]]);
  });

  it('ends after five failures in a row', async () => {
    const { report, fire, answer } = hand({ addresses: Array.from({ length: 50 }, (_, index) => `/${index}`) });
    for (let index = 0; index < 5; index += 1) {
      await fire(20);
      await answer(new Error('down'));
    }
    await fire(20);
    expect(await report).toEqual({ requested: 5, failed: 5, complete: false });
  });

  it('ends when the process drains, and logs no failure', async () => {
    for (const until of ['pause', 'busy', 'request'] as const) {
      const { report, timers, open, state, process, told, fire } = hand();
      state.busy = until === 'busy';
      if (until !== 'pause') await fire(20);
      process.abort();
      expect(open.every(({ signal }) => signal.aborted)).toBe(true);
      for (const { fail } of open) fail(new Error('aborted'));
      expect(await report).toMatchObject({ failed: 0, complete: false });
      expect(timers.size).toBe(0);
      expect(told.map(({ level }) => level)).toEqual(['info']);
    }
  });

  it('ends at its time limit', async () => {
    const { report, asked, fire, answer } = hand();
    await fire(20);
    await fire(120_000);
    await answer();
    expect(await report).toMatchObject({ complete: false });
    expect(asked).toEqual(['/']);
  });

  it('requests no more addresses than the limit', async () => {
    const { report, fire, answer } = hand({ addresses: Array.from({ length: 301 }, (_, index) => `/${index}`) });
    for (let index = 0; index < 300; index += 1) {
      await fire(20);
      await answer();
    }
    expect(await report).toEqual({ requested: 300, failed: 0, complete: true });
  });

  it('completes at once without addresses', async () => {
    const { report, timers } = hand({ addresses: [] });
    expect(await report).toEqual({ requested: 0, failed: 0, complete: true });
    expect(timers.size).toBe(0);
  });
});
