/**
 * How many attempts may fail: of an account, of an address, and of both together. The pair has the smallest limit, and what it refuses counts for
 * no other, so that a stranger at one address who fails for an account does not lock its owner out; the other two stop attempts from many addresses
 * or for many accounts. Strangers at two addresses or more can use up the limit of an account. Replicas share the counts in Postgres.
 */
import { createHash } from 'node:crypto';
import type { Logger } from '../../../observability/log.ts';
import type { ClientAddress } from '../../auth/auth-backend.ts';
import { secondsToWait } from '../../memory-rate-limiter.ts';
import type { Database } from '../database.ts';
import { type AttemptLimiter, type AttemptRule, createAttemptLimiter } from '../rate-limiters.ts';

/** `points` failures in `duration` seconds. Those of one pair in an hour are fewer than those of an account. */
const PAIR = { keyPrefix: 'par', points: 10, duration: 600 };
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
      return attempt([
        { limiter: pair, key: pairName, forgets: true },
        ...(from === null ? [] : [{ limiter: address, key: digestOf(from), forgets: false }]),
        { limiter: account, key: name, forgets: false },
      ]);
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

/** Counts one after the other: an attempt that is refused by one is not counted by those behind it. */
async function attempt(counts: readonly Count[]): Promise<Attempt> {
  const succeeded = async (): Promise<void> => {
    await Promise.all(counts.map(({ limiter, key, forgets }) => (forgets ? limiter.delete(key) : limiter.reward(key))));
  };
  for (const { limiter, key } of counts) {
    const waitSeconds = await limiter.consume(key).then(() => null, secondsToWait);
    if (waitSeconds !== null) return { waitSeconds, succeeded };
  }
  return { waitSeconds: null, succeeded };
}

/** Addresses of people are not kept as they are. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
