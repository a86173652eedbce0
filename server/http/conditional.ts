/**
 * Conditional requests (RFC 9110 §13): pure decisions from the request's fields and the current validators. Unreadable dates count as
 * absent fields; unreadable entity tags match nothing.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Validators {
  /** The whole field value, quotes and weakness mark included. */
  readonly etag?: string | undefined;
  readonly lastModified?: Date | undefined;
}

export interface ConditionalRequest extends Validators {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Decides in the order of RFC 9110 §13.2.2. `If-Range` is not part of it; see `isRangeFresh`. */
export function evaluateConditional(request: ConditionalRequest): 'proceed' | 'notModified' | 'preconditionFailed' {
  const { headers, etag, lastModified } = request;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (headers['if-match'] !== undefined) {
    // RFC 9110 §13.1.1: strong comparison
    if (!matchesAny(headers['if-match'], etag, isStrongMatch)) return 'preconditionFailed';
  } else if (isLaterThan(lastModified, headers['if-unmodified-since'])) return 'preconditionFailed';
  if (headers['if-none-match'] !== undefined) {
    // RFC 9110 §13.1.2: weak comparison; its presence silences If-Modified-Since (§13.1.3)
    if (!matchesAny(headers['if-none-match'], etag, isWeakMatch)) return 'proceed';
    return isRead ? 'notModified' : 'preconditionFailed';
  }
  const since = parseHttpDate(headers['if-modified-since']);
  if (isRead && since !== undefined && lastModified !== undefined && wholeSeconds(lastModified) <= wholeSeconds(since))
    return 'notModified';
  return 'proceed';
}

/** Whether a `Range` may be answered: no `If-Range`, or one that names exactly what is there (RFC 9110 §13.1.5). */
export function isRangeFresh(headers: IncomingHttpHeaders, { etag, lastModified }: Validators, now: Date): boolean {
  const field = headers['if-range'];
  if (field === undefined) return true;
  if (typeof field !== 'string') return false;
  const [tag, ...more] = parseEntityTags(field) ?? [];
  if (tag !== undefined) return more.length === 0 && etag !== undefined && isStrongMatch(tag, etag);
  const date = parseHttpDate(field);
  if (date === undefined || lastModified === undefined) return false;
  // RFC 9110 §8.8.2.2: a date is a strong validator only once a second has passed, as two changes within one second look the same.
  return wholeSeconds(date) === wholeSeconds(lastModified) && wholeSeconds(now) > wholeSeconds(lastModified);
}

function matchesAny(field: string, etag: string | undefined, matches: (given: string, current: string) => boolean): boolean {
  if (field.trim() === '*') return true;
  return etag !== undefined && (parseEntityTags(field) ?? []).some((given) => matches(given, etag));
}

function isStrongMatch(a: string, b: string): boolean {
  return a === b && !a.startsWith('W/');
}

function isWeakMatch(a: string, b: string): boolean {
  return a.replace(/^W\//, '') === b.replace(/^W\//, '');
}

/** RFC 9110 §8.8.3: a list of entity tags, which may hold commas; undefined when the field is not such a list. */
function parseEntityTags(field: string): readonly string[] | undefined {
  const tags: string[] = [];
  const element = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(,|$)/y;
  while (element.lastIndex < field.length) {
    const match = element.exec(field);
    if (match === null) return undefined;
    if (match[1] !== undefined) tags.push(match[1]);
  }
  return tags.length === 0 ? undefined : tags;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(${MONTHS.join('|')})`;
const TIME = '([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d|60)';
// RFC 9110 §5.6.7: the fixed form and the two obsolete ones that recipients must accept.
const IMF_FIXDATE = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\\d{2}) ${MONTH} (\\d{4}) ${TIME} GMT$`);
const RFC_850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d{2})-${MONTH}-(\\d{2}) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`);

/** Reads an HTTP-date; undefined for anything else, such as a date in another notation. */
export function parseHttpDate(field: string | undefined): Date | undefined {
  if (field === undefined) return undefined;
  const fixed = IMF_FIXDATE.exec(field);
  if (fixed !== null) return toDate(fixed[3], fixed[2], fixed[1], fixed.slice(4, 7));
  const old = RFC_850.exec(field);
  if (old !== null) return toDate(fullYear(Number(old[3])), old[2], old[1], old.slice(4, 7));
  const c = ASCTIME.exec(field);
  return c === null ? undefined : toDate(c[6], c[1], c[2], c.slice(3, 6));
}

/** RFC 9110 §5.6.7: a two-digit year that would lie over 50 years ahead means the past century. Decided against a fixed pivot. */
function fullYear(twoDigits: number): number {
  return twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits;
}

function toDate(
  year: string | number | undefined,
  month: string | undefined,
  day: string | undefined,
  time: readonly string[],
): Date | undefined {
  const [hours, minutes, seconds] = time.map(Number);
  const monthIndex = MONTHS.indexOf(month ?? '');
  const date = new Date(Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds));
  // A 31 June would silently become 1 July.
  return date.getUTCMonth() === monthIndex || seconds === 60 ? date : undefined;
}

function isLaterThan(lastModified: Date | undefined, field: string | undefined): boolean {
  const date = parseHttpDate(field);
  return date !== undefined && lastModified !== undefined && wholeSeconds(lastModified) > wholeSeconds(date);
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
