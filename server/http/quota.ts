/**
 * A quota of the work for each client: how much of it runs at the same time, how much waits, and how much begins in a minute. What is over
 * is refused, so one client cannot use the whole site. Many people may have one address, so ordinary bursts wait and are not refused.
 */
import { LRUCache } from 'lru-cache';
import { type Admission, type Admitted, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
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
  const quotas = new LRUCache<string, Quota>({ max: MAX_CLIENTS });
  return (client, key) => {
    if (client === null) return UNLIMITED;
    let quota = quotas.get(client);
    if (quota === undefined) {
      quota = new Quota(limits, clock, () => sharedRate?.take(client) !== false);
      quotas.set(client, quota);
    }
    return quota.enter(key ?? Symbol('unique'));
  };
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
  #running = 0;
  /** Work that may begin now, by the rate: a bucket that fills in a minute. */
  #allowed: number;
  #filledAt: number;

  constructor(limits: QuotaLimits, clock: AdmissionClock, takeFromSharedRate: () => boolean) {
    this.#limits = limits;
    this.#takeFromSharedRate = takeFromSharedRate;
    this.#clock = clock;
    this.#allowed = limits.perMinute;
    this.#filledAt = clock.now();
  }

  enter(key: string | symbol): Admission | Promise<Turn> {
    const same = this.#waiting.get(key);
    if (same !== undefined) return same.turn.then((turn) => (turn.kind === 'admitted' ? REPEAT : turn));
    const { running, waiting } = this.#limits;
    const mayRun = this.#running < running;
    if ((!mayRun && this.#waiting.size >= waiting) || !this.#takeFromRate()) return REFUSED;
    return mayRun ? this.#admitted() : this.#wait(key);
  }

  #takeFromRate(): boolean {
    const { perMinute } = this.#limits;
    const now = this.#clock.now();
    // Infinity times zero is no number.
    if (perMinute !== Number.POSITIVE_INFINITY) {
      this.#allowed = Math.min(perMinute, this.#allowed + ((now - this.#filledAt) * perMinute) / MINUTE_MS);
    }
    this.#filledAt = now;
    if (this.#allowed < 1 || !this.#takeFromSharedRate()) return false;
    this.#allowed -= 1;
    return true;
  }

  #admitted(): Admitted {
    this.#running += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.#running -= 1;
      this.#beginNext();
    };
    return { kind: 'admitted', release };
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
