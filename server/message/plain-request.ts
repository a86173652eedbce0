/**
 * Requests of the plainest form, read from their bytes: GET or HEAD of a path in HTTP/1.1, with one valid host, without content and without a
 * field that changes how the message is framed or the connection is used. Whatever differs from this form by a byte is left to Node's
 * parser, so this reader accepts less than RFC 9112 allows and never repairs anything.
 */

/** The request line and the field lines, as Node gives them. */
export interface PlainRequest {
  readonly method: 'GET' | 'HEAD';
  /** Target in origin form (RFC 9112 §3.2.1). */
  readonly url: string;
  readonly rawHeaders: readonly string[];
}

/** Longer heads are left to Node, whose limits are 16 KB and 2,000 lines. */
const LONGEST_HEAD = 8_192;

/** RFC 9112 §3, §3.2.1: single spaces, and a path and query of the characters of RFC 3986 §3.3 and §3.4 alone. */
const REQUEST_LINE = /(GET|HEAD) (\/[\w.~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1\r\n/y;

/**
 * RFC 9112 §5: a token, a colon, a space, and visible ASCII with single or inner spaces. An empty value, a tab, space at the end, a folded
 * line (§5.2) and obs-text (RFC 9110 §5.5) do not match.
 */
const FIELD_LINE = /([\w!#$%&'*+.^`|~-]+): ([\x21-\x7e]+(?: +[\x21-\x7e]+)*)\r\n/y;

/**
 * Fields after which more than a head may follow (RFC 9112 §6, RFC 9110 §10.1.1), or the connection is used otherwise (RFC 9110 §7.6.1,
 * §7.8, RFC 9113 §3.2.1). Node's parser reads Proxy-Connection as Connection.
 */
const FRAMING_FIELDS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'upgrade',
  'http2-settings',
  'proxy-connection',
  'keep-alive',
]);

/** RFC 9110 §7.2: a name or an address with an optional port. Other authorities are valid too. */
const HOST = /^[\w.:[\]-]+$/;

/** Reads bytes that are exactly one plain request; null for all others. */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.byteLength > LONGEST_HEAD) return null;
  const text = bytes.toString('latin1');
  REQUEST_LINE.lastIndex = 0;
  const line = REQUEST_LINE.exec(text);
  if (line === null) return null;
  const rawHeaders = fieldsFrom(text, REQUEST_LINE.lastIndex);
  return rawHeaders === null ? null : { method: line[1] === 'HEAD' ? 'HEAD' : 'GET', url: line[2] ?? '', rawHeaders };
}

/** Reads the field lines and the empty line with which the text must end. */
function fieldsFrom(text: string, start: number): readonly string[] | null {
  const end = text.length - 2;
  const fields: string[] = [];
  let hosts = 0;
  for (let at = start; at < end; at = FIELD_LINE.lastIndex) {
    FIELD_LINE.lastIndex = at;
    const line = FIELD_LINE.exec(text);
    if (line === null) return null;
    const [, name = '', value = ''] = line;
    if (!isPlain(name, value)) return null;
    if (isHost(name)) hosts += 1;
    fields.push(name, value);
  }
  // RFC 9112 §3.2: exactly one Host.
  return hosts === 1 && text.endsWith('\r\n\r\n') ? fields : null;
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function isPlain(name: string, value: string): boolean {
  const lowerName = name.toLowerCase();
  if (lowerName === 'host') return HOST.test(value);
  // RFC 9112 §9.3: this is the default of HTTP/1.1. Every other option is left to Node.
  if (lowerName === 'connection') return value === 'keep-alive';
  return !FRAMING_FIELDS.has(lowerName);
}
