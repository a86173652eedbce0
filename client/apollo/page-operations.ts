/**
 * The operations of one page in the browser. What the server sent is read as it came; Apollo is loaded when the first operation has to be
 * asked for or watched, and its cache then starts with all results that the page has.
 */
import type { OperationCall } from '../../shared/routes/types.ts';
import { loadOnce } from '../routing/load-once.ts';
import type { HeldResult, KnownResult, LoadQueries, PageQueries, QueryProgress, WatchedQuery } from './queries.ts';

export interface PageOperationsOptions {
  readonly calls: readonly OperationCall[];
  readonly loadQueries: LoadQueries;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface PageOperations {
  /** Takes a result that the server sent; null marks an operation that failed there, which its reader asks for again. */
  adopt(index: number, data: unknown): void;
  /** Returns the operation as it stands; asks for it when it has no result. */
  readonly result: (index: number) => HeldResult;
  /** Returns the result of an operation that has one. Asks for nothing. */
  known(index: number): unknown;
  /** Asks for an operation now and then, and tells what becomes of it. */
  watch(index: number, pollMs: number, onProgress: (progress: QueryProgress) => void): Promise<WatchedQuery>;
  /** Loads Apollo, for an operation that is none of the page's own. */
  readonly queries: () => Promise<PageQueries>;
}

/** Makes the operations of a page, without results. */
export function createPageOperations({ calls, loadQueries, now }: PageOperationsOptions): PageOperations {
  const began = now();
  const held = new Map<number, HeldResult>();
  const callAt = (index: number): OperationCall => {
    const call = calls[index];
    if (call === undefined) throw new Error(`the page has no operation ${index}`);
    return call;
  };
  const knownResults = (): readonly KnownResult[] =>
    [...held].flatMap(([index, result]) =>
      result.kind === 'done' ? [{ ...callAt(index), data: result.data as KnownResult['data'] }] : [],
    );
  const queries = loadOnce(() => loadQueries(knownResults(), now() - began));
  const ask = (index: number): HeldResult => {
    const call = callAt(index);
    const ended = queries()
      .then((client) => client.ask(call))
      .then(
        (data) => void held.set(index, { kind: 'done', data }),
        (error: unknown) => void held.set(index, { kind: 'failed', error }),
      );
    const pending: HeldResult = { kind: 'pending', ended };
    held.set(index, pending);
    return pending;
  };
  return {
    adopt: (index, data) => {
      if (typeof data === 'object' && data !== null) held.set(index, { kind: 'done', data });
    },
    result: (index) => held.get(index) ?? ask(index),
    known: (index) => {
      const result = held.get(index);
      return result?.kind === 'done' ? result.data : undefined;
    },
    watch: async (index, pollMs, onProgress) => {
      const call = callAt(index);
      return (await queries()).watch(call, pollMs, (progress) => {
        // A visitor who comes back to this page finds what was read last.
        if (progress.data !== undefined) held.set(index, { kind: 'done', data: progress.data });
        onProgress(progress);
      });
    },
    queries,
  };
}
