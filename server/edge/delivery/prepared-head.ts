/**
 * The head of a stored response as bytes, which consecutive hits share: writing a head from its fields is a third of Node's work for a
 * response.
 *
 * Where Node sends the response, the first head is written by Node, recorded, and sent again: so nothing here depends on the rules of
 * `Connection`, `Keep-Alive` or valid characters. This relies on undocumented behaviour of Node: `_header` is the text of the head after
 * it is written, and `end` writes no head where `_header` is set and `_headerSent` is true. `supportsPreparedHeads` tests it, so that with
 * another Node all heads are written by Node.
 *
 * For an answer that Node does not send, the head is composed as Node writes it on a persistent connection of HTTP/1.1. The fields of
 * other heads, for instance after a request to the origin, are left to Node.
 */
/* oxlint-disable no-underscore-dangle -- these are Node's names. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { hasNoContent } from '../../message/content-framing.ts';
import { type Fields, fieldPairs } from '../../message/field-lines.ts';

/** A head as it was sent. Only valid for responses of the same status and fields. */
export interface PreparedHead {
  readonly text: string;
  /** The server's setting that Keep-Alive states. */
  readonly keepAliveTimeout: unknown;
  /** Made at the second use, because most heads are used once. */
  bytes: Buffer | null;
}

/** Internal properties of Node's response that are used here. */
interface Internals {
  _header: unknown;
  _headerSent: unknown;
  readonly _keepAliveTimeout: unknown;
  readonly _expect_continue: unknown;
  readonly _removedConnection: unknown;
  readonly shouldKeepAlive: unknown;
  readonly maxRequestsOnConnectionReached: unknown;
}

function internalsOf(res: ServerResponse): Internals {
  return res as unknown as Internals;
}

/**
 * Says whether the head of this response depends on nothing but its fields: HTTP/1.1 on a persistent connection, no headers set and no
 * methods replaced by middleware (compression and session middleware replace `writeHead`), and not waiting behind a pipelined response.
 */
export function allowsPreparedHead(req: IncomingMessage, res: ServerResponse): boolean {
  const { _header, _removedConnection, _expect_continue, shouldKeepAlive, maxRequestsOnConnectionReached } = internalsOf(res);
  return (
    _header === null &&
    shouldKeepAlive === true &&
    maxRequestsOnConnectionReached === false &&
    _removedConnection === false &&
    _expect_continue === false &&
    res.socket?.writable === true &&
    req.httpVersionMinor === 1 &&
    res.writeHead === ServerResponse.prototype.writeHead &&
    res.end === ServerResponse.prototype.end &&
    res.getHeaderNames().length === 0
  );
}

/** Records the head that has just been written; null when it does not end as a head does. */
export function prepareHead(res: ServerResponse): PreparedHead | null {
  const { _header: text, _keepAliveTimeout: keepAliveTimeout } = internalsOf(res);
  return typeof text === 'string' && text.endsWith('\r\n\r\n') ? { text, keepAliveTimeout, bytes: null } : null;
}

/** Says whether a head states the keep-alive timeout of this response's server. */
export function fitsConnection(head: PreparedHead, res: ServerResponse): boolean {
  return head.keepAliveTimeout === internalsOf(res)._keepAliveTimeout;
}

/** Sends a prepared head and a body. Only after `allowsPreparedHead` and `fitsConnection`. */
export function sendPrepared(res: ServerResponse, head: PreparedHead, status: number, body: Buffer | null): void {
  const { socket } = res;
  if (socket === null) return;
  head.bytes ??= Buffer.from(head.text, 'latin1');
  const internals = internalsOf(res);
  // For code that reads the response afterwards, as an access log does.
  res.statusCode = status;
  internals._header = head.text;
  internals._headerSent = true;
  if (body === null) {
    socket.write(head.bytes);
  } else {
    // One system call for both.
    socket.cork();
    socket.write(head.bytes);
    socket.write(body);
    socket.uncork();
  }
  // Everything is written to the socket; Node only ends the exchange after the flush.
  res.end();
}

/** Tests on a connection in memory whether a prepared head gives the same bytes as one that Node writes. */
export function supportsPreparedHeads(): boolean {
  const fields = ['Content-Type', 'text/plain', 'Date', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Content-Length', '2'];
  const body = Buffer.from('ok');
  try {
    let head: PreparedHead | null = null;
    const written = trial((res) => {
      res.writeHead(200, 'OK', fields);
      head = prepareHead(res);
      res.end(body);
    });
    return head !== null && written !== '' && written === trial((res) => head !== null && sendPrepared(res, head, 200, body));
  } catch {
    // With this version of Node every head is written by Node.
    return false;
  }
}

/** Returns the bytes that `respond` writes to a connection. */
function trial(respond: (res: ServerResponse) => void): string {
  const connection = new MemorySocket();
  const res = new ServerResponse(new IncomingMessage(connection));
  res.assignSocket(connection);
  respond(res);
  connection.destroy();
  return res.headersSent && res.writableEnded ? connection.written : '';
}

class MemorySocket extends Socket {
  written = '';

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.written += typeof chunk === 'string' ? Buffer.from(chunk, encoding).toString('latin1') : chunk.toString('latin1');
    done();
  }

  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => undefined);
    done();
  }
}

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
