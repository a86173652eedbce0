/** A timer as the server's parts take it, so that tests own it. */
export interface Timers {
  /** Runs `act` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, act: () => void): () => void;
}

/** The timers of the process. A waiting timer does not keep the process alive. */
export const SYSTEM_TIMERS: Timers = {
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    // Node alone has `unref`: in a browser a timer is a number.
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * A signal that aborts after `ms`, and with `signal` where there is one. As AbortSignal.timeout and AbortSignal.any, which browsers of 2022 lack; as
 * theirs, its timer runs to its end.
 */
export function deadlineSignal(ms: number, signal?: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  setTimeout(abort, ms);
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort);
  return deadline.signal;
}
