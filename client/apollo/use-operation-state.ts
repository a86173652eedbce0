/**
 * Loading states of a query (specification section 4): loading, refetch, polling, ready, error. For parts of a page that refresh themselves or
 * offer to try again, instead of suspending.
 */
import type { ErrorLike } from '@apollo/client';
import { useMemo, useSyncExternalStore } from 'react';
import type { OperationReference } from '../../shared/routes/types.ts';
import { afterMs } from '../routing/browser.ts';
import { usePage } from '../routing/page.ts';
import { createLiveOperation } from './live-operation.ts';
import type { QueryState } from './queries.ts';
import { callIndex, useOperation } from './use-operation.ts';

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

/** Returns the state of an operation of the current route. On the server it waits for the data, so that the HTML has it. */
export const useOperationState: <Data>(reference: OperationReference<Data>, options?: OperationStateOptions) => OperationState<Data> =
  import.meta.env.SSR ? useServerState : useBrowserState;

function useServerState<Data>(reference: OperationReference<Data>): OperationState<Data> {
  return { state: 'ready', data: useOperation(reference), error: undefined, retry: () => {} };
}

function useBrowserState<Data>(reference: OperationReference<Data>, { pollMs = 0 }: OperationStateOptions = {}): OperationState<Data> {
  const page = usePage();
  const live = useMemo(() => {
    const { operations } = page;
    if (operations === null) throw new Error('a page in the browser has operations');
    const isHidden = (): boolean => window.document.hidden;
    return createLiveOperation({ operations, index: callIndex(page, reference), pollMs, after: afterMs, isHidden });
  }, [page, reference, pollMs]);
  const { state, data, error } = useSyncExternalStore(live.subscribe, live.get, live.get);
  // The reference's own type, as in `useOperation`.
  return { state, data: data as Data | undefined, error, retry: live.retry };
}
