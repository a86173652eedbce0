import { SYSTEM_TIMERS, type Timers } from '../../../shared/time/timers.ts';

/**
 * The clock of an edge, injected so that tests control time: freshness and age are computed from the wall clock, as origins and other caches
 * do (RFC 9111 §4.2), and back-off and bounds wait on its timers.
 */
export interface Clock extends Timers {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const SYSTEM_CLOCK: Clock = {
  ...SYSTEM_TIMERS,
  now: () => Date.now(),
};
