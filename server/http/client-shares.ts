/**
 * The shares of this site: how much of each kind of work one client address may cause. `tests/bench/doors/doors.ts` measures what is left for
 * others.
 */
import type { IncomingMessage } from 'node:http';
import type { Admission, Turn } from '../../shared/cache/admission.ts';
import { type AdmissionClock, type Admit, createAdmission, type ShareLimits } from './admission.ts';
import { type ClientAddressOf, clientAddresses } from './client-address.ts';

/** Each kind has shares of its own, so that pictures of a slow host do not keep a client from pages. */
export type WorkKind = 'page' | 'picture' | 'file' | 'graphql';

export interface ClientShares {
  /** Says whether a request may begin its work now. `key` is what is asked for; null where no other request's answer would do. */
  admit(kind: WorkKind, req: IncomingMessage, key: string | null): Admission | Promise<Turn>;
}

/**
 * Four pages of one client at a time delay the next page of another client by the time of four renders. What waits costs little, so a crowd
 * behind one address that opens a cold site is served in turn. Its pages are stored then: twenty in a second, for long, are no reading.
 */
const USUAL: ShareLimits = { running: 4, waiting: 100, waitMs: 10_000, perMinute: 1_200 };

const LIMITS: Readonly<Record<WorkKind, ShareLimits>> = {
  page: USUAL,
  picture: USUAL,
  // A reader of a long document asks for hundreds of its ranges, and each costs no more than its bytes.
  file: { ...USUAL, perMinute: Number.POSITIVE_INFINITY },
  graphql: USUAL,
};

export interface ClientSharesOptions {
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  /** The process's unless a test brings its own. */
  readonly clock?: AdmissionClock;
}

/** Makes the shares; no client has used anything yet. */
export function createClientShares({ trustProxy, clock }: ClientSharesOptions): ClientShares {
  const addressOf: ClientAddressOf = clientAddresses(trustProxy);
  const admissions: Readonly<Record<WorkKind, Admit>> = {
    page: createAdmission(LIMITS.page, clock),
    picture: createAdmission(LIMITS.picture, clock),
    file: createAdmission(LIMITS.file, clock),
    graphql: createAdmission(LIMITS.graphql, clock),
  };
  return { admit: (kind, req, key) => admissions[kind](addressOf(req), key) };
}
