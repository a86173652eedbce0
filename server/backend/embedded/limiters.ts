/** Counts of what somebody may do in a time. Replicas share them in Postgres; a database in process has one replica, which counts in memory. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter, CounterRule } from '../backend.ts';
import type { Database } from './database.ts';

export interface LimiterRule {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

export type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete'>;

/** Makes a limiter. */
export function createLimiter(database: Database, rule: LimiterRule): Limiter {
  return database.kind === 'postgres' ? sharedLimiter(database, rule) : new RateLimiterMemory(rule);
}

/** Makes a counter over a limiter of its own. */
export function createCounter(database: Database, { name, points, seconds }: CounterRule): Counter {
  const limiter = createLimiter(database, { keyPrefix: name, points, duration: seconds });
  return { count: (key) => limiter.consume(key).then(() => 0, secondsToWait) };
}

/** Returns the seconds to wait of a refusal. @throws any other reason */
export function secondsToWait(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
  throw reason;
}

function sharedLimiter(database: Database, rule: LimiterRule): Limiter {
  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => database.query(text, values),
  };
  return new RateLimiterPostgres({
    ...rule,
    storeClient,
    storeType: 'client',
    schemaName: 'embutido',
    tableName: 'tentativa',
    tableCreated: true,
    // Each replica counts alone while the database does not answer; what is counted does not work then either.
    insuranceLimiter: new RateLimiterMemory(rule),
  });
}
