/**
 * How many attempts may fail: of an account, of an address, and of both together. The pair has the smallest limit, and what it refuses counts for
 * no other, so that a stranger at one address who fails for an account does not lock its owner out; the other two stop attempts from many addresses
 * or for many accounts. Strangers at two addresses or more can use up the limit of an account, which does not count for an address from which the
 * account has signed in before, nor in a browser in which it has (the device cookie of OWASP), whose attempts count with the account as those of an
 * address do: it locks out an owner who is somewhere new with something new. Replicas share the counts in Postgres.
 */
import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../../../observability/log.ts';
import { type ClientAddress, KNOWN_SECONDS } from '../../auth/auth-backend.ts';
import { secondsToWait } from '../../rate-limiter.ts';
import type { Database, Row } from '../database.ts';
import { type AttemptLimiter, type AttemptRule, createAttemptLimiter } from '../rate-limiters.ts';

/** `points` failures in `duration` seconds. Those of one pair in an hour are fewer than those of an account. */
const PAIR = { keyPrefix: 'par', points: 10, duration: 600 };
const ADDRESS = { keyPrefix: 'endereco', points: 50, duration: 300 };
const ACCOUNT = { keyPrefix: 'conta', points: 100, duration: 3_600 };
/** Codes have six digits, of which three are valid at a time. */
const CODE = { keyPrefix: 'codigo', points: 10, duration: 900 };
/** Who knows the password and guesses codes is right once in ten thousand days; 960 guesses a day were right within a year or two. */
const CODE_OF_DAY = { keyPrefix: 'codigo-dia', points: 30, duration: 86_400 };
/** Whoever reads the mailbox sets one password after another by links, each of which begins a count of its own: this one is that of all of them. */
const CODE_OF_ACCOUNT = { keyPrefix: 'codigo-conta', points: 60, duration: 86_400 };

export interface Attempt {
  /** Seconds until another attempt is counted; null where this one may go on. */
  readonly waitSeconds: number | null;
  /** Takes the attempt back, because it succeeded. */
  succeeded(): Promise<void>;
}

export interface AttemptLimits {
  password(email: string, from: ClientAddress, options: { readonly device: string | null }): Promise<Attempt>;
  /**
   * A new password begins a new count of the day, so that who guessed with the old one no longer keeps the owner out; the account has a larger one. A
   * browser in which a code was right before has counts of its own, which nobody elsewhere uses up.
   */
  code(owner: CodeOwner): Promise<Attempt>;
}

export interface CodeOwner {
  readonly userId: string;
  readonly passwordHash: string | null;
  readonly device: string | null;
}

/** Makes the limits; in memory with a database in process, which has one replica. */
export function createAttemptLimits(database: Database, options: { readonly log: Logger }): AttemptLimits {
  const limiter = (rule: AttemptRule): AttemptLimiter => createAttemptLimiter(database, rule, options);
  const [pair, address, account] = [limiter(PAIR), limiter(ADDRESS), limiter(ACCOUNT)];
  const [code, codeOfDay, codeOfAccount] = [limiter(CODE), limiter(CODE_OF_DAY), limiter(CODE_OF_ACCOUNT)];
  return {
    password: async (email, from, { device }) => {
      const name = digestOf(email.toLowerCase());
      const pairName = digestOf(`${email.toLowerCase()} ${from ?? ''}`);
      const deviceName = device === null ? null : digestOf(`${email.toLowerCase()} dispositivo ${device}`);
      const places = JSON.stringify([pairName, ...(deviceName === null ? [] : [deviceName])]);
      const rows = await known(database, places);
      const isKnownDevice = deviceName !== null && rows.some(({ place }) => place === deviceName);
      const counted = await attempt([
        { limiter: pair, key: pairName, forgets: true },
        // A device that is not known has any name that a stranger gives it, and counts by itself for nothing.
        ...(isKnownDevice ? [{ limiter: pair, key: deviceName, forgets: true }] : []),
        ...(from === null ? [] : [{ limiter: address, key: digestOf(from), forgets: false }]),
        ...(rows.length > 0 ? [] : [{ limiter: account, key: name, forgets: false }]),
      ]);
      return {
        ...counted,
        async succeeded() {
          await counted.succeeded();
          await know(database, places);
        },
      };
    },
    code: async ({ userId, passwordHash, device }) => {
      const usedUp = (): void => options.log.warn({ userId }, 'an account takes no one-time codes for a day: too many were wrong');
      const place = device === null ? null : digestOf(`${userId} código ${device}`);
      const places = JSON.stringify(place === null ? [] : [place]);
      const isKnownDevice = place !== null && (await known(database, places)).length > 0;
      const ofDevice =
        place === null
          ? []
          : [
              { limiter: code, key: place, forgets: true },
              { limiter: codeOfDay, key: place, forgets: false, usedUp },
            ];
      const ofAccount = [
        { limiter: code, key: userId, forgets: true },
        // A success of the owner does not take back what somebody else has guessed.
        // Who has used it up knows the password; the owner changes it.
        { limiter: codeOfDay, key: digestOf(`${userId} ${passwordHash ?? ''}`), forgets: false, usedUp },
        // Who has used it up reads the mailbox; an administrator changes the address, or takes the second factor away.
        { limiter: codeOfAccount, key: userId, forgets: false, usedUp },
      ];
      const counted = await attempt(isKnownDevice ? ofDevice : ofAccount);
      return {
        ...counted,
        async succeeded() {
          await counted.succeeded();
          await know(database, places);
        },
      };
    },
  };
}

// In the table of the counts, whose expired rows are removed; with a database in process too.
const KNOWN = `
select p.place from jsonb_array_elements_text($1::text::jsonb) as p (place)
join embutido.tentativa t on t.key = 'conhecido:' || p.place where t.expire > $2::text::bigint`;
// In the order of the keys, so that two statements do not wait for each other in a circle.
const KNOW = `
insert into embutido.tentativa (key, points, expire)
select 'conhecido:' || p.place, 0, $2::text::bigint from jsonb_array_elements_text($1::text::jsonb) as p (place) order by 1
on conflict (key) do update set expire = excluded.expire`;

async function known(database: Database, places: string): Promise<readonly Row[]> {
  return (await database.query(KNOWN, [places, String(Date.now())])).rows;
}

async function know(database: Database, places: string): Promise<void> {
  await database.query(KNOW, [places, String(Date.now() + KNOWN_SECONDS * 1_000)]);
}

interface Count {
  readonly limiter: AttemptLimiter;
  readonly key: string;
  /** True where a success proves that the failures before it were its owner's. */
  readonly forgets: boolean;
  /** Called by the first attempt that is refused. */
  readonly usedUp?: () => void;
}

/** Counts one after the other: an attempt that is refused by one is not counted by those behind it. */
async function attempt(counts: readonly Count[]): Promise<Attempt> {
  const succeeded = async (): Promise<void> => {
    await Promise.all(counts.map(({ limiter, key, forgets }) => (forgets ? limiter.delete(key) : limiter.reward(key))));
  };
  for (const { limiter, key, usedUp } of counts) {
    const refusal: unknown = await limiter.consume(key).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (refusal === null) continue;
    const waitSeconds = secondsToWait(refusal);
    if (refusal instanceof RateLimiterRes && refusal.consumedPoints === limiter.points + 1) usedUp?.();
    return { waitSeconds, succeeded };
  }
  return { waitSeconds: null, succeeded };
}

/** Addresses of people are not kept as they are. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
