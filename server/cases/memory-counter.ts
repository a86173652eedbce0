/** Counts of one replica, where the backend has none that replicas share. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter, CounterRule } from '../backend/backend.ts';

export function memoryCounter({ name, points, seconds }: CounterRule): Counter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return {
    count: (key) =>
      limiter.consume(key).then(
        () => 0,
        (reason: unknown) => {
          if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
          throw reason;
        },
      ),
  };
}
