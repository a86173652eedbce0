/**
 * Live queries (decision 0049) over one WebSocket on the path of GraphQL, open while something is followed. The browser sends the cookie of the
 * session with the handshake. The library of the protocol is loaded with the first query.
 */
import type { Client } from 'graphql-ws';
import { GRAPHQL_PATH } from '../../../shared/routes/url.ts';
import type { Variables } from './graphql.ts';

export interface LiveQuery<Data> {
  readonly query: string;
  readonly variables: Variables;
  /** Called with the answer, and with each one that differs from the last. */
  readonly onData: (data: Data) => void;
  /** Called once when nothing is followed any more: the socket was lost, or the session has ended. A caller that still wants to know follows again. */
  readonly onEnd: () => void;
}

/** Follows a query; returns the function that ends it. */
export type FollowGraphql = <Data>(live: LiveQuery<Data>) => () => void;

/** The next form opens soon after the last one is left, and takes over its socket. */
const IDLE_MS = 5_000;

export interface LiveQueriesOptions {
  /** Address of the socket. */
  readonly url: () => string;
  /** The socket's class where it is not the browser's. */
  readonly webSocketImpl?: unknown;
}

/** Returns the address of the socket of this document's own site. */
export function ownSocketUrl(): string {
  const url = new URL(GRAPHQL_PATH, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Makes the function that follows queries. No socket is opened before the first. */
export function createLiveQueries({ url, webSocketImpl }: LiveQueriesOptions): FollowGraphql {
  let opened: Promise<Client> | null = null;
  const open = (): Promise<Client> => {
    opened ??= import('graphql-ws').then(({ createClient }) =>
      createClient({
        url,
        lazy: true,
        lazyCloseTimeout: IDLE_MS,
        // An expired token is renewed by requests over HTTP, so a lost socket is opened again by the part that makes them.
        retryAttempts: 0,
        ...(webSocketImpl === undefined ? {} : { webSocketImpl }),
      }),
    );
    return opened;
  };
  return <Data>({ query, variables, onData, onEnd }: LiveQuery<Data>) => {
    let hasEnded = false;
    let stop = (): void => undefined;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
    };
    open().then(
      (client) => {
        if (hasEnded) return;
        stop = client.subscribe<Data>(
          { query, variables },
          {
            next: ({ data, errors }) => {
              if (errors === undefined && data !== undefined && data !== null && !hasEnded) onData(data);
            },
            error: end,
            complete: end,
          },
        );
      },
      () => {
        opened = null;
        end();
      },
    );
    return () => {
      hasEnded = true;
      stop();
    };
  };
}
