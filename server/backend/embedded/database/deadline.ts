import { DatabaseTimeoutError, type QueryOptions } from '../database.ts';

/** Tells a piece of work that nobody waits for it any more, so that it may be skipped or cancelled. */
export interface Patience {
  readonly isOver: () => boolean;
  /** Calls `listener` once, when the caller stopped waiting. */
  readonly onOver: (listener: () => void) => void;
}

/**
 * Waits for `work` no longer than the options allow. The work itself goes on; it learns through `patience` that its result is no
 * longer wanted.
 * @throws DatabaseTimeoutError after `timeoutMs`; the signal's reason when it aborts first.
 */
export async function within<T>(options: QueryOptions | undefined, work: (patience: Patience) => Promise<T>): Promise<T> {
  const { timeoutMs, signal } = options ?? {};
  signal?.throwIfAborted();
  const listeners: (() => void)[] = [];
  let over = false;
  const patience: Patience = { isOver: () => over, onOver: (listener) => void listeners.push(listener) };
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (reason: unknown): void => {
    over = true;
    reject(reason);
    for (const listener of listeners) listener();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => interrupt(timeoutError(timeoutMs)), timeoutMs);
  const onAbort = (): void => interrupt(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(patience), interrupted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function timeoutError(timeoutMs: number): DatabaseTimeoutError {
  return new DatabaseTimeoutError(`the database did not answer within ${timeoutMs} ms (timed out)`);
}
