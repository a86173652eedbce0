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

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** RFC 9112 §3.2.1: a path and query of the characters of RFC 3986 §3.3 and §3.4 alone. */
const TARGET = bytesOf(/[\w.~!$&'()*+,;=:@%/?-]/);

/** RFC 9110 §5.6.2 */
const TOKEN = bytesOf(/[\w!#$%&'*+.^`|~-]/);

/** RFC 9110 §5.5: visible ASCII and inner spaces. A tab and obs-text are valid too. */
const VALUE = bytesOf(/[\x20-\x7e]/);

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;

/** RFC 9112 §2.3, and the end of the request line. */
const VERSION = ' HTTP/1.1\r\n';

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

/** The fields at which the reader looks, by length and first letter: nearly all other names of a browser differ in one of them. */
const READ_SHAPES: ReadonlySet<number> = new Set(
  [...FRAMING_FIELDS, 'host', 'content-length', 'connection'].map((name) => shapeOf(name.length, name.charCodeAt(0))),
);

/** RFC 9110 §7.2: a name or an address with an optional port. Other authorities are valid too. */
const HOST = /^[\w.:[\]-]+$/;

/** RFC 9110 §8.6. No content that arrives in one packet is longer. */
const LENGTH = /^\d{1,6}$/;

/** Reads bytes that are exactly one plain request; null for all others. */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  const text = bytes.toString('latin1', 0, Math.min(bytes.byteLength, LONGEST_HEAD));
  const targetStart = text.indexOf(' /') + 1;
  const method = text.slice(0, Math.max(0, targetStart - 1));
  const targetEnd = endOfRun(bytes, targetStart, TARGET);
  if (!METHODS.has(method) || !text.startsWith(VERSION, targetEnd)) return null;
  const fields = readFields(bytes, text, targetEnd + VERSION.length);
  if (fields === null || fields.end > LONGEST_HEAD || fields.end + (fields.contentLength ?? 0) !== bytes.byteLength) return null;
  return { method, url: text.slice(targetStart, targetEnd), rawHeaders: fields.lines, hasContent: fields.contentLength !== null };
}

interface ReadFields {
  readonly lines: readonly string[];
  /** Null without the field. */
  readonly contentLength: number | null;
  /** Place of the first byte after the empty line. */
  readonly end: number;
}

/** Reads the field lines from `start` to the empty one at the end; `text` are the same bytes. */
function readFields(bytes: Buffer, text: string, start: number): ReadFields | null {
  const lines: string[] = [];
  let hosts = 0;
  let contentLength: number | null = null;
  let at = start;
  while (bytes[at] !== CR) {
    const nameEnd = endOfRun(bytes, at, TOKEN);
    const valueEnd = endOfRun(bytes, nameEnd + 2, VALUE);
    if (!isFieldLine(bytes, at, nameEnd, valueEnd)) return null;
    const name = text.slice(at, nameEnd);
    const value = text.slice(nameEnd + 2, valueEnd);
    if (READ_SHAPES.has(shapeOf(name.length, bytes[at] ?? 0))) {
      const lowerName = name.toLowerCase();
      if (!isPlain(lowerName, value)) return null;
      if (lowerName === 'host') hosts += 1;
      if (lowerName === 'content-length') {
        // RFC 9112 §6.3: two lengths are refused, even equal ones.
        if (contentLength !== null) return null;
        contentLength = Number(value);
      }
    }
    lines.push(name, value);
    at = valueEnd + 2;
  }
  // RFC 9112 §3.2: exactly one Host.
  return hosts === 1 && bytes[at + 1] === LF ? { lines, contentLength, end: at + 2 } : null;
}

/**
 * RFC 9112 §5: a token, a colon, a space, and a value that neither begins nor ends with a space. An empty value, other space around it and a
 * folded line (§5.2) are left to Node.
 */
function isFieldLine(bytes: Buffer, start: number, nameEnd: number, valueEnd: number): boolean {
  const valueStart = nameEnd + 2;
  return (
    nameEnd > start &&
    bytes[nameEnd] === COLON &&
    bytes[nameEnd + 1] === SPACE &&
    valueEnd > valueStart &&
    bytes[valueStart] !== SPACE &&
    bytes[valueEnd - 1] !== SPACE &&
    bytes[valueEnd] === CR &&
    bytes[valueEnd + 1] === LF
  );
}

/** Letters of both cases have one shape, and so have some other characters of a token. */
function shapeOf(length: number, firstByte: number): number {
  return (length << 8) | firstByte | 0x20;
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

/** Returns the place of the first byte at or after `start` that is not in `set`: a loop over bytes, because a pattern for each line is half the work of reading. */
function endOfRun(bytes: Buffer, start: number, set: Uint8Array): number {
  let at = start;
  // Past the end there is no byte, as there is no NUL in a set.
  while (set[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

/** Returns the set of the bytes that match a pattern: 1 at the place of each. */
function bytesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));
}
