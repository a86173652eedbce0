/**
 * A request that is bound to no client's connection, for exchanges that may outlive the client that began them: its going away must not
 * end the response of those who wait for the same, nor the one that fills the store.
 */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Fields } from './fields.ts';

/** Who asked, for an origin that looks at the peer of a connection. */
export interface Peer {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly encrypted: boolean;
}

/** Reads the peer of a client's request. */
export function peerOf({ socket }: IncomingMessage): Peer {
  return { remoteAddress: socket.remoteAddress, remotePort: socket.remotePort, encrypted: 'encrypted' in socket };
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
  request.complete = true;
  request.push(null);
  return request;
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
