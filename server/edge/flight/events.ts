/** Events of the edge, for logs and tests, and their counts since the edge was made. */
import type { ForwardReason } from '../response/cache-status.ts';
import type { PurgeMode } from '../store/purge-epochs.ts';

export type EdgeEvent =
  | { readonly kind: 'hit'; readonly key: string; readonly stale: boolean }
  | { readonly kind: 'forward'; readonly key: string; readonly reason: ForwardReason }
  /** A request was collapsed with one under way. */
  | { readonly kind: 'joined'; readonly key: string }
  | { readonly kind: 'stored'; readonly key: string; readonly bytes: number }
  | { readonly kind: 'not-stored'; readonly key: string; readonly because: string }
  /** Encodings of a stored response have been stored. */
  | { readonly kind: 'encoded'; readonly key: string; readonly quality: 'quick' | 'best' }
  | { readonly kind: 'validated'; readonly key: string }
  | { readonly kind: 'stale-for-error'; readonly key: string; readonly cause: unknown }
  /** A background revalidation started, was skipped, or failed. */
  | { readonly kind: 'refresh'; readonly key: string }
  | { readonly kind: 'refresh-skipped'; readonly key: string; readonly because: 'bound' | 'backoff' }
  | { readonly kind: 'refresh-failed'; readonly key: string; readonly cause: unknown }
  | { readonly kind: 'origin-failed'; readonly key: string; readonly cause: unknown }
  /** A request was not collapsed, because too many clients waited. */
  | { readonly kind: 'waiter-refused'; readonly key: string }
  /** A client was not admitted to the origin. */
  | { readonly kind: 'not-admitted'; readonly key: string }
  /** A client was not admitted to the origin, because the site has more work than it can do. */
  | { readonly kind: 'shed'; readonly key: string }
  /** The origin failed after its response was complete. */
  | { readonly kind: 'late-error'; readonly key: string; readonly cause: unknown }
  /** A fault of the edge or its store. A client whose response depended on it received 502 or a closed connection. */
  | { readonly kind: 'fault'; readonly key: string; readonly cause: unknown }
  /** A response of another replica is in the store now. */
  | { readonly kind: 'taken-over'; readonly key: string }
  /** A response in the shared cache is not of this site, or of another version. */
  | { readonly kind: 'shared-refused'; readonly key: string; readonly because: string }
  /** The shared cache failed once; the request went on without it. */
  | { readonly kind: 'shared-failed'; readonly key: string; readonly cause: unknown }
  /** Purges of other replicas are followed again, or no longer. */
  | { readonly kind: 'shared-synced' }
  | { readonly kind: 'shared-lost'; readonly cause: unknown }
  | { readonly kind: 'purged'; readonly what: string; readonly mode: PurgeMode }
  | { readonly kind: 'invalidated'; readonly key: string };

export type EdgeReporter = (event: EdgeEvent) => void;

export interface EdgeCounts {
  readonly hits: number;
  readonly staleHits: number;
  readonly forwards: number;
  /** Forwards whose response is not for the store: unsafe methods, and requests that bypass it. */
  readonly passes: number;
  readonly joins: number;
  readonly stores: number;
  readonly validations: number;
  readonly staleForError: number;
  readonly refreshes: number;
  readonly refreshesSkipped: number;
  readonly refreshesFailed: number;
  readonly originFailures: number;
  readonly purges: number;
  readonly waitersRefused: number;
  readonly notAdmitted: number;
  readonly shed: number;
  readonly takenOver: number;
  readonly sharedRefused: number;
  readonly sharedFailed: number;
}

export interface Counters {
  count(event: EdgeEvent): void;
  read(): EdgeCounts;
}

const COUNT_OF: Partial<Record<EdgeEvent['kind'], keyof EdgeCounts>> = {
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
  'not-admitted': 'notAdmitted',
  shed: 'shed',
  'taken-over': 'takenOver',
  'shared-refused': 'sharedRefused',
  'shared-failed': 'sharedFailed',
};

const PASSES: ReadonlySet<ForwardReason> = new Set(['bypass', 'method', 'request']);

/** Makes counters at zero. */
export function createCounters(): Counters {
  const counts: Record<keyof EdgeCounts, number> = {
    hits: 0,
    staleHits: 0,
    forwards: 0,
    passes: 0,
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
    notAdmitted: 0,
    shed: 0,
    takenOver: 0,
    sharedRefused: 0,
    sharedFailed: 0,
  };
  return {
    count: (event) => {
      const name = COUNT_OF[event.kind];
      if (name !== undefined) counts[name] += 1;
      if (event.kind === 'hit' && event.stale) counts.staleHits += 1;
      if (event.kind === 'forward' && PASSES.has(event.reason)) counts.passes += 1;
    },
    read: () => ({ ...counts }),
  };
}

/** Returns the reporter that also counts. */
export function countingReporter(reporter: EdgeReporter, counters: Counters): EdgeReporter {
  return (event) => {
    counters.count(event);
    try {
      reporter(event);
    } catch {
      // A reporter that throws must not fail the request, and there is no other place to report it to.
    }
  };
}
