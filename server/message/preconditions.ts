/** Preconditions of a request, evaluated against a response that is at hand (RFC 9110 §13). */
import type { Asked } from '../edge/asked.ts';
import { type Fields, fieldValue, splitTags } from './field-lines.ts';
import { parseHttpDate } from './http-date.ts';

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Returns the validators that a response carries. */
export function validatorsOf(fields: Fields): Validators {
  return { etag: fieldValue(fields, 'etag'), lastModified: fieldValue(fields, 'last-modified') };
}

/**
 * Says whether a GET or HEAD is to be answered 304. If-None-Match goes before If-Modified-Since, which then does not count
 * (RFC 9110 §13.2.2). `date` is the response's own Date, in its text.
 */
export function isNotModified(request: Asked, { etag, lastModified }: Validators, date: string | null, now: number): boolean {
  const { ifNoneMatch, ifModifiedSince } = request;
  if (ifNoneMatch !== null) return matchesAny(ifNoneMatch, etag);
  if (ifModifiedSince === null) return false;
  const sinceAt = parseHttpDate(ifModifiedSince, now);
  if (sinceAt === null) return false;
  // RFC 9111 §4.3.2: without Last-Modified the Date of the stored response stands in for it.
  const reference = lastModified ?? date;
  const modifiedAt = reference === null ? null : parseHttpDate(reference, now);
  return modifiedAt !== null && modifiedAt <= sinceAt;
}

/** RFC 9110 §13.1.2: weak comparison with each member of the list, or `*` for whatever there is. */
function matchesAny(field: string, etag: string | null): boolean {
  // What nearly every client sends: the one tag that it was given.
  if (field === etag) return true;
  if (field.trim() === '*') return true;
  return etag !== null && splitTags(field).some((candidate) => opaque(candidate) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** Says whether an entity tag is strong, and so proves that bytes are equal. */
export function isStrong(etag: string | null): boolean {
  return etag !== null && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag);
}

/**
 * Says whether a `Range` counts, from `If-Range` (RFC 9110 §13.1.5): a strong tag that is equal, or the exact Last-Modified when that is
 * a strong validator, being a minute or more before Date (§8.8.2.2).
 */
export function rangeApplies(ifRange: string | null, validators: Validators, date: string | null, now: number): boolean {
  if (ifRange === null) return true;
  const value = ifRange.trim();
  if (value.startsWith('"') || value.startsWith('W/')) return isStrong(validators.etag) && value === validators.etag;
  const { lastModified } = validators;
  if (lastModified === null || value !== lastModified.trim() || date === null) return false;
  const modifiedAt = parseHttpDate(lastModified, now);
  const sentAt = parseHttpDate(date, now);
  return modifiedAt !== null && sentAt !== null && sentAt - modifiedAt >= 60_000;
}
