/**
 * Loading states of a query (specification section 4): loading, refetch, polling, ready, error. For parts of a page that refresh themselves or
 * offer to try again, instead of suspending.
 */
import { type ErrorLike, NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallVariables, useOperation } from './use-operation.ts';

export type QueryState = 'loading' | 'refetch' | 'polling' | 'ready' | 'error';

export interface OperationState<Data> {
  readonly state: QueryState;
  /** The last data that came, kept through refetches and errors. */
  readonly data: Data | undefined;
  readonly error: ErrorLike | undefined;
  /** Asks again. Never rejects: a failure shows as the state `error`. */
  readonly retry: () => void;
}

export interface OperationStateOptions {
  /** Milliseconds between two polls while the page is visible; 0 or absent for none. */
  readonly pollMs?: number;
}

/** Maps Apollo's network status. */
export function queryStateOf(status: NetworkStatus): QueryState {
  switch (status) {
    case NetworkStatus.loading:
    case NetworkStatus.setVariables:
    case NetworkStatus.fetchMore:
    case NetworkStatus.streaming:
      return 'loading';
    case NetworkStatus.refetch:
      return 'refetch';
    case NetworkStatus.poll:
      return 'polling';
    case NetworkStatus.ready:
      return 'ready';
    case NetworkStatus.error:
      return 'error';
  }
}

/** Returns the state of an operation of the current route. On the server it waits for the data, so that the HTML has it. */
export const useOperationState: <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options?: OperationStateOptions,
) => OperationState<Data> = import.meta.env.SSR ? useServerState : useBrowserState;

function useServerState<Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>): OperationState<Data> {
  return { state: 'ready', data: useOperation(document), error: undefined, retry: () => {} };
}

function useBrowserState<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { pollMs = 0 }: OperationStateOptions = {},
): OperationState<Data> {
  const query = useQuery<Data>(document, {
    variables: useCallVariables(document),
    notifyOnNetworkStatusChange: true,
    pollInterval: pollMs,
    skipPollAttempt: () => window.document.hidden,
  });
  return {
    state: queryStateOf(query.networkStatus),
    data: query.data ?? query.previousData,
    error: query.error,
    retry: () => {
      // The rejection is the state `error`, which the hook already returns.
      query.refetch().catch(() => undefined);
    },
  };
}
