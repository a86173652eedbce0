/**
 * Loading states of a query (specification section 4): loading, refetch, polling, ready, error. For parts of a page that refresh themselves or
 * offer to try again, instead of suspending.
 */
import { type ErrorLike, NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallVariables, useOperation } from './use-operation.ts';

export type EstadoDaConsulta = 'loading' | 'refetch' | 'polling' | 'ready' | 'error';

export interface OperationState<Data> {
  readonly estado: EstadoDaConsulta;
  /** The last data that came, kept through refetches and errors. */
  readonly data: Data | undefined;
  readonly erro: ErrorLike | undefined;
  /** Asks again. Never rejects: a failure shows as the state `error`. */
  readonly tentarDeNovo: () => void;
}

export interface OperationStateOptions {
  /** Milliseconds between two polls while the page is visible; 0 or absent for none. */
  readonly pollMs?: number;
}

/** Maps Apollo's network status. */
export function estadoDaConsulta(status: NetworkStatus): EstadoDaConsulta {
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
  return { estado: 'ready', data: useOperation(document), erro: undefined, tentarDeNovo: () => {} };
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
    estado: estadoDaConsulta(query.networkStatus),
    data: query.data ?? query.previousData,
    erro: query.error,
    tentarDeNovo: () => {
      // The rejection is the state `error`, which the hook already returns.
      query.refetch().catch(() => undefined);
    },
  };
}
