/** Fields that belong to one connection and are neither forwarded nor stored (RFC 9110 §7.6.1, RFC 9111 §3.1). */
import { type Fields, fieldLines, filterFields, splitList } from './fields.ts';

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

/** Returns the fields that may travel on: without those of the connection and those that `Connection` names. */
export function endToEnd(fields: Fields): readonly string[] {
  const named = new Set(fieldLines(fields, 'connection').flatMap((line) => splitList(line.toLowerCase())));
  return filterFields(fields, (name) => !CONNECTION_FIELDS.has(name) && !named.has(name));
}
