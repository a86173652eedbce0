/**
 * How many attempts may fail: of an account, of an address, and of both together. The pair has the smallest limit, so that a stranger who
 * fails for an account does not lock its owner out; the other two stop attempts from many addresses or for many accounts. Replicas share
 * the counts in Postgres.
 */
import { createHash } from 'node:crypto';
import type { Logger } from '../../../observability/log.ts';
import type { ClientAddress } from '../../auth/auth-backend.ts';
import { secondsToWait } from '../../memory-rate-limiter.ts';
import type { Database } from '../database.ts';
import { type AttemptLimiter, type AttemptRule, createAttemptLimiter } from '../rate-limiters.ts';

/** `points` failures in `duration` seconds. */
const PAIR = { keyPrefix: 'par', points: 10, duration: 300 };
const ADDRESS = { keyPrefix: 'endereco', points: 50, duration: 300 };
const ACCOUNT = { keyPrefix: 'conta', points: 100, duration: 3_600 };
/** Codes have six digits, of which three are valid at a time. */
const CODE = { keyPrefix: 'codigo', points: 10, duration: 900 };

export interface Attempt {
  /** Seconds until another attempt is counted; null where this one may go on. */
  readonly waitSeconds: number | null;
  /** Takes the attempt back, because it succeeded. */
  succeeded(): Promise<void>;
}

export interface AttemptLimits {
  password(email: string, from: ClientAddress): Promise<Attempt>;
  code(userId: string): Promise<Attempt>;
}

/** Makes the limits; in memory with a database in process, which has one replica. */
export function createAttemptLimits(database: Database, options: { readonly log: Logger }): AttemptLimits {
  const limiter = (rule: AttemptRule): AttemptLimiter => createAttemptLimiter(database, rule, options);
  const [pair, address, account, code] = [limiter(PAIR), limiter(ADDRESS), limiter(ACCOUNT), limiter(CODE)];
  return {
    password: (email, from) => {
      const name = digestOf(email.toLowerCase());
      const pairName = digestOf(`${email.toLowerCase()} ${from ?? ''}`);
      const counts: Count[] = [
        { limiter: pair, key: pairName, forgets: true },
        { limiter: account, key: name, forgets: false },
      ];
      if (from !== null) counts.push({ limiter: address, key: digestOf(from), forgets: false });
      return attempt(counts);
    },
    code: (userId) => attempt([{ limiter: code, key: userId, forgets: true }]),
  };
}

interface Count {
  readonly limiter: AttemptLimiter;
  readonly key: string;
  /** True where a success proves that the failures before it were its owner's. */
  readonly forgets: boolean;
}

async function attempt(counts: readonly Count[]): Promise<Attempt> {
  const outcomes = await Promise.allSettled(counts.map(({ limiter, key }) => limiter.consume(key)));
  const waits = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 0 : secondsToWait(outcome.reason)));
  const longest = Math.max(...waits);
  return {
    waitSeconds: longest === 0 ? null : longest,
    succeeded: async () => {
      await Promise.all(counts.map(({ limiter, key, forgets }) => (forgets ? limiter.delete(key) : limiter.reward(key))));
    },
  };
}

/** Addresses of people are not kept as they are. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
