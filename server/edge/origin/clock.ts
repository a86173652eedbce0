/** The clock of an edge, injected so that tests control time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `act` once after `ms` milliseconds; the returned function cancels it. A timer does not keep the process alive. */
  after(ms: number, act: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
