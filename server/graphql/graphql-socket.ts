/**
 * The WebSocket on the path of GraphQL. Where `GRAPHQL_WS_URL` names the endpoint of a hosted backend, connections are relayed to it; the
 * embedded backend's are answered here.
 */
import type { GraphqlSocket } from './handshake.ts';
import { createSubscriptionRelay } from './subscription-relay.ts';
import { createSubscriptionServer, type SubscriptionServerOptions } from './subscription-server.ts';

export interface GraphqlSocketOptions extends SubscriptionServerOptions {
  /** `ws:` or `wss:` address of the endpoint; null where the backend is embedded. */
  readonly upstreamUrl: string | null;
}

/** @throws TypeError when an address is malformed or the endpoint's is not a WebSocket address. */
export function createGraphqlSocket(options: GraphqlSocketOptions): GraphqlSocket {
  const { upstreamUrl, siteOrigin, clientOf, log } = options;
  return upstreamUrl === null ? createSubscriptionServer(options) : createSubscriptionRelay({ upstreamUrl, siteOrigin, clientOf, log });
}
