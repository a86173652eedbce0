/**
 * A quota of the work for each client: how much of it runs at the same time, how much waits, and how much begins in a minute. What is over
 * is refused, so one client cannot use the whole site. Many people may have one address, so ordinary bursts wait and are not refused.
 */
import { LRUCache } from 'lru-cache';
import { type Admission, type Admitted, admitted, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

export interface QuotaLimits {
  /** Work of one client under way at the same time. */
  readonly running: number;
  /** Work of one client that waits for its turn. */
  readonly waiting: number;
  /** Milliseconds that it waits at most. */
  readonly waitMs: number;
  /** Work of one client that may begin in a minute, at once or spread; Infinity for no limit. */
  readonly perMinute: number;
}

export interface AdmissionClock extends Timers {
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

/**
 * Says whether work may begin for a client; null is no client of the site, and is never refused. `key` names what is asked for, null where
 * no other request's answer would do.
 */
export type AdmitClient = (client: string | null, key: string | null) => Admission | Promise<Turn>;

/** Clients that are remembered. A forgotten one starts with an unused quota. */
const MAX_CLIENTS = 10_000;

const MINUTE_MS = 60_000;

const REFUSED: Admission = { kind: 'refused', because: 'client' };
const REPEAT: Turn = { kind: 'repeat' };

export const SYSTEM_ADMISSION_CLOCK: AdmissionClock = { ...SYSTEM_TIMERS, now: () => performance.now() };

/** The rate of a client over all replicas. */
export interface SharedRate {
  /** Counts a beginning. False where the client has used up its rate; it is then not counted. */
  take(client: string): boolean;
}

interface AdmissionOptions {
  readonly clock?: AdmissionClock | undefined;
  /** Null where the replica stands alone. */
  readonly sharedRate?: SharedRate | null;
}

/** Makes an admission under which no client has begun anything. Requests of a client for a key that waits already wait with it. */
export function createAdmission(
  limits: QuotaLimits,
  { clock = SYSTEM_ADMISSION_CLOCK, sharedRate = null }: AdmissionOptions = {},
): AdmitClient {
  const quotas = new LRUCache<string, Quota>({
    max: MAX_CLIENTS,
    memoMethod: (client) => new Quota(limits, clock, () => sharedRate?.take(client) !== false),
  });
  return (client, key) => (client === null ? UNLIMITED : quotas.memo(client).enter(key ?? Symbol('unique')));
}

/** Makes the rate of what is done at once, as reading a message is: says whether a client may begin one now. Null is no client of the site. */
export function createRate(
  perMinute: number,
  clock: Pick<AdmissionClock, 'now'> = SYSTEM_ADMISSION_CLOCK,
): (client: string | null) => boolean {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CLIENTS, memoMethod: () => new Bucket(perMinute, clock) });
  return (client) => client === null || buckets.memo(client).take();
}

/** Work that may begin now, by the rate: a bucket that fills in a minute. */
class Bucket {
  readonly #perMinute: number;
  readonly #clock: Pick<AdmissionClock, 'now'>;
  #allowed: number;
  #filledAt: number;

  constructor(perMinute: number, clock: Pick<AdmissionClock, 'now'>) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#allowed = perMinute;
    this.#filledAt = clock.now();
  }

  /** @param takeToo takes from another rate as well, asked only where this one has something left */
  take(takeToo: () => boolean = () => true): boolean {
    const now = this.#clock.now();
    // Infinity times zero is no number.
    if (this.#perMinute !== Number.POSITIVE_INFINITY) {
      this.#allowed = Math.min(this.#perMinute, this.#allowed + ((now - this.#filledAt) * this.#perMinute) / MINUTE_MS);
    }
    this.#filledAt = now;
    if (this.#allowed < 1 || !takeToo()) return false;
    this.#allowed -= 1;
    return true;
  }
}

interface Waiting {
  readonly turn: Promise<Turn>;
  readonly begin: () => void;
}

class Quota {
  readonly #limits: QuotaLimits;
  readonly #clock: AdmissionClock;
  readonly #takeFromSharedRate: () => boolean;
  readonly #waiting = new Map<string | symbol, Waiting>();
  readonly #bucket: Bucket;
  #running = 0;

  constructor(limits: QuotaLimits, clock: AdmissionClock, takeFromSharedRate: () => boolean) {
    this.#limits = limits;
    this.#takeFromSharedRate = takeFromSharedRate;
    this.#clock = clock;
    this.#bucket = new Bucket(limits.perMinute, clock);
  }

  enter(key: string | symbol): Admission | Promise<Turn> {
    const same = this.#waiting.get(key);
    if (same !== undefined) return same.turn.then((turn) => (turn.kind === 'admitted' ? REPEAT : turn));
    const { running, waiting } = this.#limits;
    const mayRun = this.#running < running;
    if ((!mayRun && this.#waiting.size >= waiting) || !this.#bucket.take(this.#takeFromSharedRate)) return REFUSED;
    return mayRun ? this.#admitted() : this.#wait(key);
  }

  #admitted(): Admitted {
    this.#running += 1;
    return admitted(() => {
      this.#running -= 1;
      this.#beginNext();
    });
  }

  #wait(key: string | symbol): Promise<Turn> {
    const { promise, resolve } = Promise.withResolvers<Turn>();
    const cancel = this.#clock.after(this.#limits.waitMs, () => {
      this.#waiting.delete(key);
      resolve(REFUSED);
    });
    const begin = (): void => {
      this.#waiting.delete(key);
      cancel();
      resolve(this.#admitted());
    };
    this.#waiting.set(key, { turn: promise, begin });
    return promise;
  }

  #beginNext(): void {
    // A Map keeps the order of insertion: the first is the one that waits longest.
    const [next] = this.#waiting.values();
    next?.begin();
  }
}
