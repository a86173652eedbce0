/**
 * Requests pages in the background after the start, so that the first visitor after a deploy finds them stored: one at a time, with a pause
 * before each, none while the origin serves visitors, and bounded in number and time. Readiness does not wait for it, and a failure is
 * logged and not tried again.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { Logger } from '../observability/log.ts';

export interface WarmUpOptions {
  /** Requests one address and resolves when the response is complete. Rejects for a failed response, and when aborted. */
  readonly request: (path: string, signal: AbortSignal) => Promise<void>;
  /** The most useful first. */
  readonly addresses: readonly string[];
  /** Ends the warm-up when the process drains. */
  readonly signal: AbortSignal;
  /** Whether a visitor waits for the origin now. */
  readonly busy: () => boolean;
  readonly log: Logger;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers;
}

export interface WarmUpReport {
  readonly requested: number;
  readonly failed: number;
  /** False when the signal or the time ended it before the last address. */
  readonly complete: boolean;
}

const MAX_ADDRESSES = 300;

/** Milliseconds after which the warm-up ends. */
const LIMIT_MS = 120_000;

/** A render takes about ten milliseconds of processor time; twice as much pause leaves most of it to other requests. */
const PAUSE_MS = 20;

/** Milliseconds between two checks whether visitors still wait for the origin. */
const BUSY_PAUSE_MS = 100;

/** Failures in a row after which the warm-up ends: the site is not in a state to be warmed. */
const GIVE_UP_AFTER = 5;

/** Requests the addresses. Never rejects. */
export async function warmUp(options: WarmUpOptions): Promise<WarmUpReport> {
  const { request, busy, log, timers = SYSTEM_TIMERS } = options;
  const addresses = options.addresses.slice(0, MAX_ADDRESSES);
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const cancelLimit = timers.after(LIMIT_MS, () => ending.abort());
  let [requested, failed, inRow] = [0, 0, 0];
  let firstFailure: unknown;
  for (const address of addresses) {
    await pause(PAUSE_MS, signal, timers);
    while (!signal.aborted && busy()) await pause(BUSY_PAUSE_MS, signal, timers);
    if (signal.aborted || inRow >= GIVE_UP_AFTER) break;
    try {
      requested += 1;
      await request(address, signal);
      inRow = 0;
    } catch (error) {
      if (signal.aborted) break;
      failed += 1;
      inRow += 1;
      firstFailure ??= error;
    }
  }
  cancelLimit();
  const report = { requested, failed, complete: requested === addresses.length && !signal.aborted };
  if (failed > 0) log.warn({ ...report, err: firstFailure }, 'some pages could not be warmed; this is the first failure');
  else log.info({ ...report }, 'pages were warmed');
  return report;
}

function pause(ms: number, signal: AbortSignal, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
