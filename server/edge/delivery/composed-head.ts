/** The head of a stored response as bytes, as Node writes it on a persistent connection of HTTP/1.1: for an answer that Node does not send. */
import { hasNoContent } from '../../message/content-framing.ts';
import { type Fields, fieldPairs } from '../../message/field-lines.ts';

/** RFC 9110 §5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** RFC 9110 §5.5, and RFC 9112 §4 for a reason phrase: no control character but the tab. */
const TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Node decides about the connection and the framing by these. The fields of a stored response have none of them. */
const NODE_FIELDS: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'expect']);

export interface ComposedHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
  /** The server's setting in milliseconds, which Keep-Alive states. */
  readonly keepAliveTimeout: number;
}

/** Returns the bytes of the head; null where Node would add to the fields or refuse them. */
export function composeHead({ status, reason, fields, keepAliveTimeout }: ComposedHead): Buffer | null {
  if (!TEXT.test(reason)) return null;
  const names = new Set<string>();
  let text = `HTTP/1.1 ${status} ${reason}\r\n`;
  for (const [name, value] of fieldPairs(fields)) {
    const lowerName = name.toLowerCase();
    if (!TOKEN.test(name) || !TEXT.test(value) || NODE_FIELDS.has(lowerName)) return null;
    names.add(lowerName);
    text += `${name}: ${value}\r\n`;
  }
  if (!names.has('date') || !(names.has('content-length') || hasNoContent(status))) return null;
  const persistence = keepAliveTimeout > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1_000)}\r\n` : '';
  return Buffer.from(`${text}Connection: keep-alive\r\n${persistence}\r\n`, 'latin1');
}
