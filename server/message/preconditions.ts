/** Preconditions of a request (RFC 9110 §13), evaluated against the validators of a response that is at hand. */
import type { IncomingHttpHeaders } from 'node:http';
import { listMatches, matchesStrongly, matchesWeakly } from './entity-tags.ts';
import { type Fields, fieldValue, filterFields } from './field-lines.ts';
import { parseHttpDate } from './http-date.ts';

/** The validators of a representation, as their field values. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The two preconditions that a 304 answers, as their field values. */
export interface NotModifiedPreconditions {
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
}

const PRECONDITION_FIELDS: ReadonlySet<string> = new Set([
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
]);

/** Returns the request fields without preconditions. */
export function withoutPreconditions(fields: Fields): readonly string[] {
  return filterFields(fields, (name) => !PRECONDITION_FIELDS.has(name));
}

/** Returns the validators that a response carries. */
export function validatorsOf(fields: Fields): Validators {
  return { etag: fieldValue(fields, 'etag'), lastModified: fieldValue(fields, 'last-modified') };
}

/**
 * Says whether a GET or HEAD is answered with 304. If-None-Match takes precedence over If-Modified-Since (RFC 9110 §13.2.2). `date` is the
 * Date field of the response, `now` milliseconds.
 */
export function isNotModified(request: NotModifiedPreconditions, validators: Validators, date: string | null, now: number): boolean {
  const { ifNoneMatch, ifModifiedSince } = request;
  const { etag, lastModified } = validators;
  // Most clients send back exactly the one tag that they were given: this spares them the parser.
  if (ifNoneMatch !== null) return ifNoneMatch === etag || listMatches(ifNoneMatch, etag, matchesWeakly);
  if (ifModifiedSince === null) return false;
  const sinceAt = parseHttpDate(ifModifiedSince, now);
  if (sinceAt === null) return false;
  // RFC 9111 §4.3.2: a stored response without Last-Modified is compared by its Date.
  const reference = lastModified ?? date;
  const modifiedAt = reference === null ? null : parseHttpDate(reference, now);
  return modifiedAt !== null && modifiedAt <= sinceAt;
}

/** The request fields that carry preconditions, as Node's `headers` has them. */
export type PreconditionFields = Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since'>;

export type PreconditionOutcome = 'proceed' | 'notModified' | 'preconditionFailed';

/**
 * Evaluates the preconditions of a request against the current validators, in the order of RFC 9110 §13.2.2. `If-Range` is not one of them:
 * see `ifRangeHolds`. A date that does not parse counts as absent. `now` is in milliseconds.
 */
export function evaluatePreconditions(
  method: string,
  headers: PreconditionFields,
  validators: Validators,
  now: number,
): PreconditionOutcome {
  if (!unsafePreconditionsHold(headers, validators, now)) return 'preconditionFailed';
  const request = { ifNoneMatch: headers['if-none-match'] ?? null, ifModifiedSince: headers['if-modified-since'] ?? null };
  // RFC 9110 §13.1.3: If-Modified-Since is for GET and HEAD alone; §13.1.2: If-None-Match of other methods fails with 412.
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && request.ifNoneMatch === null) return 'proceed';
  if (!isNotModified(request, validators, null, now)) return 'proceed';
  return isRead ? 'notModified' : 'preconditionFailed';
}

/** Says whether If-Match holds, or If-Unmodified-Since where If-Match is absent (RFC 9110 §13.1.1, §13.1.4). */
function unsafePreconditionsHold(headers: PreconditionFields, { etag, lastModified }: Validators, now: number): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return listMatches(ifMatch, etag, matchesStrongly);
  const since = headers['if-unmodified-since'];
  if (since === undefined || lastModified === null) return true;
  const sinceAt = parseHttpDate(since, now);
  const modifiedAt = parseHttpDate(lastModified, now);
  return sinceAt === null || modifiedAt === null || modifiedAt <= sinceAt;
}

/**
 * Says whether a `Range` is answered, by `If-Range` (RFC 9110 §13.1.5): with a tag when the strong comparison matches; with a date when it
 * is exactly the Last-Modified and that is a strong validator. It is one when Date is a minute or more later (§8.8.2.2): two changes
 * within one second have the same Last-Modified, and a minute is enough for clocks that differ.
 */
export function ifRangeHolds(ifRange: string | null, { etag, lastModified }: Validators, date: string | null, now: number): boolean {
  if (ifRange === null) return true;
  const value = ifRange.trim();
  if (value.startsWith('"') || value.startsWith('W/')) return matchesStrongly(value, etag);
  if (lastModified === null || value !== lastModified.trim() || date === null) return false;
  const modifiedAt = parseHttpDate(lastModified, now);
  const sentAt = parseHttpDate(date, now);
  return modifiedAt !== null && sentAt !== null && sentAt - modifiedAt >= 60_000;
}
