/** Counts of what the edge did, since it was made. */
import type { EdgeEvent } from './flight/events.ts';

export interface EdgeCounts {
  readonly hits: number;
  readonly staleHits: number;
  readonly forwards: number;
  readonly joins: number;
  readonly stores: number;
  readonly validations: number;
  readonly staleForError: number;
  readonly refreshes: number;
  readonly refreshesSkipped: number;
  readonly refreshesFailed: number;
  readonly originFailures: number;
  readonly purges: number;
  /** Clients that asked the origin themselves because too many waited. */
  readonly waitersRefused: number;
}

export interface Counters {
  count(event: EdgeEvent): void;
  read(): EdgeCounts;
}

const COUNTED = {
  hit: 'hits',
  forward: 'forwards',
  joined: 'joins',
  stored: 'stores',
  validated: 'validations',
  'stale-for-error': 'staleForError',
  refresh: 'refreshes',
  'refresh-skipped': 'refreshesSkipped',
  'refresh-failed': 'refreshesFailed',
  'origin-failed': 'originFailures',
  purged: 'purges',
  'waiter-refused': 'waitersRefused',
} as const satisfies Partial<Record<EdgeEvent['kind'], keyof EdgeCounts>>;

/** Makes counters at zero. */
export function createCounters(): Counters {
  const counts: Record<keyof EdgeCounts, number> = {
    hits: 0,
    staleHits: 0,
    forwards: 0,
    joins: 0,
    stores: 0,
    validations: 0,
    staleForError: 0,
    refreshes: 0,
    refreshesSkipped: 0,
    refreshesFailed: 0,
    originFailures: 0,
    purges: 0,
    waitersRefused: 0,
  };
  const names: Partial<Record<EdgeEvent['kind'], keyof EdgeCounts>> = COUNTED;
  return {
    count: (event) => {
      const name = names[event.kind];
      if (name !== undefined) counts[name] += 1;
      if (event.kind === 'hit' && event.stale) counts.staleHits += 1;
    },
    read: () => ({ ...counts }),
  };
}
