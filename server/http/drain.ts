/**
 * The end of a server, in the order that loses no request: readiness fails first, so that balancers send no more; then no connection is
 * accepted; then open requests may finish; then the parts are closed. Each wait has a bound, so the process ends before its supervisor kills it.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

export interface DrainSteps {
  /** Makes readiness fail. Everything else is still answered. */
  readonly unready: () => void;
  /** Stops accepting connections, at the latest when the signal is aborted. */
  readonly refuse: (signal: AbortSignal) => Promise<void>;
  /** Resolves when no request is open. */
  readonly finish: () => Promise<void>;
  /** Closes the connections whose requests are still open, which lets `finish` resolve. */
  readonly cut: () => void;
  /** Closes the parts: queues, files, database, the lock of the data directory. */
  readonly close: () => Promise<void>;
}

export interface DrainOptions {
  /** Milliseconds between failing readiness and refusing connections: more than a balancer takes to notice. */
  readonly delayMs: number;
  /** Milliseconds for open requests. */
  readonly timeoutMs: number;
  /** Ends both waits at once when it is aborted. */
  readonly hurry: AbortSignal;
  readonly timers?: Timers;
}

/** Share of the time for open requests after which no more connections are accepted: five seconds of fifteen, for a process without a free turn. */
const REFUSING_SHARE = 1 / 3;

/** Milliseconds in which the parts must have closed. What is not closed then is safe: each part holds a kill at any moment. */
const CLOSE_MS = 5_000;

/** Runs the steps. Resolves with false when the parts did not close in time. */
export async function drain(steps: DrainSteps, { delayMs, timeoutMs, hurry, timers = SYSTEM_TIMERS }: DrainOptions): Promise<boolean> {
  steps.unready();
  await elapsed(delayMs, hurry, timers);
  const over = new AbortController();
  const late = elapsed(timeoutMs, AbortSignal.any([hurry, over.signal]), timers);
  const refused = new AbortController();
  const lastMoment = elapsed(timeoutMs * REFUSING_SHARE, AbortSignal.any([hurry, refused.signal]), timers);
  void lastMoment.then(() => refused.abort());
  await steps.refuse(refused.signal);
  refused.abort();
  const cutting = late.then(() => {
    if (!over.signal.aborted) steps.cut();
  });
  await steps.finish();
  over.abort();
  await cutting;
  const closed = new AbortController();
  const isClosed = await Promise.race([steps.close().then(() => true), elapsed(CLOSE_MS, closed.signal, timers).then(() => false)]);
  closed.abort();
  return isClosed;
}

/** Resolves after `ms`, or when `early` is aborted. */
function elapsed(ms: number, early: AbortSignal, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0 || early.aborted) return resolve();
    const cancel = timers.after(ms, resolve);
    early.addEventListener('abort', () => (cancel(), resolve()), { once: true });
  });
}
