/** How often something may be done, and the limiter of one replica, where it shares none with others. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** `points` in `seconds`, under a name of its own. */
export interface RateLimitRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimiter {
  /** Counts one for the key of each rule, in their order. Returns the seconds until another one counts; 0 where this one was within all rules. */
  count(keys: readonly string[]): Promise<number>;
  /** Takes back one for each key: what was counted has come to nothing, and not by the client's fault. */
  giveBack(keys: readonly string[]): Promise<void>;
}

/** Makes a rate limiter for all of these rules together. */
export function memoryRateLimiter(rules: readonly RateLimitRule[]): RateLimiter {
  const limiters = rules.map(({ name, points, seconds }) => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
  return {
    async count(keys) {
      const waits = await Promise.all(limiters.map((limiter, index) => limiter.consume(keys[index] ?? '').then(() => 0, secondsToWait)));
      return Math.max(0, ...waits);
    },
    async giveBack(keys) {
      await Promise.all(limiters.map((limiter, index) => limiter.reward(keys[index] ?? '')));
    },
  };
}

/** Returns the seconds to wait of a refusal. @throws any other reason */
export function secondsToWait(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
  throw reason;
}
