/** Which fields an intermediary removes when it forwards a message (RFC 9110 §7.6). */
import { type Fields, fieldLines, filterFields, splitList } from './field-lines.ts';

/** Hop-by-hop fields: they are neither forwarded nor stored (RFC 9110 §7.6.1, RFC 9111 §3.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
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

/**
 * Fields that `Connection` cannot remove. HTTP/1.1 requires Host (RFC 9112 §3.2), and without Content-Length the recipient would read the
 * body as the next message (RFC 9112 §6.3).
 */
const ALWAYS_END_TO_END: ReadonlySet<string> = new Set(['host', 'content-length']);

/** Returns the end-to-end fields: without the hop-by-hop fields and without those that `Connection` names (RFC 9110 §7.6.1). */
export function endToEndFields(fields: Fields): readonly string[] {
  const named = new Set(fieldLines(fields, 'connection').flatMap((line) => splitList(line.toLowerCase())));
  return filterFields(fields, (name) => !HOP_BY_HOP.has(name) && (!named.has(name) || ALWAYS_END_TO_END.has(name)));
}
