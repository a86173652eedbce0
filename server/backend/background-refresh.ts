/**
 * Loads something from the backend again and again in the background: one load at a time, the next after an interval, and after growing
 * pauses while the backend fails.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { Logger } from '../observability/log.ts';

export interface BackgroundRefreshOptions {
  readonly load: () => Promise<void>;
  /** Milliseconds from a load that succeeded until the next. */
  readonly nextInMs: () => number;
  /** Logged when a load in the background fails. */
  readonly failure: string;
  readonly log: Logger;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers | undefined;
}

export interface BackgroundRefresh {
  /** Resolves after a load that began after this call. @throws the load's failure. */
  readonly refresh: () => Promise<void>;
  /** Starts a load whose failure is logged and tried again later. */
  readonly refreshInBackground: () => void;
  /** Resolves when the load in the background that is under way has ended, also when it fails; at once while there is none. */
  readonly underWay: () => Promise<void>;
  close(): void;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Plans the next load; the caller has done the first one. */
export function startBackgroundRefresh(options: BackgroundRefreshOptions): BackgroundRefresh {
  const { load, nextInMs, failure, log, timers = SYSTEM_TIMERS } = options;
  let closed = false;
  let failures = 0;
  let cancelTimer = (): void => {};
  let followed: Promise<void> | null = null;
  const refresh = coalesced(load);
  const planNext = (delayMs: number): void => {
    cancelTimer();
    if (!closed) cancelTimer = timers.after(delayMs, refreshInBackground);
  };
  const refreshInBackground = (): void => {
    if (closed) return;
    const run = refresh();
    // Calls that share one load count its failure once.
    if (run === followed) return;
    followed = run;
    run.then(
      () => {
        failures = 0;
        planNext(nextInMs());
      },
      (error: unknown) => {
        const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
        failures += 1;
        log.error({ err: error, retryInMs: delayMs }, failure);
        planNext(delayMs);
      },
    );
  };
  planNext(nextInMs());
  return {
    refresh,
    refreshInBackground,
    underWay: async () => followed?.catch(() => {}),
    close() {
      closed = true;
      cancelTimer();
    },
  };
}

/** Runs `task` one at a time; calls that arrive during a run share one run after it. */
function coalesced(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = task().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === null) return start();
    waiting ??= running
      // The callers of that run handle its failure.
      .catch(() => {})
      .then(() => {
        waiting = null;
        return start();
      });
    return waiting;
  };
}
