/** Time, as the edge takes it: injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `act` once after `ms` milliseconds; the answer cancels it. A waiting timer does not keep the process alive. */
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
