/**
 * Stops asking a service that does not answer: after some failures in a row it is left alone for a while, and callers get their error at once
 * instead of after a deadline each. Then one request tries; the others go on failing until it has succeeded.
 */
import { AppError } from '../../../shared/errors/app-error.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds for which nothing is asked. */
  readonly openMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface CircuitBreaker {
  /** Runs `work` and looks at how it ended. @throws AppError BACKEND_UNAVAILABLE at once while the service is left alone. */
  run<T>(work: () => Promise<T>, verdictOf: (error: unknown) => Verdict): Promise<T>;
}

/** What an error tells of the service: it failed; it answered, whatever it said; or nothing, because the caller gave up. */
export type Verdict = 'failed' | 'answered' | 'cancelled';

/** Makes a closed one. */
export function createCircuitBreaker({ failures, openMs, now }: CircuitBreakerOptions): CircuitBreaker {
  let failed = 0;
  let closedAgainAt = 0;
  let isTrying = false;
  const isOpen = (): boolean => failed >= failures && (isTrying || now() < closedAgainAt);
  return {
    async run(work, verdictOf) {
      if (isOpen()) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'the backend did not answer; it is left alone for some seconds' });
      const isTrial = failed >= failures;
      isTrying ||= isTrial;
      try {
        const result = await work();
        failed = 0;
        return result;
      } catch (error) {
        const verdict = verdictOf(error);
        if (verdict === 'answered') failed = 0;
        if (verdict === 'failed') {
          failed += 1;
          closedAgainAt = now() + openMs;
        }
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}
