/** The timers that rendering needs; tests pass their own. */
export interface Timers {
  /** Calls back after `ms`; returns the function that calls it off. */
  after(ms: number, callback: () => void): () => void;
}

export const SYSTEM_TIMERS: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
