/** How the content of a response is framed, and which statuses have none, whatever the origin writes after their heads. */
import { type Fields, fieldLines, filterFields } from './field-lines.ts';

/** RFC 9110 §15.2 to §15.4: interim responses are none of these, for they never have a body to write. */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Fields that say how content is framed. */
const OF_CONTENT: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer']);

/**
 * Returns the fields of a response as its status lets them leave. A 204 says no length, not even zero (RFC 9110 §8.6). The 205 is the one
 * whose head does not say by itself that it ends with it: its length must be said, and be zero (RFC 9110 §15.3.6). Of the others a length
 * that is none is taken away, and what is sent is framed by whoever sends it.
 */
export function framedByStatus(status: number, fields: Fields): Fields {
  if (status !== 204 && status !== 205) return withGoodLength(fields);
  const bare = filterFields(fields, (name) => !OF_CONTENT.has(name));
  return status === 205 ? [...bare, 'Content-Length', '0'] : bare;
}

/** RFC 9112 §6.3: two hops that read a bad length differently would disagree about where the next response begins. */
function withGoodLength(fields: Fields): Fields {
  const lines = fieldLines(fields, 'content-length');
  return lines.length === 0 || announcedLength(lines) !== null ? fields : filterFields(fields, (name) => name !== 'content-length');
}

/**
 * Returns the bytes that a response's lines of Content-Length announce; null unless they are one line, and that one number (RFC 9110 §8.6).
 * More digits than 15 are no length that anything has.
 */
export function announcedLength(lines: readonly string[]): number | null {
  const [only = '', ...others] = lines;
  return others.length === 0 && /^\d{1,15}$/.test(only) ? Number(only) : null;
}
