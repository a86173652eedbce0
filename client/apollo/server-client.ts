import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { createCache } from './cache.ts';

/** Answers an operation with its data; rejects with the error of the catalogue. */
export type OperationResolver = (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;

/**
 * Milliseconds that a query lives in the client without a component that holds it. On the server nothing is ever mounted, and the
 * default of 30 s would keep every render's cache that long.
 */
const AUTO_DISPOSE_MS = 250;

/** Makes the client of one render. It never reaches the network: operations are answered in process. */
export function createServerClient(resolve: OperationResolver): ApolloClient {
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        resolve(operation.operationName ?? '', operation.variables).then(
          (data) => {
            observer.next({ data });
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        );
      }),
  );
  return new ApolloClient({
    ssrMode: true,
    link,
    cache: createCache(),
    devtools: { enabled: false },
    defaultOptions: { react: { suspense: { autoDisposeTimeoutMs: AUTO_DISPOSE_MS } } },
  });
}
