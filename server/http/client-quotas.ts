/**
 * The quotas of this site: how much of each kind of work one client address may cause. `tests/bench/doors/doors.ts` measures what is left for
 * others.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Admission, Turn } from '../../shared/cache/admission.ts';
import { type ClientAddressOf, clientAddresses } from './client-address.ts';
import {
  type AdmissionClock,
  type AdmitClient,
  createAdmission,
  type QuotaLimits,
  type SharedRate,
  SYSTEM_ADMISSION_CLOCK,
} from './quota.ts';

/** Each kind has quotas of its own, so that pictures of a slow host do not keep a client from pages. `static` is what the process has ready to send. */
export type WorkKind = 'page' | 'picture' | 'file' | 'static' | 'graphql' | 'form' | 'longForm';

export interface ClientQuotas {
  /** Says whether a request may begin its work now. `key` is what is asked for; null where no other request's answer would do. */
  admit(kind: WorkKind, req: IncomingMessage, key: string | null): Admission | Promise<Turn>;
}

/**
 * Four pages of one client at a time delay the next page of another client by the time of four renders. What waits costs little, so a crowd
 * behind one address that opens a cold site is served in turn. Its pages are stored then: twenty in a second, for long, are no reading.
 */
const USUAL: QuotaLimits = { running: 4, waiting: 100, waitMs: 10_000, perMinute: 1_200 };

const LIMITS: Readonly<Record<WorkKind, QuotaLimits>> = {
  page: USUAL,
  picture: USUAL,
  // A reader of a long document asks for hundreds of its ranges, and each costs no more than its bytes.
  file: { ...USUAL, perMinute: Number.POSITIVE_INFINITY },
  static: { ...USUAL, perMinute: Number.POSITIVE_INFINITY },
  graphql: USUAL,
  form: USUAL,
  // One with files arrives for up to fifteen minutes, which must keep nobody behind the same address from anything else.
  longForm: USUAL,
};

export interface ClientQuotasOptions {
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  /** Where the rates of all replicas are counted; without it each counts alone. */
  readonly shared?: Pick<SharedRateOptions, 'store' | 'secret'> | null;
  /** The process's unless a test brings its own. */
  readonly clock?: AdmissionClock;
}

/** Makes the quotas; no client has used anything yet. */
export function createClientQuotas({ trustProxy, shared = null, clock = SYSTEM_ADMISSION_CLOCK }: ClientQuotasOptions): ClientQuotas {
  const addressOf: ClientAddressOf = clientAddresses(trustProxy);
  const admissionOf = (kind: WorkKind): AdmitClient => {
    const limits = LIMITS[kind];
    const isCounted = shared !== null && Number.isFinite(limits.perMinute);
    const sharedRate = isCounted ? createSharedRate({ ...shared, name: kind, perMinute: limits.perMinute, now: () => clock.now() }) : null;
    return createAdmission(limits, { clock, sharedRate });
  };
  const admissions: Readonly<Record<WorkKind, AdmitClient>> = {
    page: admissionOf('page'),
    picture: admissionOf('picture'),
    file: admissionOf('file'),
    static: admissionOf('static'),
    graphql: admissionOf('graphql'),
    form: admissionOf('form'),
    longForm: admissionOf('longForm'),
  };
  return { admit: (kind, req, key) => admissions[kind](addressOf(req), key) };
}

interface SharedRateOptions {
  /** Client of a Valkey or Redis. */
  readonly store: object;
  /** Hides the addresses of clients from readers of the shared cache. */
  readonly secret: Uint8Array;
  /** Name of the work, and how much of it may begin in a minute. */
  readonly name: string;
  readonly perMinute: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Beginnings that are being counted at a time. Beyond them the shared cache hangs, and its client would keep each command. */
const MAX_COUNTING = 1_000;

/** Refused clients that are remembered. */
const MAX_REFUSED = 10_000;

/**
 * Makes the rate of a client over all replicas. No request waits for it: each beginning is counted in the shared cache while it goes on, and the answer counts
 * for the next one. So a client may exceed its rate by what it begins within one answer, and while the shared cache is away the rates of the
 * replicas, which each keeps by itself, are all there is.
 */
function createSharedRate({ store, secret, name, perMinute, now }: SharedRateOptions): SharedRate {
  const limiter = new RateLimiterRedis({
    storeClient: store,
    keyPrefix: `portal:rate:${name}`,
    points: perMinute,
    duration: 60,
    rejectIfRedisNotReady: true,
  });
  const refusedUntil = new LRUCache<string, number>({ max: MAX_REFUSED });
  let counting = 0;
  const count = async (client: string): Promise<void> => {
    if (counting >= MAX_COUNTING) return;
    counting += 1;
    try {
      await limiter.consume(createHmac('sha256', secret).update(client).digest('base64url'));
    } catch (refusal) {
      // Any other reason is a shared cache that fails, which its own reader reports.
      if (refusal instanceof RateLimiterRes) refusedUntil.set(client, now() + refusal.msBeforeNext);
    } finally {
      counting -= 1;
    }
  };
  return {
    take: (client) => {
      if (now() < (refusedUntil.get(client) ?? Number.NEGATIVE_INFINITY)) return false;
      void count(client);
      return true;
    },
  };
}
