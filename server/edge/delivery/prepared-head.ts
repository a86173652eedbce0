/**
 * Heads of answers as Node wrote them, sent again as bytes. Writing a head out of its fields is a third of what Node does for an answer, and
 * consecutive hits have the same one. The head is Node's own: the first answer goes the plain way, and what it sent is kept. So there is
 * nothing here to know about `Connection`, `Keep-Alive` or which characters a field may have.
 *
 * Relied upon, beyond what Node documents: `_header` is the text of the head once it is written, and where `_header` is set and `_headerSent`
 * is true, `end` writes no head. `keepsHeads` tries that out, so with another Node every answer goes the plain way.
 */
/* oxlint-disable no-underscore-dangle -- the names are Node's. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A head as it went over the wire. Only for answers of the same status and fields. */
export interface KeptHead {
  readonly text: string;
  /** What it promised the client, which is the server's setting. */
  readonly keepAliveTimeout: unknown;
  /** Made when it is sent again for the first time: most are not. */
  bytes: Buffer | null;
}

/** What Node keeps in a response, as far as it is used here. */
interface Inside {
  _header: unknown;
  _headerSent: unknown;
  readonly _keepAliveTimeout: unknown;
  readonly _expect_continue: unknown;
  readonly _removedConnection: unknown;
  readonly shouldKeepAlive: unknown;
  readonly maxRequestsOnConnectionReached: unknown;
}

function insideOf(res: ServerResponse): Inside {
  return res as unknown as Inside;
}

/**
 * Says whether this answer's head is the one that any other of the same fields has: HTTP/1.1 on a connection that stays open, nothing set or
 * patched by a handler in front of us (compression and session middleware replace `writeHead`), and its turn to be sent, which pipelined
 * answers have to wait for.
 */
export function hasPlainHead(req: IncomingMessage, res: ServerResponse): boolean {
  const { _header, _removedConnection, _expect_continue, shouldKeepAlive, maxRequestsOnConnectionReached } = insideOf(res);
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

/** Returns the head that has just been written, to be sent again; null when it is not a text that ends as a head does. */
export function keptHead(res: ServerResponse): KeptHead | null {
  const { _header: text, _keepAliveTimeout: keepAliveTimeout } = insideOf(res);
  return typeof text === 'string' && text.endsWith('\r\n\r\n') ? { text, keepAliveTimeout, bytes: null } : null;
}

/** Says whether the head promises what the server of this answer would. */
export function isOfServer(head: KeptHead, res: ServerResponse): boolean {
  return head.keepAliveTimeout === insideOf(res)._keepAliveTimeout;
}

/** Sends a kept head and a body. Only after `hasPlainHead` and `isOfServer`. */
export function sendKept(res: ServerResponse, head: KeptHead, status: number, body: Buffer | null): void {
  const { socket } = res;
  if (socket === null) return;
  head.bytes ??= Buffer.from(head.text, 'latin1');
  const inside = insideOf(res);
  // For whoever looks at the response afterwards, a log for example.
  res.statusCode = status;
  inside._header = head.text;
  inside._headerSent = true;
  if (body === null) {
    socket.write(head.bytes);
  } else {
    // Both in one system call.
    socket.cork();
    socket.write(head.bytes);
    socket.write(body);
    socket.uncork();
  }
  // All is with the socket; what is left to Node is the end of the exchange, when it has been flushed.
  res.end();
}

/** Tries on a connection in memory whether answers with a kept head are the same bytes as plain ones. */
export function keepsHeads(): boolean {
  const fields = ['Content-Type', 'text/plain', 'Date', 'Sat, 21 Nov 2026 12:00:00 GMT', 'Content-Length', '2'];
  const body = Buffer.from('ok');
  try {
    let head: KeptHead | null = null;
    const plain = trial((res) => {
      res.writeHead(200, 'OK', fields);
      head = keptHead(res);
      res.end(body);
    });
    return head !== null && plain !== '' && plain === trial((res) => head !== null && sendKept(res, head, 200, body));
  } catch {
    // Whatever this Node made of it, the plain way is there.
    return false;
  }
}

/** Returns what `answer` writes to a connection. */
function trial(answer: (res: ServerResponse) => void): string {
  const connection = new MemorySocket();
  const res = new ServerResponse(new IncomingMessage(connection));
  res.assignSocket(connection);
  answer(res);
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
