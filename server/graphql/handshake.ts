/** The handshake of a WebSocket on the path of GraphQL: who is let in, and how many. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { GRAPHQL_PATH } from '../../shared/routes/url.ts';
import { NEVER_FIELDS } from '../http/cache-headers.ts';
import { splitList } from '../message/field-lines.ts';
import { splitTarget } from '../message/request-target.ts';
import { responseHead } from '../message/response-head.ts';
import { MESSAGE_BOUNDS } from './message-bounds.ts';

/** The one subprotocol; the older `graphql-ws` is not spoken. */
export const SUBPROTOCOL = 'graphql-transport-ws';

export interface SlotLimits {
  /** Concurrent connections, including those that are being opened: of all, and of one client address. */
  readonly connections: number;
  readonly clientConnections: number;
}

/**
 * An idle connection holds some 10 KB (tests/bench/doors/subscriptions.ts). People behind one address share it, such as all of an institution,
 * and twenty addresses are needed to take all slots.
 */
export const SLOT_LIMITS: SlotLimits = { connections: 4_000, clientConnections: 200 };

export interface HandshakeOptions {
  /** Says whether a page of ours, or a program that may connect, asks. */
  readonly isOurs: (headers: IncomingMessage['headers']) => boolean;
  /** Names the client of a request; null is no client of the site. */
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly limits: SlotLimits;
  /** Bytes of one message from the client. */
  readonly messageBytes: number;
  /** Completes a handshake that is not refused, or refuses it still. Resets of its socket are ignored until it says otherwise. */
  readonly open: (server: WebSocketServer, handshake: Handshake) => void;
}

export interface Handshake {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

export interface GraphqlSocket {
  /** Handles the socket of any `upgrade` event; upgrades for other paths are refused. */
  readonly handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every connection with 1012 (service restart), which clients retry. */
  readonly close: () => void;
}

/** RFC 6455, registry of close codes. */
const SERVICE_RESTART = 1_012;

/** Makes what lets WebSockets in, as long as there are slots. */
export function letWebSocketsIn({ isOurs, clientOf, limits, messageBytes, open }: HandshakeOptions): GraphqlSocket {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    ...MESSAGE_BOUNDS,
    maxPayload: messageBytes,
    handleProtocols: () => SUBPROTOCOL,
  });
  const slots = new ConnectionSlots(limits);
  return {
    handleUpgrade(req, socket, head) {
      socket.on('error', ignoreResets);
      const status = refusalStatus(req, isOurs) ?? slots.take(clientOf(req), socket);
      if (status === null) open(server, { req, socket, head });
      else refuse(socket, status);
    },
    close() {
      for (const client of server.clients) client.close(SERVICE_RESTART, 'service restart');
      server.close();
    },
  };
}

/** Returns the status that refuses a handshake for its path, origin or subprotocol, or null. */
function refusalStatus(req: IncomingMessage, isOurs: (headers: IncomingMessage['headers']) => boolean): number | null {
  if (splitTarget(req.url ?? '').path !== GRAPHQL_PATH) return 404;
  if (!isOurs(req.headers)) return 403;
  const offered = splitList(req.headers['sec-websocket-protocol'] ?? '');
  return offered.includes(SUBPROTOCOL) ? null : 400;
}

/**
 * Answers a handshake with a status in place of 101, and closes the connection. Nobody reads it any more, so the end of one with bytes behind the
 * handshake would never be noticed.
 */
export function refuse(socket: Duplex, status: number): void {
  if (!socket.writable) return;
  socket.end(responseHead(status, ['Connection', 'close', 'Content-Length', '0', ...NEVER_FIELDS]), () => socket.destroy());
}

/** The slots of all connections, each held until its socket closes. */
class ConnectionSlots {
  readonly #limits: SlotLimits;
  readonly #perClient = new Map<string, number>();
  #held = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Takes a slot for a connection of `client` (null is no client of the site). Returns the status that refuses it, or null. */
  take(client: string | null, socket: Duplex): 503 | 429 | null {
    if (this.#held >= this.#limits.connections) return 503;
    const held = client === null ? 0 : (this.#perClient.get(client) ?? 0);
    if (held >= this.#limits.clientConnections) return 429;
    this.#held += 1;
    if (client !== null) this.#perClient.set(client, held + 1);
    socket.once('close', () => this.#free(client));
    return null;
  }

  #free(client: string | null): void {
    this.#held -= 1;
    if (client === null) return;
    const left = (this.#perClient.get(client) ?? 1) - 1;
    if (left === 0) this.#perClient.delete(client);
    else this.#perClient.set(client, left);
  }
}

/** Without a listener a reset connection would end the process; its `close` follows and is handled. */
export function ignoreResets(): void {}
