/** Combining two partial responses into one stored response (RFC 9111 §3.4, RFC 9110 §15.3.7.3). */
import { type ContentRange, formatContentRange } from '../../message/byte-ranges.ts';
import { CONTENT_DIGESTS } from '../../message/digest-fields.ts';
import { isStrongTag } from '../../message/entity-tags.ts';
import { filterFields } from '../../message/field-lines.ts';
import { type ReadingRules, readHead, type StoredResponse, storedResponse } from '../response/stored-response.ts';
import { sameSelection } from '../response/vary.ts';
import { mergedFields } from './validation.ts';

/**
 * Returns the union of two partial responses; the fields of `newer` replace those of `older`, and a complete union becomes a 200. Null when
 * they do not have the same strong entity tag, or when bytes between them are missing.
 */
export function combined(newer: StoredResponse, older: StoredResponse, rules: ReadingRules): StoredResponse | null {
  if (newer.part === null || older.part === null || !isStrongTag(newer.etag) || newer.etag !== older.etag) return null;
  if (newer.part.complete !== older.part.complete || !sameSelection(newer.selection, older.selection)) return null;
  const union = unionOf(newer.part, older.part);
  if (union === null) return null;
  const merged = filterFields(
    mergedFields(older.head.fields, newer.head.fields, false),
    // RFC 9530 §2: Content-Digest of one part does not describe another.
    (name) => name !== 'content-range' && name !== 'content-length' && !CONTENT_DIGESTS.has(name),
  );
  const isComplete = union.first === 0 && union.last === union.complete - 1;
  const fields = isComplete ? merged : [...merged, 'Content-Range', formatContentRange(union, union.complete)];
  const { reason, times } = newer.head;
  const head = isComplete ? readHead(200, 'OK', fields, times, rules) : readHead(206, reason, fields, times, rules);
  const body = joinedBytes(union, newer, newer.part, older, older.part);
  return { ...storedResponse(head, body, newer.began, [], newer), selection: newer.selection };
}

function unionOf(one: ContentRange, other: ContentRange): ContentRange | null {
  if (one.first > other.last + 1 || other.first > one.last + 1) return null;
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last), complete: one.complete };
}

function joinedBytes(
  union: ContentRange,
  newer: StoredResponse,
  newerPart: ContentRange,
  older: StoredResponse,
  olderPart: ContentRange,
): Buffer {
  const bytes = Buffer.allocUnsafeSlow(union.last - union.first + 1);
  older.body.copy(bytes, olderPart.first - union.first);
  newer.body.copy(bytes, newerPart.first - union.first);
  return bytes;
}
