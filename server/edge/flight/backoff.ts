/** Keys that the origin failed for lately, each with a wait that grows: an origin in trouble is not asked for the same again and again. */
import type { Clock } from '../origin/clock.ts';
import { keyMemory } from '../store/bounded-keys.ts';
import type { Epochs, Mark } from '../store/purge-epochs.ts';

export interface Backoff {
  /** Seconds after the first failure. */
  readonly first: number;
  /** Seconds; each failure doubles the wait up to this. */
  readonly atMost: number;
}

export interface Failures {
  /** `began` is when the request was made: what has been purged since may be there again. */
  failed(key: string, began: Mark): void;
  succeeded(key: string): void;
  /** Whether a refresh that nobody waits for would come too soon. */
  isTooSoon(key: string): boolean;
  /** Whether what is stored may stand in without a new try: it failed lately, and nothing has been purged since that it may be about. */
  isResting(key: string): boolean;
}

interface Failure {
  readonly notBefore: number;
  readonly waitSeconds: number;
  readonly mark: Mark;
}

export interface FailureOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly epochs: Pick<Epochs, 'mayConcern'>;
  readonly backoff: Backoff;
  /** Keys that are remembered. */
  readonly bound: number;
}

/** Makes an empty memory of failures. */
export function createFailures({ clock, epochs, backoff: { first, atMost }, bound }: FailureOptions): Failures {
  const failures = keyMemory<Failure>(bound);
  const isWaiting = ({ notBefore, waitSeconds }: Failure): boolean => {
    const left = notBefore - clock.now();
    // More than the whole wait is left only where the clock was set back.
    return left > 0 && left <= waitSeconds * 1_000;
  };
  return {
    failed: (key, began) => {
      const before = failures.get(key);
      // What fails during the wait was asked for before it, beside the one that began it: one trouble, however many met it.
      const growth = before !== undefined && isWaiting(before) ? 1 : 2;
      const waitSeconds = Math.min(atMost, before === undefined ? first : before.waitSeconds * growth);
      failures.set(key, { waitSeconds, mark: began, notBefore: clock.now() + waitSeconds * 1_000 });
    },
    succeeded: (key) => {
      failures.delete(key);
    },
    isTooSoon: (key) => {
      const failure = failures.get(key);
      return failure !== undefined && isWaiting(failure);
    },
    isResting: (key) => {
      const failure = failures.get(key);
      return failure !== undefined && isWaiting(failure) && !epochs.mayConcern(key, failure.mark);
    },
  };
}
