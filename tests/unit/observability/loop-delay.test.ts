import { describe, expect, it } from 'vitest';
import { LOOP_WINDOW_MS, type LoopDelay, measureLoopDelay } from '../../../server/observability/loop-delay.ts';

/** Samples in milliseconds, as Node records them: each contains the interval of 10 ms. */
function subject(): { readonly loop: LoopDelay; readonly window: (...samplesMs: number[]) => void; readonly isEnabled: () => boolean } {
  let samples: number[] = [];
  let isEnabled = false;
  let due: (() => void) | null = null;
  const loop = measureLoopDelay({
    histogram: {
      enable: () => (isEnabled = true),
      disable: () => {
        isEnabled = false;
        return true;
      },
      reset: () => {
        samples = [];
      },
      percentile: () => Math.max(...samples) * 1e6,
      get mean() {
        return (samples.reduce((sum, sample) => sum + sample, 0) / samples.length) * 1e6;
      },
      get max() {
        return Math.max(...samples) * 1e6;
      },
      get count() {
        return samples.length;
      },
    },
    timers: {
      after: (ms, act) => {
        expect(ms).toBe(LOOP_WINDOW_MS);
        due = act;
        return () => {
          due = null;
        };
      },
    },
  });
  return {
    loop,
    window: (...samplesMs) => {
      samples = samplesMs;
      due?.();
    },
    isEnabled: () => isEnabled,
  };
}

describe('measureLoopDelay', () => {
  it('says 0 before the first window and for a window without a sample', () => {
    const { loop, window } = subject();
    expect(loop.recent()).toEqual({ meanMs: 0, p99Ms: 0, maxMs: 0 });
    window();
    expect(loop.recent()).toEqual({ meanMs: 0, p99Ms: 0, maxMs: 0 });
  });

  it('takes the interval off, and forgets a window with the next one', () => {
    const { loop, window } = subject();
    window(10, 50);
    expect(loop.recent()).toEqual({ meanMs: 20, p99Ms: 40, maxMs: 40 });
    window(10, 9);
    expect(loop.recent()).toEqual({ meanMs: 0, p99Ms: 0, maxMs: 0 });
  });

  it('calls lasting what two windows in a row have in common', () => {
    const { loop, window } = subject();
    const means = [510, 10, 910, 410, 1_010].map((sample) => {
      window(sample);
      return loop.lastingMeanMs();
    });
    expect(means).toEqual([0, 0, 0, 400, 400]);
  });

  it('keeps the worst of a minute and no longer', () => {
    const { loop, window } = subject();
    window(510);
    window(10);
    expect(loop.lastMinute()).toEqual({ meanMs: 250, p99Ms: 500, maxMs: 500 });
    for (let index = 0; index < 60_000 / LOOP_WINDOW_MS; index += 1) window(10);
    expect(loop.lastMinute()).toEqual({ meanMs: 0, p99Ms: 0, maxMs: 0 });
  });

  it('measures until it is closed', () => {
    const { loop, isEnabled } = subject();
    expect(isEnabled()).toBe(true);
    loop.close();
    expect(isEnabled()).toBe(false);
  });
});
