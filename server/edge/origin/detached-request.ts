/**
 * A request that is bound to no client's connection, for exchanges that may outlive the client that began them: its going away must not
 * end the response of those who wait for the same, nor the one that fills the store.
 */
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Fields } from '../../message/field-lines.ts';

/** Who asked, for an origin that looks at the peer of a connection. */
export interface Peer {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly encrypted: boolean;
  /** Version of HTTP that it speaks. */
  readonly httpVersion: string;
}

/** Reads the peer of a client's request. */
export function peerOf({ socket, httpVersion }: IncomingMessage): Peer {
  return { remoteAddress: socket.remoteAddress, remotePort: socket.remotePort, encrypted: 'encrypted' in socket, httpVersion };
}

/** Returns the version that a request came in: a detached one goes on in 1.1, whatever its client speaks (RFC 9110 §7.6.3). */
export function receivedVersion({ socket, httpVersion }: IncomingMessage): string {
  return socket instanceof DetachedSocket ? socket.receivedVersion : httpVersion;
}

/** Makes a GET or HEAD without body. `onDestroy` is called when the origin destroys its connection. */
export function detachedRequest(method: string, url: string, fields: Fields, peer: Peer, onDestroy: () => void): IncomingMessage {
  const socket = new DetachedSocket(peer, onDestroy);
  // Node's class asks for a net.Socket; of it the parsing side is never used, and the rest is what frameworks read.
  const request = new IncomingMessage(socket as unknown as Socket);
  request.method = method;
  request.url = url;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.rawHeaders = [...fields];
  // Node fills these from its parser, which has not seen this request.
  request.headers = joinedHeaders(fields);
  request.headersDistinct = distinctHeaders(fields);
  request.complete = true;
  request.push(null);
  return request;
}

/** Fields of which Node keeps the first line only; a second one is an error of the sender. */
const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/** By way of a Map, because a field may be called `__proto__`. */
function distinctHeaders(fields: Fields): Record<string, string[]> {
  const distinct = new Map<string, string[]>();
  for (let index = 0; index < fields.length; index += 2) {
    const name = (fields[index] ?? '').toLowerCase();
    distinct.set(name, [...(distinct.get(name) ?? []), fields[index + 1] ?? '']);
  }
  return Object.fromEntries(distinct);
}

function joinedHeaders(fields: Fields): IncomingHttpHeaders {
  const joined = (name: string, lines: string[]): string | string[] => {
    if (name === 'set-cookie') return lines;
    return SINGLE.has(name) ? (lines[0] ?? '') : lines.join(name === 'cookie' ? '; ' : ', ');
  };
  return Object.fromEntries(Object.entries(distinctHeaders(fields)).map(([name, lines]) => [name, joined(name, lines)]));
}

class DetachedSocket extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly remoteFamily: string;
  readonly encrypted: boolean;
  readonly receivedVersion: string;
  readonly #onDestroy: () => void;

  constructor(peer: Peer, onDestroy: () => void) {
    super({ autoDestroy: false });
    this.remoteAddress = peer.remoteAddress;
    this.remotePort = peer.remotePort;
    this.remoteFamily = peer.remoteAddress?.includes(':') === true ? 'IPv6' : 'IPv4';
    this.encrypted = peer.encrypted;
    this.receivedVersion = peer.httpVersion;
    this.#onDestroy = onDestroy;
  }

  override _read(): void {
    // Nothing ever arrives: the request is complete.
  }

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#onDestroy();
    // The error went to the response already; a second report would be an unhandled one.
    done(error === null ? null : undefined);
  }

  setTimeout(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }
}
