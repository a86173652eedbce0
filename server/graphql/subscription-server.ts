/**
 * Subscriptions over WebSockets (graphql-transport-ws) on the path of GraphQL, where the backend is embedded. Queries and mutations may come
 * over the same connection. The first message says who calls, by the fields that a request over HTTP would have; the cookie of
 * the handshake counts where it has none. A page of another site cannot connect.
 */
import type { IncomingMessage } from 'node:http';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { Identify } from '../backend/auth/identity.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { createAllowedOperations } from './allowed-operations.ts';
import { type GraphqlSocket, ignoreResets, letWebSocketsIn, SLOT_LIMITS, type SlotLimits } from './handshake.ts';
import { createMessageRate, MESSAGE_BOUNDS } from './message-bounds.ts';
import type { OperationOptions } from './socket-operations.ts';
import { type ConnectionLimits, Connections } from './subscription-connections.ts';

interface ServerLimits extends SlotLimits, ConnectionLimits {
  /** Bytes of one message from the client. */
  readonly messageBytes: number;
}

const LIMITS: ServerLimits = {
  ...SLOT_LIMITS,
  operations: 100,
  messageBytes: MESSAGE_BOUNDS.maxPayload,
  waitingBytes: 4_194_304,
  initMs: 3_000,
  pingMs: 30_000,
  recheckMs: 5_000,
};

export interface SubscriptionServerOptions extends Omit<OperationOptions, 'findAllowed'> {
  /** The texts of the operations that anonymous callers may run; null where they may run any that the role `public` permits. */
  readonly allowedOperations: Iterable<string> | null;
  readonly identify: Identify;
  /** Origin of the site's own pages. */
  readonly siteOrigin: string;
  /** Names the client of a request; null is no client of the site. */
  readonly clientOf: (req: IncomingMessage) => string | null;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: Partial<ServerLimits>;
}

/** Makes the server. @throws when a known query is not GraphQL. */
export function createSubscriptionServer(options: SubscriptionServerOptions): GraphqlSocket {
  const limits = { ...LIMITS, ...options.limits };
  const siteOrigin = new URL(options.siteOrigin).origin;
  const connections = new Connections({
    ...options,
    findAllowed: createAllowedOperations(options.allowedOperations),
    limits,
    timers: options.timers ?? SYSTEM_TIMERS,
    now: options.now ?? Date.now,
    takeMessage: createMessageRate(options.clientOf),
  });
  return letWebSocketsIn({
    isOurs: (headers) => isSameOrigin(headers, siteOrigin),
    clientOf: options.clientOf,
    limits,
    messageBytes: limits.messageBytes,
    open(server, { req, socket, head }) {
      server.handleUpgrade(req, socket, head, (client) => {
        socket.off('error', ignoreResets);
        connections.open(client, req);
      });
    },
  });
}
