/**
 * Starts the operations of a page, all at once and each exactly once. Status, payload, renderer and result blocks share the promise of an
 * operation.
 */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { OperationCall } from '../../../shared/routes/types.ts';
import { type PageSession, READER_ROLE, userOf } from '../../../shared/session/page-session.ts';
import { type Caller, type ContentBackend, PUBLIC_CALLER } from '../../backend/backend.ts';
import { type OperationResult, readAnswer, toOperationError } from './operation-result.ts';
import { cachedResult, type ResultCache } from './result-cache.ts';

export type OperationExecutor = Pick<ContentBackend, 'execute'> & Partial<Pick<ContentBackend, 'kind'>>;

/** Text of each operation by name, as compiled. */
export type QueryTexts = Readonly<Record<string, string>>;

type OperationState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly result: OperationResult }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface StartedOperations {
  readonly calls: readonly OperationCall[];
  /** The result of operation `index`; rejects with an AppError. Never unhandled. */
  result(index: number): Promise<OperationResult>;
  state(index: number): OperationState;
  /** The states of all operations at this moment. */
  readonly states: readonly OperationState[];
  /** Resolves when every operation has ended, well or badly. Never rejects. */
  readonly allSettled: Promise<void>;
  /** Calls `listener` for each operation that ends well, at once for those that already have. */
  onResult(listener: (index: number, result: OperationResult) => void): void;
  /** Calls `listener` for each operation that fails, at once for those that already have. */
  onFailure(listener: (index: number, error: AppError) => void): void;
  /** Resolves when operation `index` has ended, well or badly. Never rejects. */
  ended(index: number): Promise<void>;
}

export interface PreloadOptions {
  readonly backend: OperationExecutor;
  readonly texts: QueryTexts;
  /** Default: the public. */
  readonly caller?: Caller;
  /** Results of earlier requests, with the groups that the route names for all of its results; absent where each page asks anew. */
  readonly cache?: { readonly results: ResultCache; readonly groups: readonly string[] } | undefined;
  /** Ends every operation that still hangs: the caller gets BACKEND_TIMEOUT whether or not the backend obeys. */
  readonly signal: AbortSignal;
}

/** Returns the data of each operation, null in the place of one that has not ended well. */
export function resultsOf(operations: StartedOperations): readonly unknown[] {
  return operations.states.map((state) => (state.kind === 'done' ? state.result.data : null));
}

/**
 * Returns in whose name a page asks for its content: the public's, or that of the signed-in user, with the role of a reader and not with that of
 * an editor.
 */
export function pageCaller(session: PageSession | null): Caller {
  const user = userOf(session);
  if (user === null) return PUBLIC_CALLER;
  return { role: READER_ROLE, trust: 'signed-in', session: { 'x-hasura-role': READER_ROLE, 'x-hasura-user-id': user.id } };
}

/** Starts all operations of a page. */
export function startOperations(calls: readonly OperationCall[], options: PreloadOptions): StartedOperations {
  const states: OperationState[] = calls.map(() => ({ kind: 'pending' }));
  const listeners: ((index: number, result: OperationResult) => void)[] = [];
  const failureListeners: ((index: number, error: AppError) => void)[] = [];
  const cut = cutAt(options.signal);
  const promises = calls.map((call, index) => {
    const promise = run(call, options, cut);
    return promise.then(
      (result) => {
        states[index] = { kind: 'done', result };
        for (const listener of listeners) listener(index, result);
        return result;
      },
      (thrown: unknown) => {
        const error = toOperationError(call.operation, thrown);
        states[index] = { kind: 'failed', error };
        for (const listener of failureListeners) listener(index, error);
        throw error;
      },
    );
  });
  const ends = promises.map((promise) =>
    promise.then(
      () => undefined,
      () => undefined,
    ),
  );
  return {
    calls,
    result: (index) => promises[index] ?? Promise.reject(new AppError('INTERNAL', { detail: `the page has no operation ${index}` })),
    state: (index) => states[index] ?? { kind: 'pending' },
    states,
    allSettled: Promise.all(ends).then(() => undefined),
    ended: (index) => ends[index] ?? Promise.resolve(),
    onResult: (listener) => {
      listeners.push(listener);
      for (const [index, state] of states.entries()) if (state.kind === 'done') listener(index, state.result);
    },
    onFailure: (listener) => {
      failureListeners.push(listener);
      for (const [index, state] of states.entries()) if (state.kind === 'failed') listener(index, state.error);
    },
  };
}

async function run(call: OperationCall, options: PreloadOptions, cut: CutAt): Promise<OperationResult> {
  const { operation, variables } = call;
  const query = options.texts[operation];
  if (query === undefined) throw new AppError('INTERNAL', { detail: `no text for operation ${operation}` });
  const request = { query, variables, operationName: operation };
  const { backend, caller = PUBLIC_CALLER } = options;
  const ask = async (signal: AbortSignal): Promise<OperationResult> =>
    readAnswer(operation, await backend.execute(request, { caller, signal }), backend.kind);
  const { cache, signal } = options;
  return cut(cache === undefined ? ask(signal) : cachedResult(cache.results, call, cache.groups, ask, signal));
}

/** Rejects when the signal fires, also when the backend does not listen to it. */
type CutAt = <Value>(promise: Promise<Value>) => Promise<Value>;

/** Adds one listener for all operations of a page, because each listener of a signal costs as much as several promises. */
function cutAt(signal: AbortSignal): CutAt {
  const waiting: ((reason: Error) => void)[] = [];
  const reason = (): Error => (signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  const abort = (): void => {
    for (const reject of waiting) reject(reason());
  };
  return (promise) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(reason());
        // No caller waits for it any more, so a later rejection must be handled here.
        promise.catch(() => undefined);
        return;
      }
      if (waiting.length === 0) signal.addEventListener('abort', abort, { once: true });
      waiting.push(reject);
      promise.then(resolve, reject);
    });
}
