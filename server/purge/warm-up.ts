/**
 * Asks for addresses in the background after the start, so that the first visitor after a deploy finds them stored. One at a time, with a
 * pause after each, and none while visitors are being served from the origin; bounded in number and time. It is a convenience: readiness
 * does not wait for it, and what fails is told once and left.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { Logger } from '../observability/log.ts';

export interface WarmUpOptions {
  /** Asks for one address and resolves when the answer is complete. Rejects for an answer that is of no use, and when aborted. */
  readonly request: (path: string, signal: AbortSignal) => Promise<void>;
  /** In the order of their worth. */
  readonly addresses: readonly string[];
  /** Ends it, at the drain of the process. */
  readonly signal: AbortSignal;
  /** Whether somebody is waiting for the origin now. */
  readonly busy: () => boolean;
  readonly log: Logger;
  /** Addresses asked for at most; 300 when left out. */
  readonly maxAddresses?: number;
  /** Milliseconds after which it ends, wherever it is; 120,000 when left out. */
  readonly limitMs?: number;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers;
}

export interface WarmUpReport {
  readonly asked: number;
  readonly failed: number;
  /** False when the signal or the time ended it before the last address. */
  readonly complete: boolean;
}

const MAX_ADDRESSES = 300;
const LIMIT_MS = 120_000;

/** A render takes some ten milliseconds of the processor: with as much rest the other requests keep the larger half. */
const PAUSE_MS = 20;

/** How often it looks whether the visitors have been served. */
const BUSY_PAUSE_MS = 100;

/** Failures in a row after which the rest is not tried: the site is not in a state to be warmed. */
const GIVE_UP_AFTER = 5;

/** Asks for the addresses. Never rejects. */
export async function warmUp(options: WarmUpOptions): Promise<WarmUpReport> {
  const { request, busy, log, timers = SYSTEM_TIMERS } = options;
  const addresses = options.addresses.slice(0, options.maxAddresses ?? MAX_ADDRESSES);
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const cancelLimit = timers.after(options.limitMs ?? LIMIT_MS, () => ending.abort());
  let [asked, failed, inRow] = [0, 0, 0];
  let firstFailure: unknown;
  for (const address of addresses) {
    await pause(PAUSE_MS, signal, timers);
    while (!signal.aborted && busy()) await pause(BUSY_PAUSE_MS, signal, timers);
    if (signal.aborted || inRow >= GIVE_UP_AFTER) break;
    try {
      asked += 1;
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
  const report = { asked, failed, complete: asked === addresses.length && !signal.aborted };
  if (failed > 0) log.warn({ ...report, err: firstFailure }, 'some pages could not be warmed; the first failure is told');
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
