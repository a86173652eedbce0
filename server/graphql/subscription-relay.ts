/**
 * Subscriptions: the browser opens its WebSocket on our own `/v1/graphql`, and the server relays it to the configured endpoint. Only pages of
 * our origin may connect, and only with `graphql-transport-ws`. The client is accepted after the endpoint has accepted us, so that the
 * client gets an HTTP status when the endpoint is down.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, type WebSocketServer } from 'ws';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { authorizationOf } from '../http/token.ts';
import type { Logger } from '../observability/log.ts';
import { readClientMessage } from './client-message.ts';
import {
  type GraphqlSocket,
  type Handshake,
  ignoreResets,
  letWebSocketsIn,
  refuse,
  SLOT_LIMITS,
  type SlotLimits,
  SUBPROTOCOL,
} from './handshake.ts';
import { createMessageRate, MESSAGE_BOUNDS, type TakeMessage } from './message-bounds.ts';
import { linkSockets } from './relay-link.ts';
import { awaitInit, keepAlive } from './relay-liveness.ts';

interface RelayLimits extends SlotLimits {
  /** Bytes of one message from the browser and of one from the endpoint. */
  readonly clientMessageBytes: number;
  readonly upstreamMessageBytes: number;
  /** Milliseconds in which the endpoint must accept a connection. */
  readonly handshakeMs: number;
  /** Milliseconds in which the client must send its `connection_init`. */
  readonly initMs: number;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
}

const DEFAULT_LIMITS: RelayLimits = {
  ...SLOT_LIMITS,
  clientMessageBytes: MESSAGE_BOUNDS.maxPayload,
  upstreamMessageBytes: 16_777_216,
  handshakeMs: 10_000,
  initMs: 10_000,
  pingMs: 30_000,
};

export interface RelayOptions {
  /** `ws:` or `wss:` address of the endpoint. */
  readonly upstreamUrl: string;
  /** Origin of the site's own pages, such as `https://www.instituto.example`. */
  readonly siteOrigin: string;
  /** Names the client of a request; null is no client of the site. */
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly log: Logger;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  readonly limits?: Partial<RelayLimits>;
}

/** Makes the relay. @throws TypeError when an address is malformed or the endpoint's is not a WebSocket address. */
export function createSubscriptionRelay(options: RelayOptions): GraphqlSocket {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const upstreamUrl = webSocketUrl(options.upstreamUrl);
  const origin = new URL(options.siteOrigin).origin;
  const takeMessage = createMessageRate(options.clientOf);
  return letWebSocketsIn({
    // Browsers always send Origin, so a request without it is refused. A site with a second name is ours under each.
    isOurs: (headers) => headers.origin !== undefined && isSameOrigin(headers, origin),
    clientOf: options.clientOf,
    limits,
    messageBytes: limits.clientMessageBytes,
    open(server, handshake) {
      const { socket } = handshake;
      openUpstream(upstreamUrl, limits, socket, (upstream) => {
        if (upstream === null) return refuse(socket, 502);
        socket.off('error', ignoreResets);
        accept(server, { ...handshake, upstream }, { limits, takeMessage, log: options.log, timers: options.timers ?? SYSTEM_TIMERS });
      });
    },
  });
}

function webSocketUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new TypeError(`not a WebSocket address: ${url.protocol}`);
  return url;
}

/** Connects to the endpoint and calls `done` exactly once: with the open socket, or with null when that failed or the client disconnected. */
function openUpstream(url: URL, limits: RelayLimits, client: Duplex, done: (upstream: WebSocket | null) => void): void {
  const upstream = new WebSocket(url, SUBPROTOCOL, {
    handshakeTimeout: limits.handshakeMs,
    maxPayload: limits.upstreamMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const abandon = (): void => upstream.terminate();
  const finish = (result: WebSocket | null): void => {
    client.off('close', abandon);
    upstream.off('error', fail);
    done(result);
  };
  const fail = (): void => {
    // `terminate` on a socket that is still connecting emits one more error, which has no meaning.
    upstream.on('error', ignoreResets);
    finish(null);
  };
  client.once('close', abandon);
  upstream.once('error', fail);
  upstream.once('open', () => finish(upstream));
}

interface Accepted extends Handshake {
  readonly upstream: WebSocket;
}

interface AcceptOptions {
  readonly limits: RelayLimits;
  readonly takeMessage: TakeMessage;
  readonly log: Logger;
  readonly timers: Timers;
}

function accept(
  server: WebSocketServer,
  { req, socket, head, upstream }: Accepted,
  { limits, takeMessage, log, timers }: AcceptOptions,
): void {
  const authorization = authorizationOf(req.headers);
  let linked = false;
  server.handleUpgrade(req, socket, head, (client) => {
    linked = true;
    const hasInit = awaitInit(client, limits.initMs, timers);
    for (const side of [client, upstream]) keepAlive(side, limits.pingMs, timers);
    linkSockets(client, upstream, {
      // Whose token it is, the endpoint says alone.
      takeMessage: () => takeMessage(req),
      fromClient: (text) => {
        const message = readClientMessage(text, authorization);
        if (message.kind === 'init') hasInit();
        return message.kind === 'invalid' ? null : message.text;
      },
      onError: (error) => log.debug({ err: error }, 'subscription connection failed'),
    });
  });
  // The server has answered a malformed handshake itself; the connection to the endpoint is not needed.
  if (!linked) upstream.terminate();
}
