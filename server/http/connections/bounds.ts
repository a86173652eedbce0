/**
 * The bounds of a client's connection: how long it may be silent, slow or unused, and how many requests it may send ahead of their responses.
 * A client that reads nothing holds what was written for it in memory, so it is cut.
 */
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SYSTEM_TIMERS, type Timers } from '../../../shared/time/timers.ts';

export interface ConnectionTimes {
  /** Milliseconds for which a connection without a request stays open. */
  readonly keepAliveMs: number;
  /** Milliseconds without a byte in either direction, while a response is due, after which the connection is closed. */
  readonly silenceMs: number;
}

/**
 * The proxy in front closes unused connections first: were it this server, a request that is just arriving would be lost. So the default
 * (75 s, `KEEP_ALIVE_SECONDS`) is more than the 60 s that balancers keep them.
 *
 * `silenceMs` is more than a request may wait for its turn and for the origin (10 s and 30 s), so it ends only readers that take nothing.
 * A reader that takes a byte now and then is not covered; what it holds is bounded by the number of its requests.
 */
export function connectionTimes(keepAliveSeconds: number): ConnectionTimes {
  return { keepAliveMs: keepAliveSeconds * 1_000, silenceMs: 60_000 };
}

/** Milliseconds in which the head of a request must arrive, and all of it where it brings no files. */
const HEAD_MS = 20_000;
const BODY_MS = 60_000;

/** Milliseconds in which files must arrive: 50 MB, as one form may have, at 60 KB a second. Node has one limit for all requests. */
const UPLOAD_MS = 900_000;

/** Milliseconds between two looks for requests that are late. */
const LOOK_MS = 5_000;

/** Returns the options of the server for these times. */
export function connectionOptions({ keepAliveMs }: ConnectionTimes): ServerOptions {
  return { keepAliveTimeout: keepAliveMs, headersTimeout: HEAD_MS, requestTimeout: UPLOAD_MS, connectionsCheckingInterval: LOOK_MS };
}

/** Closes connections that are silent while a response is due. Node has no option for it. */
export function closeSilent(server: Server, { silenceMs }: ConnectionTimes): void {
  // Without a listener for `timeout` Node closes the connection.
  server.setTimeout(silenceMs);
}

export interface BodyBounds {
  /** Says whether the body of a request is or holds files. */
  readonly isUpload: (req: IncomingMessage) => boolean;
  /** Answers, with Node's error for it, a request that has not arrived in time, and closes its connection. */
  readonly late: (error: Error, socket: Socket) => void;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
}

/** Bounds the time of the bodies of the requests that a listener gets. */
export type BoundBodies = (listener: RequestListener) => RequestListener;

/** Wraps a listener: a body that is no file must arrive within a minute. The connection of one that was answered meanwhile is closed. */
export function boundBodies(listener: RequestListener, { isUpload, late, timers = SYSTEM_TIMERS }: BodyBounds): RequestListener {
  return (req, res) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] ?? '0') !== '0';
    if (hasBody && !isUpload(req)) {
      const cancel = timers.after(BODY_MS, () => {
        if (req.complete) return;
        if (res.writableEnded) req.socket.destroy();
        else late(Object.assign(new Error('the body was late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), req.socket);
      });
      req.once('close', cancel);
    }
    listener(req, res);
  };
}

/**
 * Requests that a connection may send ahead. Browsers and proxies send none; one packet may hold more than a thousand, and each would be an
 * answer in memory.
 */
const MAX_PENDING = 16;

const PENDING: unique symbol = Symbol('pending');

declare module 'node:net' {
  interface Socket {
    /** Responses that are not complete, the first of which is being sent. */
    [PENDING]?: Set<ServerResponse>;
  }
}

/** Says whether a request of a connection has no complete response yet. Only with a listener that `boundPipelining` has wrapped. */
export function hasPending(socket: Socket): boolean {
  return (socket[PENDING]?.size ?? 0) > 0;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const BODILESS = /^(?:GET|HEAD) /;

/**
 * Says whether bytes that begin a message are more requests without content than may be sent ahead. The connection can be closed before the
 * parser makes an object of each: it goes on with the rest of a packet after its connection has been closed.
 */
export function isBurst(chunk: Buffer): boolean {
  if (!BODILESS.test(chunk.toString('latin1', 0, 5))) return false;
  let from = 0;
  for (let heads = 0; heads <= MAX_PENDING; heads += 1) {
    const end = chunk.indexOf(END_OF_HEAD, from);
    if (end < 0) return false;
    from = end + END_OF_HEAD.length;
  }
  return true;
}

/**
 * Says whether a request begins a WebSocket. One behind requests without a complete response is an ordinary request (RFC 9110 §7.8): their responses
 * would be written between its frames. Only with a listener that `boundPipelining` has wrapped.
 */
export function beginsWebSocket({ headers, socket }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && !hasPending(socket);
}

/**
 * Makes `closeAllConnections` of a server close those of WebSockets too: Node hands them over and counts them no more, while `close` waits for
 * them.
 */
export function closeUpgraded(server: Server): void {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_req, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAll();
    for (const socket of upgraded) socket.destroy();
  };
}

/**
 * Returns a set of responses that close when the socket does. Node closes them itself, except where it stops listening to the socket: behind them
 * came CONNECT or an upgrade.
 */
function closedWith(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  socket.once('close', () => {
    for (const res of responses) res.destroy();
  });
  return responses;
}

/** Wraps a listener: a connection that sends more requests ahead than it may is closed (RFC 9112 §9.3.2: pipelining is to be retried). */
export function boundPipelining(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { socket } = req;
    // Node goes on with the requests of a packet after its connection has been destroyed.
    if (socket.destroyed) return;
    const pending = (socket[PENDING] ??= closedWith(socket));
    if (pending.size === MAX_PENDING) {
      socket.destroy();
      return;
    }
    pending.add(res);
    res.once('close', () => pending.delete(res));
    listener(req, res);
  };
}
