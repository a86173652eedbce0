/**
 * How late the event loop of this process is: the time by which a timer fires after its moment, which is what every request waits for in addition
 * to its own work. Admission and metrics read the same figures, and no reader changes what another one sees.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

/** Milliseconds of lateness; 0 for a loop that is idle. */
export interface LoopDelayMetrics {
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface LoopDelay {
  /** Figures of the last complete window (`LOOP_WINDOW_MS`); a window in which the loop stood still is as long as that took. */
  recent(): LoopDelayMetrics;
  /** Milliseconds by which the loop was late in both of the last two windows: the smaller of their means. One stall makes one window late. */
  lastingMeanMs(): number;
  /** Figures of about the last minute: the worst p99 and maximum of its windows, and the mean of their means. */
  lastMinute(): LoopDelayMetrics;
  close(): void;
}

/** Short enough to notice an overload within half a second, and to see that it is over. */
export const LOOP_WINDOW_MS = 250;

const WINDOWS_OF_A_MINUTE = 60_000 / LOOP_WINDOW_MS;

/** Milliseconds between samples. Each is a turn of the loop; finer ones cost more and show no more of what a visitor would notice. */
const RESOLUTION_MS = 10;

const NANOSECONDS = 1e6;

const NO_DELAY: LoopDelayMetrics = { meanMs: 0, p99Ms: 0, maxMs: 0 };

type Histogram = Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'reset' | 'percentile' | 'mean' | 'max' | 'count'>;

export interface LoopDelayOptions {
  /** The process's unless a test brings its own. */
  readonly histogram?: Histogram;
  readonly timers?: Timers;
}

/** Begins to measure. Neither the samples nor the windows keep the process alive. */
export function measureLoopDelay({
  histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
  timers = SYSTEM_TIMERS,
}: LoopDelayOptions = {}): LoopDelay {
  const windows: LoopDelayMetrics[] = [];
  histogram.enable();
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = timers.after(LOOP_WINDOW_MS, () => {
      windows.push(delayOf(histogram));
      if (windows.length > WINDOWS_OF_A_MINUTE) windows.shift();
      histogram.reset();
      wait();
    });
  };
  wait();
  return {
    recent: () => windows.at(-1) ?? NO_DELAY,
    lastingMeanMs: () => Math.min(windows.at(-1)?.meanMs ?? 0, windows.at(-2)?.meanMs ?? 0),
    lastMinute: () => ({
      meanMs: windows.reduce((sum, { meanMs }) => sum + meanMs, 0) / Math.max(1, windows.length),
      p99Ms: Math.max(0, ...windows.map(({ p99Ms }) => p99Ms)),
      maxMs: Math.max(0, ...windows.map(({ maxMs }) => maxMs)),
    }),
    close: () => {
      cancel();
      histogram.disable();
    },
  };
}

/** A sample contains the interval itself; a histogram without any has a mean that is no number. */
function delayOf(histogram: Histogram): LoopDelayMetrics {
  if (histogram.count === 0) return NO_DELAY;
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
  return { meanMs: late(histogram.mean), p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) };
}
