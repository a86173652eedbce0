/** Keys that the origin failed for lately, each with a wait that grows: an origin in trouble is not asked for the same again and again. */
import type { Clock } from './clock.ts';
import { keyMemory } from './key-memory.ts';

export interface Backoff {
  /** Seconds after the first failure. */
  readonly first: number;
  /** Seconds; each failure doubles the wait up to this. */
  readonly atMost: number;
}

export interface Failures {
  /** @param generation of the purges: what is purged after this may be there again. */
  failed(key: string, generation: number): void;
  succeeded(key: string): void;
  /** Whether a refresh that nobody waits for would come too soon. */
  isTooSoon(key: string): boolean;
  /** Whether what is stored may stand in without a new try: it failed lately, and nothing has been purged since. */
  isResting(key: string, generation: number): boolean;
}

interface Failure {
  readonly notBefore: number;
  readonly waitSeconds: number;
  readonly generation: number;
}

/** Makes an empty memory of failures. @param bound keys that are remembered. */
export function createFailures(clock: Pick<Clock, 'now'>, { first, atMost }: Backoff, bound: number): Failures {
  const failures = keyMemory<Failure>(bound);
  return {
    failed: (key, generation) => {
      const before = failures.get(key);
      const waitSeconds = Math.min(atMost, before === undefined ? first : before.waitSeconds * 2);
      failures.set(key, { waitSeconds, generation, notBefore: clock.now() + waitSeconds * 1_000 });
    },
    succeeded: (key) => {
      failures.delete(key);
    },
    isTooSoon: (key) => (failures.get(key)?.notBefore ?? 0) > clock.now(),
    isResting: (key, generation) => {
      const failure = failures.get(key);
      return failure !== undefined && failure.generation === generation && failure.notBefore > clock.now();
    },
  };
}
