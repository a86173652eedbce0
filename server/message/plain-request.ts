/**
 * Requests of the plainest form, read from their bytes: in HTTP/1.1, for a path, with one valid host, with all of their content or none, and
 * without a field that changes how the message is framed or the connection is used. Whatever differs from this form by a byte is left to
 * Node's parser, so this reader accepts less than RFC 9112 allows and never repairs anything.
 */

/** The request line and the field lines, as Node gives them. */
export interface PlainRequest {
  readonly method: string;
  /** Target in origin form (RFC 9112 §3.2.1). */
  readonly url: string;
  readonly rawHeaders: readonly string[];
  /** Whether it states the length of its content, which may be zero. */
  readonly hasContent: boolean;
}

/** Longer heads are left to Node, whose limits are 16 KB and 2,000 lines. */
const LONGEST_HEAD = 8_192;

/** RFC 9112 §3, §3.2.1: single spaces, and a path and query of the characters of RFC 3986 §3.3 and §3.4 alone. */
const REQUEST_LINE = /(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\w.~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1\r\n/y;

/**
 * RFC 9112 §5: a token, a colon, a space, and visible ASCII with inner spaces. An empty value, a tab, space at the end, a folded line (§5.2)
 * and obs-text (RFC 9110 §5.5) do not match.
 */
const FIELD_LINE = /([\w!#$%&'*+.^`|~-]+): ([\x21-\x7e]+(?: +[\x21-\x7e]+)*)\r\n/y;

/**
 * Fields after which more than a head and its content may follow (RFC 9112 §6.1, RFC 9110 §10.1.1), or with which the connection is used
 * otherwise (RFC 9110 §7.6.1, §7.8, RFC 9113 §3.2.1). Node's parser reads Proxy-Connection as Connection.
 */
const FRAMING_FIELDS: ReadonlySet<string> = new Set([
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

/** RFC 9110 §8.6. No content that arrives in one packet is longer. */
const LENGTH = /^\d{1,6}$/;

/** Reads bytes that are exactly one plain request; null for all others. */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  const headLength = bytes.indexOf('\r\n\r\n') + 4;
  if (headLength < 4 || headLength > LONGEST_HEAD) return null;
  const head = bytes.toString('latin1', 0, headLength);
  REQUEST_LINE.lastIndex = 0;
  const line = REQUEST_LINE.exec(head);
  const fields = line === null ? null : readFields(head, REQUEST_LINE.lastIndex);
  if (line === null || fields === null || headLength + (fields.contentLength ?? 0) !== bytes.byteLength) return null;
  const [, method = '', url = ''] = line;
  return { method, url, rawHeaders: fields.lines, hasContent: fields.contentLength !== null };
}

interface ReadFields {
  readonly lines: readonly string[];
  /** Null without the field. */
  readonly contentLength: number | null;
}

/** Reads the field lines up to the empty one at the end. */
function readFields(head: string, start: number): ReadFields | null {
  const lines: string[] = [];
  let hosts = 0;
  let contentLength: number | null = null;
  for (let at = start; at < head.length - 2; at = FIELD_LINE.lastIndex) {
    FIELD_LINE.lastIndex = at;
    const line = FIELD_LINE.exec(head);
    if (line === null) return null;
    const [, name = '', value = ''] = line;
    const lowerName = name.toLowerCase();
    if (!isPlain(lowerName, value)) return null;
    if (lowerName === 'host') hosts += 1;
    if (lowerName === 'content-length') {
      // RFC 9112 §6.3: two lengths are refused, even equal ones.
      if (contentLength !== null) return null;
      contentLength = Number(value);
    }
    lines.push(name, value);
  }
  // RFC 9112 §3.2: exactly one Host.
  return hosts === 1 ? { lines, contentLength } : null;
}

function isPlain(lowerName: string, value: string): boolean {
  switch (lowerName) {
    case 'host':
      return HOST.test(value);
    case 'content-length':
      return LENGTH.test(value);
    case 'connection':
      // RFC 9112 §9.3: this is the default of HTTP/1.1. Every other option is left to Node.
      return value === 'keep-alive';
    default:
      return !FRAMING_FIELDS.has(lowerName);
  }
}
