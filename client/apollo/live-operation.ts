/**
 * An operation that a part of a page keeps fresh: the data that the page came with, then what Apollo tells. Nothing is asked for, and
 * Apollo is not loaded, before the first poll is due or the visitor tries again, unless the page came without the data.
 */
import type { PageOperations } from './page-operations.ts';
import type { QueryProgress, WatchedQuery } from './queries.ts';

export interface LiveOperationOptions {
  readonly operations: Pick<PageOperations, 'known' | 'watch'>;
  readonly index: number;
  /** Milliseconds between two polls; 0 for none. */
  readonly pollMs: number;
  /** Calls back after `ms`; returns the function that calls it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** True while the page is hidden: it is not refreshed then. */
  readonly isHidden: () => boolean;
}

export interface LiveOperation {
  readonly get: () => QueryProgress;
  /** Begins with the first listener and ends with the last. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks again. Never rejects: a failure shows as the state `error`. */
  readonly retry: () => void;
}

/** Makes the operation, which rests until it has a listener. */
export function createLiveOperation({ operations, index, pollMs, after, isHidden }: LiveOperationOptions): LiveOperation {
  const data = operations.known(index);
  let shown: QueryProgress = { state: data === undefined ? 'loading' : 'ready', data, error: undefined };
  let watching: Promise<WatchedQuery> | null = null;
  let cancel = (): void => {};
  const listeners = new Set<() => void>();
  const show = (progress: QueryProgress): void => {
    // The last data stays through refetches and errors.
    shown = { ...progress, data: progress.data ?? shown.data };
    for (const listener of listeners) listener();
  };
  const watch = (): Promise<WatchedQuery> => {
    watching ??= operations.watch(index, pollMs, show);
    return watching;
  };
  const ask = (): void => {
    cancel();
    const begun = watching !== null || shown.data !== undefined;
    watch().then(
      // A query without data is asked for as it begins.
      (query) => (begun ? query.refetch() : undefined),
      (error: unknown) => {
        watching = null;
        show({ state: 'error', data: undefined, error: error instanceof Error ? error : new Error(String(error)) });
        schedule();
      },
    );
  };
  const schedule = (): void => {
    if (pollMs > 0) cancel = after(pollMs, () => (isHidden() ? schedule() : ask()));
  };
  const stop = (): void => {
    cancel();
    watching?.then((query) => query.stop()).catch(() => undefined);
    watching = null;
  };
  return {
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) {
        if (shown.data === undefined) ask();
        else schedule();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    retry: ask,
  };
}
