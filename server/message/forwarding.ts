/** Fields that belong to one connection and are neither forwarded nor stored (RFC 9110 §7.6.1, RFC 9111 §3.1). */
import { type Fields, fieldLines, filterFields, splitList } from './field-lines.ts';

const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** No request of HTTP/1.1 is one without the first (RFC 9112 §3.2), and without the other a body would be the next message (§6.3). */
const NEVER_OF_THE_CONNECTION: ReadonlySet<string> = new Set(['host', 'content-length']);

/**
 * Returns the fields that may travel on: without those of the connection and those that `Connection` names, where it may (RFC 9110
 * §7.6.1).
 */
export function endToEnd(fields: Fields): readonly string[] {
  const named = new Set(fieldLines(fields, 'connection').flatMap((line) => splitList(line.toLowerCase())));
  return filterFields(fields, (name) => !CONNECTION_FIELDS.has(name) && (!named.has(name) || NEVER_OF_THE_CONNECTION.has(name)));
}
