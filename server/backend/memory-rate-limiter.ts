/** The rate limiter of one replica, where it shares none with others. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitRule } from './backend.ts';

/** Makes a rate limiter for all of these rules together. */
export function memoryRateLimiter(rules: readonly RateLimitRule[]): RateLimiter {
  const limiters = rules.map(({ name, points, seconds }) => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
  return {
    async count(keys) {
      const waits = await Promise.all(limiters.map((limiter, index) => limiter.consume(keys[index] ?? '').then(() => 0, secondsToWait)));
      return Math.max(0, ...waits);
    },
  };
}

/** Returns the seconds to wait of a refusal. @throws any other reason */
export function secondsToWait(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
  throw reason;
}
