/** Counts of what a client may do in a time. Replicas share them in Postgres; a database in process has one replica, which counts in memory. */
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import { type BackgroundRefresh, startBackgroundRefresh } from '../background-refresh.ts';
import { memoryRateLimiter, type RateLimiter, type RateLimitRule } from '../rate-limiter.ts';
import type { Database } from './database.ts';

export interface AttemptRule {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

export type AttemptLimiter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'delete' | 'points'>;

interface LimiterOptions {
  /** Told when this replica counts alone; in each fault that repeats, once a minute (server/observability/fault-counts.ts). */
  readonly log: Logger;
}

export function createAttemptLimiter(database: Database, rule: AttemptRule, options: LimiterOptions): AttemptLimiter {
  return database.kind === 'postgres' ? sharedLimiter(database, rule, options) : new RateLimiterMemory(rule);
}

/** Makes a rate limiter for all of these rules together. */
export function createRateLimiter(database: Database, rules: readonly RateLimitRule[], { log }: LimiterOptions): RateLimiter {
  const own = memoryRateLimiter(rules);
  if (database.kind === 'pglite') return own;
  return {
    async count(keys) {
      try {
        return await countTogether(database, rules, keys);
      } catch (error) {
        // As below.
        const waitSeconds = await own.count(keys);
        log.warn({ err: error, limits: rules.map(({ name }) => name), waitSeconds }, COUNTED_ALONE);
        return waitSeconds;
      }
    },
    async giveBack(keys) {
      const given = rules.map(({ name }, index) => `${name}:${keys[index]}`);
      // Where the database does not answer, this replica has counted alone.
      await database.query(GIVE_BACK, [JSON.stringify(given)]).catch(() => own.giveBack(keys));
    },
  };
}

const COUNTED_ALONE = 'the database did not count for a limit, so this replica counts alone';

// As the package counts, for several keys at once. In the order of the keys, so that two statements do not wait for each other in a circle.
// Expired rows are removed with those of sign-in, which have the same table.
const COUNT = `
insert into embutido.tentativa as t (key, points, expire)
select c.key, 1, c.expire from jsonb_to_recordset($1::text::jsonb) as c (key text, expire bigint) order by c.key
on conflict (key) do update set
  points = case when t.expire <= $2::text::bigint then 1 else t.points + 1 end,
  expire = case when t.expire <= $2::text::bigint then excluded.expire else t.expire end
returning key, points, expire::float8 as expire`;

// In the same order.
const GIVE_BACK = `
with c as (select t.key from embutido.tentativa t join jsonb_array_elements_text($1::text::jsonb) g (key) using (key) order by 1 for update of t)
update embutido.tentativa t set points = greatest(t.points - 1, 0) from c where t.key = c.key`;

async function countTogether(database: Database, rules: readonly RateLimitRule[], keys: readonly string[]): Promise<number> {
  const now = Date.now();
  const counted = new Map(rules.map((rule, index) => [`${rule.name}:${keys[index]}`, rule]));
  const given = Array.from(counted, ([key, { seconds }]) => ({ key, expire: now + seconds * 1_000 }));
  const { rows } = await database.query(COUNT, [JSON.stringify(given), String(now)], { name: 'tentativa_contada' });
  const waits = rows.map((row) => {
    const rule = counted.get(String(row['key']));
    const isOver = rule !== undefined && Number(row['points']) > rule.points;
    return isOver ? Math.max(1, Math.ceil((Number(row['expire']) - now) / 1_000)) : 0;
  });
  return Math.max(0, ...waits);
}

function sharedLimiter(database: Database, rule: AttemptRule, { log }: LimiterOptions): AttemptLimiter {
  const storeClient = {
    query: async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
      try {
        return await database.query(text, values);
      } catch (error) {
        // The package tells nobody.
        log.warn({ err: error, limits: [rule.keyPrefix] }, COUNTED_ALONE);
        throw error;
      }
    },
  };
  return new RateLimiterPostgres({
    ...rule,
    storeClient,
    storeType: 'client',
    schemaName: 'embutido',
    tableName: 'tentativa',
    tableCreated: true,
    // It could not be ended; see below.
    clearExpiredByTimeout: false,
    // Each replica counts alone while the database does not answer; what is counted does not work then either.
    insuranceLimiter: new RateLimiterMemory(rule),
  });
}

const FORGET_MS = 300_000;

/** Removes expired counts from time to time, until it is closed. */
export function startForgetting(
  database: Database,
  { log, timers }: LimiterOptions & { readonly timers?: Timers },
): Pick<BackgroundRefresh, 'close'> {
  return startBackgroundRefresh({
    load: async () => void (await database.query('delete from embutido.tentativa where expire < $1::text::bigint', [String(Date.now())])),
    nextInMs: () => FORGET_MS,
    failure: 'expired counts of limits could not be removed',
    log,
    timers,
  });
}
