import { DatabaseTimeoutError, type QueryOptions } from '../database.ts';

/**
 * Waits for `work` no longer than the options allow. The work itself goes on; its signal is aborted when the caller has stopped waiting, so
 * that it may be skipped or cancelled.
 * @throws DatabaseTimeoutError after `timeoutMs`; the reason of the options' signal when that aborts first.
 */
export async function within<T>(options: QueryOptions | undefined, work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
  const { timeoutMs, signal } = options ?? {};
  signal?.throwIfAborted();
  const abandoned = new AbortController();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (reason: unknown): void => {
    reject(reason);
    abandoned.abort(reason);
  };
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => interrupt(new DatabaseTimeoutError(`the database did not answer within ${timeoutMs} ms (timed out)`)), timeoutMs);
  const onAbort = (): void => interrupt(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(abandoned.signal), interrupted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
