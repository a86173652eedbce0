/**
 * A request without a client's connection, for exchanges that may outlive the client that started them: when that client disconnects, the
 * response for collapsed requests and for the store goes on.
 */
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Fields, fieldPairs } from '../../message/field-lines.ts';

/** The peer of the client's connection, for origins that read it. */
export interface Peer {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly encrypted: boolean;
}

/** Reads the peer of a client's request. */
export function peerOf({ socket }: IncomingMessage): Peer {
  return { remoteAddress: socket.remoteAddress, remotePort: socket.remotePort, encrypted: 'encrypted' in socket };
}

/** Makes a GET or HEAD without content. `onDestroy` is called when the origin destroys its connection. */
export function detachedRequest(method: string, url: string, fields: Fields, peer: Peer, onDestroy: () => void): IncomingMessage {
  const socket = new DetachedSocket(peer, onDestroy);
  // The class requires a net.Socket. The side that parses is never used; frameworks read the rest.
  const request = new IncomingMessage(socket as unknown as Socket);
  request.method = method;
  request.url = url;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.rawHeaders = [...fields];
  // Node fills these in its parser, which this request never passes.
  request.headers = joinedHeaders(fields);
  request.headersDistinct = Object.fromEntries(linesByName(fields));
  request.complete = true;
  request.push(null);
  return request;
}

/** Fields of which Node keeps only the first line. */
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

type Lines = [first: string, ...more: string[]];

/** Uses a Map, because a field may be called `__proto__`. */
function linesByName(fields: Fields): ReadonlyMap<string, Lines> {
  const found = new Map<string, Lines>();
  for (const [rawName, value] of fieldPairs(fields)) {
    const name = rawName.toLowerCase();
    const lines = found.get(name);
    if (lines === undefined) found.set(name, [value]);
    else lines.push(value);
  }
  return found;
}

function joinedHeaders(fields: Fields): IncomingHttpHeaders {
  const joined = (name: string, lines: Lines): string | string[] => {
    if (name === 'set-cookie') return lines;
    return SINGLE.has(name) ? lines[0] : lines.join(name === 'cookie' ? '; ' : ', ');
  };
  return Object.fromEntries([...linesByName(fields)].map(([name, lines]) => [name, joined(name, lines)]));
}

class DetachedSocket extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly remoteFamily: string;
  readonly encrypted: boolean;
  readonly #onDestroy: () => void;

  constructor(peer: Peer, onDestroy: () => void) {
    super({ autoDestroy: false });
    this.remoteAddress = peer.remoteAddress;
    this.remotePort = peer.remotePort;
    this.remoteFamily = peer.remoteAddress?.includes(':') === true ? 'IPv6' : 'IPv4';
    this.encrypted = peer.encrypted;
    this.#onDestroy = onDestroy;
  }

  override _read(): void {
    // The request is complete: there is nothing to read.
  }

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#onDestroy();
    // The response reports the error; passing it on would raise an unhandled 'error' event.
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
