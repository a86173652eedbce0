/** Statuses whose responses have no content, whatever the origin writes after their heads. */
import { type Fields, filterFields } from './fields.ts';

/** RFC 9110 §15.2 to §15.4: interim responses are none of these, for they never have a body to write. */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Fields that say how content is framed. */
const OF_CONTENT: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer']);

/**
 * Returns the fields of a response as its status lets them leave. The 205 is the one whose head does not say by itself that it ends with
 * it: its length must be said, and be zero (RFC 9110 §15.3.6).
 */
export function framedByStatus(status: number, fields: Fields): Fields {
  return status === 205 ? [...filterFields(fields, (name) => !OF_CONTENT.has(name)), 'Content-Length', '0'] : fields;
}
