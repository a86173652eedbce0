/**
 * Measures how late the event loop of a process is, which `--import` brings in before the process's own code: a signal ends a measurement, writes
 * it to the file of the variable, and begins the next one.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The variable that names the file. */
export const LOOP_DELAY_VARIABLE = 'BENCH_LOOP_DELAY';

export interface LoopDelay {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const RESOLUTION_MS = 1;

const file = process.env[LOOP_DELAY_VARIABLE];
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    // What is recorded contains the interval itself.
    const late = (at: number): number => Math.max(0, delay.percentile(at) / 1e6 - RESOLUTION_MS);
    writeFileSync(file, JSON.stringify({ p50: late(50), p99: late(99) } satisfies LoopDelay));
    delay.reset();
  });
}
