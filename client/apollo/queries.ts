/** What a page has of its operations, and what it asks of Apollo. Types alone: `page-queries.ts`, which answers, is loaded when something has to be asked. */
import type { ErrorLike } from '@apollo/client';
import type { OperationCall } from '../../shared/routes/types.ts';

/** An operation of a page as it stands; `ended` never rejects and is the same promise at each look. */
export type HeldResult =
  | { readonly kind: 'done'; readonly data: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'pending'; readonly ended: Promise<void> };

/** A result that the page has already, as the cache takes it. */
export interface KnownResult extends OperationCall {
  readonly data: Readonly<Record<string, unknown>>;
}

/** Where a watched query stands (specification section 4). */
export type QueryState = 'loading' | 'refetch' | 'polling' | 'ready' | 'error';

/** What a watched query tells. `data` is undefined until there is some. */
export interface QueryProgress {
  readonly state: QueryState;
  readonly data: unknown;
  readonly error: ErrorLike | undefined;
}

export interface WatchedQuery {
  /** Asks again. Never rejects: a failure is told as the state `error`. */
  refetch(): void;
  stop(): void;
}

export interface PageQueries {
  /** Returns the data of an operation, from the cache where it is there. @throws the call's error. */
  ask(call: OperationCall): Promise<unknown>;
  /** Asks for an operation every `pollMs` milliseconds (0: once) and tells what becomes of it. */
  watch(call: OperationCall, pollMs: number, onProgress: (progress: QueryProgress) => void): WatchedQuery;
  /** Receives an operation without variables over the socket, from now until it is stopped; null tells that it has failed. */
  subscribe(operation: string, onData: (data: unknown) => void): () => void;
}

/** Makes the queries of pages, over one link for all that the same person sees. */
export interface QueryMaker {
  /** Makes the queries of a page that began `ageMs` ago, with what it knows in its cache. */
  make(known: readonly KnownResult[], ageMs: number): PageQueries;
  /** Closes the socket, and gives the pages that are made from now on a new one: another user has signed in, or the user has signed out. */
  restart(): void;
}

/** Loads Apollo and makes the queries of a page that began `ageMs` ago, with what it knows in its cache. */
export type LoadQueries = (known: readonly KnownResult[], ageMs: number) => Promise<PageQueries>;
