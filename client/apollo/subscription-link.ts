/**
 * Subscriptions over graphql-transport-ws. The protocol's library is loaded at the first subscription, and a socket is opened only when
 * the server says that an endpoint is configured (specification section 7). Its own rules on close codes are those of specification section 8: 4500, 4005,
 * 4400, 4004, 4401, 4406, 4409 and 4429 are final, 4403, 4408 and 4504 are tried again.
 */
import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import type { ClientOptions } from 'graphql-ws';
import { READER_ROLE } from '../../shared/session/page-session.ts';
import { loadOnce } from '../routing/load-once.ts';

/** Specification section 9. */
const RETRY_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
const JITTER_MIN_MS = 300;
const JITTER_MAX_MS = 3_000;

export interface SubscriptionOptions {
  readonly url: string;
  /** Closes the socket when it is aborted; the subscriptions that are open end. */
  readonly ended: AbortSignal;
  /** Resolves after `ms`. */
  readonly wait: (ms: number) => Promise<void>;
  /** Runs after each wait, before the socket is opened again: the server reads the session's token as it opens. */
  readonly beforeRetry: () => Promise<void>;
  /** Returns a number from 0 up to, not including, 1. */
  readonly random: () => number;
  /** The socket's class where it is not the browser's. */
  readonly webSocketImpl?: unknown;
}

/** Returns the wait before a retry: 1 s doubling, plus 300 to 3000 ms. `retries` counts from 0. */
export function retryWaitMs(retries: number, random: () => number): number {
  return FIRST_WAIT_MS * 2 ** retries + Math.floor(JITTER_MIN_MS + random() * (JITTER_MAX_MS - JITTER_MIN_MS));
}

/**
 * Whether the socket itself told of the end: by its close, or by the error event of a connection that could not be opened. After the second
 * the library would give up, but a server that starts again refuses connections for longer than the first wait.
 */
function isSocketEvent(reason: unknown): boolean {
  if (typeof reason !== 'object' || reason === null) return false;
  return 'code' in reason || ('type' in reason && reason.type === 'error');
}

/** Returns the options of the protocol's client. */
function subscriptionClientOptions(options: SubscriptionOptions): ClientOptions {
  return {
    url: options.url,
    lazy: true,
    connectionParams: { headers: { 'x-hasura-role': READER_ROLE } },
    retryAttempts: RETRY_ATTEMPTS,
    retryWait: async (retries) => {
      await options.wait(retryWaitMs(retries, options.random));
      await options.beforeRetry();
    },
    shouldRetry: isSocketEvent,
    ...(options.webSocketImpl === undefined ? {} : { webSocketImpl: options.webSocketImpl }),
  };
}

/** Makes the link that carries subscriptions. Nothing is loaded or opened before the first one. */
export function createSubscriptionLink(options: SubscriptionOptions): ApolloLink {
  const { ended } = options;
  const client = loadOnce(async () => {
    const { createClient } = await import('graphql-ws');
    const socket = createClient(subscriptionClientOptions(options));
    ended.addEventListener('abort', () => void socket.dispose(), { once: true });
    return socket;
  });
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        let left = false;
        let unsubscribe = (): void => {
          left = true;
        };
        client().then(
          (socket) => {
            if (left || ended.aborted) return;
            const request = {
              query: print(operation.query),
              variables: operation.variables,
              operationName: operation.operationName ?? null,
            };
            unsubscribe = socket.subscribe(request, {
              next: (result) =>
                observer.next({ data: result.data ?? null, ...(result.errors === undefined ? {} : { errors: result.errors }) }),
              error: (error) => observer.error(error),
              complete: () => observer.complete(),
            });
          },
          (error: unknown) => observer.error(error),
        );
        return () => unsubscribe();
      }),
  );
}
