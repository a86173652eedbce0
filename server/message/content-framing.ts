/** How the content of a response is framed (RFC 9112 §6.3), and which statuses have no content. */
import { type Fields, fieldLines, filterFields, hasField } from './field-lines.ts';

/** Says whether a final response of this status has no content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). Interim responses are not asked about. */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Fields that frame content. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer']);

/**
 * Returns the fields of a response with the framing that its status allows. A 204 has no Content-Length, not even zero (RFC 9110 §8.6). A
 * 205 must have a Content-Length of zero, because its status alone does not end it (RFC 9110 §15.3.6). From other responses an invalid
 * Content-Length is removed, and the sender of the message frames it.
 */
export function framedByStatus(status: number, fields: Fields): Fields {
  if (status !== 204 && status !== 205) return withValidLength(fields);
  const bare = filterFields(fields, (name) => !FRAMING.has(name));
  return status === 205 ? [...bare, 'Content-Length', '0'] : bare;
}

/** RFC 9112 §6.3: recipients that read an invalid length differently would disagree about where the next response begins. */
function withValidLength(fields: Fields): Fields {
  const isValid = !hasField(fields, 'content-length') || contentLengthOf(fields) !== null;
  return isValid ? fields : filterFields(fields, (name) => name !== 'content-length');
}

/** Returns the length in bytes that a message announces; null where it announces none or an invalid one. */
export function contentLengthOf(fields: Fields): number | null {
  return parseContentLength(fieldLines(fields, 'content-length'));
}

/**
 * Returns the length in bytes that the lines of Content-Length announce; null unless there is exactly one line with one number
 * (RFC 9110 §8.6). A number of more than 15 digits, which JavaScript does not hold exactly, is invalid.
 */
export function parseContentLength(lines: readonly string[]): number | null {
  const [only = '', ...others] = lines;
  return others.length === 0 && /^\d{1,15}$/.test(only) ? Number(only) : null;
}
