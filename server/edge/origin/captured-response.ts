/**
 * A `ServerResponse` without a socket: what the origin writes goes to a sink. Node's own class stores the headers. Only the methods that
 * would write to a socket are replaced, on the instance, because frameworks change the prototype of a response, and middleware wraps its
 * methods.
 */
import { ClientRequest, type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { framedByStatus, hasNoContent, parseContentLength } from '../../message/content-framing.ts';
import { fieldPairs } from '../../message/field-lines.ts';
import type { ResponseSink } from './origin.ts';

export interface CapturedResponse {
  readonly response: ServerResponse;
  /** Lets a waiting origin continue. */
  drained(): void;
  /** Closes the response as a client that disconnects does. The sink is not called. */
  abort(): void;
  /** Closes the response as an origin that disconnects does: an incomplete response fails. */
  disconnect(): void;
}

type Callback = (error?: Error | null) => void;

/** Makes the response for `req`. */
export function captureResponse(req: IncomingMessage, sink: ResponseSink): CapturedResponse {
  const response = new ServerResponse(req);
  const capture = new Capture(req, response, sink);
  capture.install();
  return { response, drained: () => capture.drained(), abort: () => capture.abort(), disconnect: () => capture.disconnect(null) };
}

class Capture {
  readonly #response: ServerResponse;
  readonly #sink: ResponseSink;
  readonly #isHead: boolean;
  #headSent = false;
  #closed = false;
  #finished = false;
  #waiting = false;
  #declared: number | null = null;
  #written = 0;
  #trailers: string[] = [];

  constructor(req: IncomingMessage, response: ServerResponse, sink: ResponseSink) {
    this.#response = response;
    this.#sink = sink;
    this.#isHead = req.method === 'HEAD';
  }

  install(): void {
    const response = this.#response;
    const information = (status: number, headers?: unknown, done?: Callback): void => {
      if (response.headersSent) throw coded('ERR_HTTP_HEADERS_SENT', 'Cannot write after headers are sent to the client');
      this.#sink.information(status, flatten(headers));
      if (done !== undefined) process.nextTick(done);
    };
    Object.assign(response, {
      writeHead: (status: unknown, reason?: unknown, headers?: unknown) => this.#writeHead(status, reason, headers),
      flushHeaders: () => this.#sendHead(),
      write: (chunk: unknown, encoding?: unknown, done?: unknown) => this.#write(chunk, encoding, done),
      end: (chunk?: unknown, encoding?: unknown, done?: unknown) => this.#end(chunk, encoding, done),
      addTrailers: (headers: unknown) => this.#trailers.push(...flatten(headers)),
      destroy: (error?: Error) => {
        this.disconnect(error ?? null);
        return response;
      },
      writeInformation: information,
      writeContinue: (done?: Callback) => information(100, undefined, done),
      writeProcessing: (done?: Callback) => information(102, undefined, done),
      setTimeout: () => response,
      cork: () => undefined,
      uncork: () => undefined,
    });
    Object.defineProperty(response, 'writableNeedDrain', { configurable: true, get: () => this.#waiting && !response.destroyed });
    Object.defineProperty(response, 'writableFinished', { configurable: true, get: () => this.#finished });
    Object.defineProperty(response, 'closed', { configurable: true, get: () => this.#closed });
  }

  get #isBodiless(): boolean {
    return this.#isHead || hasNoContent(this.#response.statusCode);
  }

  drained(): void {
    if (!this.#waiting || this.#closed) return;
    this.#waiting = false;
    this.#response.emit('drain');
  }

  disconnect(cause: Error | null): void {
    if (this.#closed) return;
    if (!this.#response.writableEnded) this.#sink.fail(cause ?? new Error('the origin closed its response before the end'));
    this.abort();
  }

  abort(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#response.destroyed = true;
    process.nextTick(() => this.#response.emit('close'));
  }

  #writeHead(status: unknown, reason: unknown, headers: unknown): ServerResponse {
    const response = this.#response;
    if (response.headersSent) throw coded('ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
    const code = Math.trunc(Number(status));
    if (!(code >= 200 && code <= 999)) throw coded('ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${String(status)}`);
    response.statusCode = code;
    if (typeof reason === 'string') response.statusMessage = reason;
    response.statusMessage ||= STATUS_CODES[code] ?? 'unknown';
    const lines = fieldPairs(flatten(typeof reason === 'string' ? headers : (headers ?? reason)));
    for (const [name] of lines) response.removeHeader(name);
    for (const [name, value] of lines) response.appendHeader(name, value);
    // Node reads `_header` to decide whether headers are sent: `headersSent` is true from here on, and `setHeader` throws.
    Object.assign(response, { _header: 'captured' });
    return response;
  }

  #sendHead(): void {
    const response = this.#response;
    if (this.#headSent || this.#closed) return;
    // Called on the instance, because middleware may have replaced it.
    if (!response.headersSent) response.writeHead(response.statusCode);
    this.#headSent = true;
    const fields: string[] = [];
    for (const name of rawNames(response)) {
      const value = response.getHeader(name);
      for (const line of Array.isArray(value) ? value : [String(value)]) fields.push(name, line);
    }
    this.#declared = lengthOf(response);
    this.#sink.head(response.statusCode, response.statusMessage, framedByStatus(response.statusCode, fields));
  }

  #write(chunk: unknown, encodingOrDone: unknown, done: unknown): boolean {
    const callback = firstFunction(encodingOrDone, done);
    const refused = this.#refusal('write after end');
    if (refused !== null) {
      this.#report(refused, callback);
      return false;
    }
    const bytes = bytesOf(chunk, encodingOrDone);
    this.#sendHead();
    this.#take(bytes);
    if (callback !== null) process.nextTick(callback);
    return !this.#waiting;
  }

  #take(bytes: Buffer): void {
    if (this.#isBodiless || bytes.byteLength === 0 || this.#closed) return;
    const room = this.#declared === null ? bytes.byteLength : Math.max(0, this.#declared - this.#written);
    const fitting = bytes.byteLength <= room ? bytes : bytes.subarray(0, room);
    this.#written += bytes.byteLength;
    // The client would read bytes beyond Content-Length as the next response.
    if (fitting.byteLength > 0 && !this.#sink.data(fitting)) this.#waiting = true;
  }

  #end(chunk: unknown, encoding: unknown, done: unknown): ServerResponse {
    const response = this.#response;
    const callback = firstFunction(chunk, encoding, done);
    const refused = this.#refusal('write after end');
    if (refused !== null) {
      this.#report(refused, callback);
      return response;
    }
    const bytes = chunk === undefined || chunk === null || typeof chunk === 'function' ? null : bytesOf(chunk, encoding);
    if (bytes !== null && !response.headersSent && lengthOf(response) === null) {
      // The complete body is known before the head is sent: Node itself sets the length then.
      response.setHeader('Content-Length', bytes.byteLength);
    }
    this.#sendHead();
    if (bytes !== null) this.#take(bytes);
    Object.assign(response, { finished: true });
    this.#finish(callback);
    return response;
  }

  #finish(callback: Callback | null): void {
    const response = this.#response;
    if (!this.#closed) {
      const mismatch = new Error(`the origin announced ${this.#declared} bytes and wrote ${this.#written}`);
      const difference = this.#isBodiless || this.#declared === null ? 0 : this.#written - this.#declared;
      if (difference < 0) this.#sink.fail(mismatch);
      else this.#sink.end(this.#trailers, difference > 0 ? mismatch : null);
    }
    process.nextTick(() => {
      this.#finished = true;
      response.emit('prefinish');
      response.emit('finish');
      callback?.();
      this.#closeQuietly();
    });
  }

  #closeQuietly(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#response.destroyed = true;
    this.#response.emit('close');
  }

  #refusal(text: string): Error | null {
    const response = this.#response;
    if (response.writableEnded) return coded('ERR_STREAM_WRITE_AFTER_END', text);
    return response.destroyed ? coded('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed') : null;
  }

  #report(error: Error, callback: Callback | null): void {
    process.nextTick(() => callback?.(error));
  }
}

/** Returns the Content-Length that is set; null without a valid one. */
function lengthOf(response: ServerResponse): number | null {
  const value = response.getHeader('content-length');
  return value === undefined ? null : parseContentLength(Array.isArray(value) ? value : [String(value)]);
}

/** Returns header names as the origin wrote them. Node has the method for every outgoing message, but its types only for requests. */
function rawNames(response: ServerResponse): readonly string[] {
  return ClientRequest.prototype.getRawHeaderNames.call(response);
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8');
  // Copied, because the origin may reuse its memory after the write and the bytes are retained for other clients.
  if (chunk instanceof Uint8Array) return Buffer.from(chunk);
  throw coded('ERR_INVALID_ARG_TYPE', 'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array');
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value);
}

function firstFunction(...values: readonly unknown[]): Callback | null {
  const found = values.find((value) => typeof value === 'function');
  return found === undefined ? null : (found as Callback);
}

/** Accepts headers in every form that Node accepts: an object, pairs, or a flat list. */
function flatten(headers: unknown): readonly string[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers)) return headers.flat().map(String);
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    for (const line of Array.isArray(value) ? value : [value]) lines.push(name, String(line));
  }
  return lines;
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
