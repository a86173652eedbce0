/** How long a response is fresh and how old it is (RFC 9111 §4.2). Instants are milliseconds, lifetimes and ages are seconds. */
import { MAX_DELTA_SECONDS } from '../../message/cache-control.ts';
import { type Fields, fieldLines, fieldValue, splitList } from '../../message/field-lines.ts';
import { parseHttpDate } from '../../message/http-date.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';

export type Lifetime =
  /** The origin said it. */
  | { readonly kind: 'explicit'; readonly seconds: number }
  /** Guessed from Last-Modified (RFC 9111 §4.2.2). */
  | { readonly kind: 'heuristic'; readonly seconds: number }
  | { readonly kind: 'none' };

/** Statuses that may be kept without the origin saying so (RFC 9110 §15.1). */
export const HEURISTIC_STATUSES: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]);

export interface HeuristicRule {
  /** Part of the time since Last-Modified; RFC 9111 §4.2.2 names 10 % as typical. */
  readonly fraction: number;
  /** Seconds. */
  readonly atMost: number;
}

export const DEFAULT_HEURISTIC: HeuristicRule = { fraction: 0.1, atMost: 86_400 };

export interface ResponseMoment {
  /** Instant of the request to the origin. */
  readonly requestedAt: number;
  /** Instant of the head's arrival. */
  readonly receivedAt: number;
}

/** Returns the freshness lifetime of a response in a shared cache (RFC 9111 §4.2.1). */
export function freshnessLifetime(
  status: number,
  fields: Fields,
  policy: ResponseDirectives,
  { receivedAt }: ResponseMoment,
  heuristic: HeuristicRule = DEFAULT_HEURISTIC,
): Lifetime {
  if (policy.sharedMaxAge !== undefined) return { kind: 'explicit', seconds: policy.sharedMaxAge };
  if (policy.maxAge !== undefined) return { kind: 'explicit', seconds: policy.maxAge };
  const date = dateOf(fields, receivedAt);
  // RFC 9213 §2.2: a targeted field stands for Expires as well.
  if (policy.targetedBy === null) {
    const expires = fieldLines(fields, 'expires');
    if (expires.length > 0) return { kind: 'explicit', seconds: expiresLifetime(expires, date, receivedAt) };
  }
  if (!HEURISTIC_STATUSES.has(status) && !policy.public) return { kind: 'none' };
  return heuristicLifetime(fields, date, receivedAt, heuristic);
}

/** RFC 9111 §5.3: what is no date, "0" above all, is in the past; and several that differ are as good as expired (§4.2.1). */
function expiresLifetime(lines: readonly string[], date: number, now: number): number {
  if (new Set(lines).size > 1) return 0;
  const expires = parseHttpDate(lines[0] ?? '', now);
  return expires === null ? 0 : clampSeconds((expires - date) / 1_000);
}

function heuristicLifetime(fields: Fields, date: number, now: number, rule: HeuristicRule): Lifetime {
  const value = fieldValue(fields, 'last-modified');
  const modified = value === null ? null : parseHttpDate(value, now);
  if (modified === null || modified >= date) return { kind: 'none' };
  return { kind: 'heuristic', seconds: Math.min(rule.atMost, clampSeconds(((date - modified) / 1_000) * rule.fraction)) };
}

/** Returns the age, in seconds, that the response had when it arrived: corrected_initial_age of RFC 9111 §4.2.3. */
export function initialAge(fields: Fields, { requestedAt, receivedAt }: ResponseMoment): number {
  const apparentAge = Math.max(0, Math.floor((receivedAt - dateOf(fields, receivedAt)) / 1_000));
  const responseDelay = Math.max(0, Math.floor((receivedAt - requestedAt) / 1_000));
  return Math.max(apparentAge, ageField(fields) + responseDelay);
}

/** RFC 9111 §5.1: of several members the first counts, and what is no number of seconds is ignored. */
function ageField(fields: Fields): number {
  const value = fieldValue(fields, 'age');
  const first = value === null ? undefined : splitList(value)[0];
  return first !== undefined && /^\d+$/.test(first) ? Math.min(Number(first), MAX_DELTA_SECONDS) : 0;
}

/**
 * Returns the instant of a response's Date; of one that has none, when it came. Of several lines the oldest counts: taking the response for
 * younger than it is would serve it stale.
 */
export function dateOf(fields: Fields, receivedAt: number): number {
  const dates = fieldLines(fields, 'date').map((line) => parseHttpDate(line, receivedAt));
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? receivedAt : Math.min(...known);
}

function clampSeconds(seconds: number): number {
  return Math.min(MAX_DELTA_SECONDS, Math.max(0, Math.floor(seconds)));
}
