/** Changes to the fields of a client's own request, before the edge hands it to the origin. */
import type { IncomingMessage } from 'node:http';
import { fieldValue, filterFields, replaceField } from '../../message/field-lines.ts';

/** Replaces all lines of a field in a request by one. */
export function rewriteField(req: IncomingMessage, name: string, value: string): void {
  // Node derives these two from rawHeaders on first access and expects as many lines as arrived, so they are read before the change.
  const { headers, headersDistinct } = req;
  req.rawHeaders = [...replaceField(req.rawHeaders, name, value)];
  headers[name.toLowerCase()] = value;
  headersDistinct[name.toLowerCase()] = [value];
}

/** Removes all lines of a field from a request; `lowerName` is its name in lower case. */
export function removeField(req: IncomingMessage, lowerName: string): void {
  const { headers, headersDistinct } = req;
  req.rawHeaders = [...filterFields(req.rawHeaders, (name) => name !== lowerName)];
  // Objects of Node's own, which have no other way to lose a field.
  Reflect.deleteProperty(headers, lowerName);
  Reflect.deleteProperty(headersDistinct, lowerName);
}

/** The suffix that `encodedFields` gives to the origin's entity tag. */
const ENCODING_SUFFIX = /-(?:br|gzip|zstd)"$/;

/**
 * Adds the origin's own tag after each entity tag that the edge made for an encoding (RFC 9110 §8.8.3.3): the origin only knows its own,
 * and a client that holds an encoding holds the representation of that tag, so `If-Match` is true where it is current (§13.1.1). The
 * first tag stays, because an origin may have tags with such a suffix. `If-None-Match` of a GET or HEAD stays unchanged: a 304 to it would
 * be about other bytes than the client has.
 */
export function addOriginTags(req: IncomingMessage): void {
  const { method, rawHeaders } = req;
  const names = method === 'GET' || method === 'HEAD' ? ['If-Match'] : ['If-Match', 'If-None-Match'];
  for (const name of names) {
    const list = fieldValue(rawHeaders, name.toLowerCase());
    const extended = list === null ? null : withOriginTags(list);
    if (extended !== null && extended !== list) rewriteField(req, name, extended);
  }
}

function withOriginTags(list: string): string {
  return list.replaceAll(/(?:W\/)?"[^"]*"/g, (tag) => (ENCODING_SUFFIX.test(tag) ? `${tag}, ${tag.replace(ENCODING_SUFFIX, '"')}` : tag));
}
