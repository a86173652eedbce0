/** How long a response is fresh and how old it is (RFC 9111 §4.2). Instants are milliseconds, lifetimes and ages are seconds. */
import { MAX_DELTA_SECONDS } from '../../message/cache-control.ts';
import { type Fields, fieldLines, fieldValue, splitList } from '../../message/field-lines.ts';
import { parseHttpDate } from '../../message/http-date.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';

export type Lifetime =
  /** Stated by the origin. */
  | { readonly kind: 'explicit'; readonly seconds: number }
  /** Calculated from Last-Modified (RFC 9111 §4.2.2). */
  | { readonly kind: 'heuristic'; readonly seconds: number }
  | { readonly kind: 'none' };

/** Heuristically cacheable statuses (RFC 9110 §15.1). */
export const HEURISTIC_STATUSES: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]);

/** Part of the time since Last-Modified for which a response without a lifetime is fresh; RFC 9111 §4.2.2 calls 10 % typical. */
const HEURISTIC_FRACTION = 0.1;
const LONGEST_HEURISTIC_SECONDS = 86_400;

export interface ResponseTimes {
  /** Instant at which the request was sent to the origin. */
  readonly requestedAt: number;
  /** Instant at which the head was received. */
  readonly receivedAt: number;
}

/** Returns the freshness lifetime of a response in a shared cache (RFC 9111 §4.2.1). */
export function freshnessLifetime(status: number, fields: Fields, directives: ResponseDirectives, { receivedAt }: ResponseTimes): Lifetime {
  if (directives.sharedMaxAge !== undefined) return { kind: 'explicit', seconds: directives.sharedMaxAge };
  if (directives.maxAge !== undefined) return { kind: 'explicit', seconds: directives.maxAge };
  const date = dateOf(fields, receivedAt);
  // RFC 9213 §2.2: a targeted field overrides Expires as well.
  if (directives.targetedBy === null) {
    const expires = fieldLines(fields, 'expires');
    if (expires.length > 0) return { kind: 'explicit', seconds: expiresLifetime(expires, date, receivedAt) };
  }
  if (!HEURISTIC_STATUSES.has(status) && !directives.public) return { kind: 'none' };
  return heuristicLifetime(fields, date, receivedAt);
}

/** RFC 9111 §5.3: an invalid date, especially "0", is in the past; so are several lines that differ (§4.2.1). */
function expiresLifetime(lines: readonly string[], date: number, now: number): number {
  if (new Set(lines).size > 1) return 0;
  const expires = parseHttpDate(lines[0] ?? '', now);
  return expires === null ? 0 : clampSeconds((expires - date) / 1_000);
}

function heuristicLifetime(fields: Fields, date: number, now: number): Lifetime {
  const value = fieldValue(fields, 'last-modified');
  const modified = value === null ? null : parseHttpDate(value, now);
  if (modified === null || modified >= date) return { kind: 'none' };
  const seconds = clampSeconds(((date - modified) / 1_000) * HEURISTIC_FRACTION);
  return { kind: 'heuristic', seconds: Math.min(LONGEST_HEURISTIC_SECONDS, seconds) };
}

/** Returns corrected_initial_age in seconds: the age that the response had when it was received (RFC 9111 §4.2.3). */
export function initialAge(fields: Fields, { requestedAt, receivedAt }: ResponseTimes): number {
  const apparentAge = Math.max(0, Math.floor((receivedAt - dateOf(fields, receivedAt)) / 1_000));
  const responseDelay = Math.max(0, Math.floor((receivedAt - requestedAt) / 1_000));
  return Math.max(apparentAge, ageField(fields) + responseDelay);
}

/** RFC 9111 §5.1: the first of several members counts, and an invalid value is ignored. */
function ageField(fields: Fields): number {
  const value = fieldValue(fields, 'age');
  const first = value === null ? undefined : splitList(value)[0];
  return first !== undefined && /^\d+$/.test(first) ? Math.min(Number(first), MAX_DELTA_SECONDS) : 0;
}

/**
 * Returns the instant of a response's Date, or the instant of its receipt where it has none. Of several lines the oldest counts: a date too
 * late would make a stale response look fresh.
 */
export function dateOf(fields: Fields, receivedAt: number): number {
  const dates = fieldLines(fields, 'date').map((line) => parseHttpDate(line, receivedAt));
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? receivedAt : Math.min(...known);
}

function clampSeconds(seconds: number): number {
  return Math.min(MAX_DELTA_SECONDS, Math.max(0, Math.floor(seconds)));
}
