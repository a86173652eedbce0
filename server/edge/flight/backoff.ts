/** Keys for which the origin failed, each with a wait that doubles, so that a failing origin receives fewer requests. */
import type { Clock } from '../origin/clock.ts';
import { createBoundedKeys } from '../store/bounded-keys.ts';
import type { PurgeEpochs, RequestStart } from '../store/purge-epochs.ts';

export interface BackoffRules {
  /** Seconds after the first failure. */
  readonly first: number;
  /** Seconds; each failure doubles the wait up to this. */
  readonly atMost: number;
}

export interface Backoff {
  /** Records a failed request. A purge since `start` ends the wait for stale-if-error. */
  failed(key: string, start: RequestStart): void;
  succeeded(key: string): void;
  /** Whether a background revalidation must wait. */
  isWaiting(key: string): boolean;
  /** Whether stale-if-error applies without a request: the key waits, and no purge since the failed request may affect it. */
  allowsStale(key: string): boolean;
}

interface Failure {
  readonly notBefore: number;
  readonly waitSeconds: number;
  readonly start: RequestStart;
}

export interface BackoffOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly epochs: Pick<PurgeEpochs, 'mayAffect'>;
  readonly rules: BackoffRules;
  /** Keys that are remembered. */
  readonly bound: number;
}

/** Makes a backoff without failures. */
export function createBackoff({ clock, epochs, rules: { first, atMost }, bound }: BackoffOptions): Backoff {
  const failures = createBoundedKeys<Failure>(bound);
  const isWaiting = ({ notBefore, waitSeconds }: Failure): boolean => {
    const left = notBefore - clock.now();
    // More than the whole wait is only left when the clock was set back.
    return left > 0 && left <= waitSeconds * 1_000;
  };
  return {
    failed: (key, start) => {
      const before = failures.get(key);
      // Requests that fail during the wait were started before it: concurrent failures count once.
      const growth = before !== undefined && isWaiting(before) ? 1 : 2;
      const waitSeconds = Math.min(atMost, before === undefined ? first : before.waitSeconds * growth);
      failures.set(key, { waitSeconds, start, notBefore: clock.now() + waitSeconds * 1_000 });
    },
    succeeded: (key) => {
      failures.delete(key);
    },
    isWaiting: (key) => {
      const failure = failures.get(key);
      return failure !== undefined && isWaiting(failure);
    },
    allowsStale: (key) => {
      const failure = failures.get(key);
      return failure !== undefined && isWaiting(failure) && !epochs.mayAffect(key, failure.start);
    },
  };
}
