/**
 * The content backend: the one interface through which the site reads its content. `embedded` answers it in process, a hosted Nhost
 * project answers it over the network; nothing outside `server/backend` knows which of the two is there.
 */
import type { Readable } from 'node:stream';
import type { RangeSpec } from '../message/byte-ranges.ts';
import type { AuthBackend } from './auth/auth-backend.ts';
import type { RateLimiter, RateLimitRule } from './rate-limiter.ts';

/** The body of `POST /v1/graphql` (specification section 7), already parsed. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

/** How a caller is known: not at all, by a token of its own, or as this server or a caller with its admin secret. It decides the limits. */
export type Trust = 'anonymous' | 'signed-in' | 'service';

/** The caller of a request. `admin` bypasses row and column permissions; session variables have lower-case `x-hasura-*` names. */
export interface Caller {
  readonly role: string;
  readonly trust: Trust;
  readonly session: Readonly<Record<string, string>>;
  /** The verified access token of a caller who signed in; a hosted backend gets it and verifies it itself. */
  readonly token?: string;
}

export const PUBLIC_CALLER: Caller = { role: 'public', trust: 'anonymous', session: {} };
export const ADMIN_CALLER: Caller = { role: 'admin', trust: 'service', session: {} };
/** This server on behalf of a citizen: it may register and show cases, and nothing else. No token has the role. */
export const CASES_CALLER: Caller = { role: 'atendimento', trust: 'service', session: {} };

export interface GraphqlErrorEntry {
  readonly message: string;
  readonly extensions: { readonly path: string; readonly code: string };
}

/**
 * `data` carries the JSON text of the `data` object exactly as Postgres built it: `bigint` and `numeric` keep every digit as long as
 * the text is not parsed and printed again.
 */
export type GraphqlAnswer =
  | { readonly kind: 'data'; readonly json: string }
  | { readonly kind: 'errors'; readonly errors: readonly GraphqlErrorEntry[] };

/** What the requests of one batch have used together. A backend that has limits counts in it. */
export interface BatchUse {
  fields: number;
  inputs: number;
  milliseconds: number;
}

export interface ExecuteOptions {
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the caller gets `unexpected`/`timed out`; the default is the backend's own limit (5,000 for anonymous callers). */
  readonly timeoutMs?: number | undefined;
  /** Set for a request of a batch: the limits of the caller count for all of its requests together. */
  readonly batch?: BatchUse;
}

export interface SubscribeOptions {
  readonly caller: Caller;
  /** Ends the subscription when it is aborted. The caller must abort it, also when it reads no further. */
  readonly signal: AbortSignal;
}

/** A row of `storage.files` that the caller may read. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** The quoted validator: strong, or with `W/` in front where a remote storage has no better one. */
  readonly etag: string;
  /** Null where a remote storage sends no date that can be parsed. */
  readonly updatedAt: Date | null;
  /**
   * Opens the bytes `start..end` (both inclusive, defaults to the whole file). The caller must consume or destroy the stream. Bytes that
   * are not those described here, or not all of them, end the stream with an error.
   */
  open(range?: { readonly start: number; readonly end: number }): Readable;
  /** Discards the response that was opened for the intent and not read. Safe to call at any time; without a call it is discarded later. */
  release?(): void;
}

/**
 * What the caller will most probably do with a file. It changes no answer, only the number of round trips to a storage across a network:
 * `look` reads the description of the file, the others open its bytes with the same request.
 */
export type FileIntent = { readonly kind: 'look' } | { readonly kind: 'whole' } | ({ readonly kind: 'range' } & RangeSpec);

/** A bucket and the sizes, in bytes, of the files that it takes. */
export interface FileBucket {
  readonly id: string;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** A row of `storage.files` as Nhost's storage describes it. */
export interface FileRecord {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly bucketId: string;
  readonly etag: string;
  /** ISO instants. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isUploaded: boolean;
  readonly mimeType: string;
  readonly uploadedByUserId: string | null;
  readonly metadata: FileMetadata;
}

/** What an uploader says of a file; kept as it is. */
export type FileMetadata = Readonly<Record<string, unknown>> | null;

/** A file whose bytes have arrived completely. */
export interface FileUpload {
  readonly name: string;
  readonly mimeType: string;
  readonly metadata: FileMetadata;
  readonly size: number;
  /** Opens the bytes; called once for each time that they are stored. */
  readonly open: () => Readable;
  /** A mutation that the caller runs together with it: where it fails, the file is not stored either. */
  readonly record?: GraphqlRequest | undefined;
}

/** Bytes that are stored and that no row names. */
export interface KeptContent {
  /** Hex. */
  readonly sha256: string;
  readonly size: number;
}

export type FileWriteAnswer =
  | { readonly kind: 'written'; readonly file: FileRecord }
  /** There is no such file, or none that the caller may see. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly error: GraphqlErrorEntry };

/** An address at which any client may download a file for a time. */
export type PresignedAnswer =
  | { readonly kind: 'presigned'; readonly query: string; readonly expiresInSeconds: number }
  | { readonly kind: 'absent' }
  /** The bucket has no such addresses. */
  | { readonly kind: 'disabled' };

export type PresignedFile =
  | { readonly kind: 'found'; readonly file: StoredFile; readonly expiresInSeconds: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'forged' };

/** The writing half of the files. The permissions on `storage.files` decide who may; ids are lower-case uuids. */
export interface FileWrites {
  /** Whether the caller's role has this operation at all; for callers that are to be refused before their bytes are read. */
  mayWrite(operation: 'insert' | 'update' | 'delete', caller: Caller): boolean;
  bucket(id: string): Promise<FileBucket | null>;
  /** The bucket of a file; null where there is no such file. */
  bucketOf(id: string): Promise<FileBucket | null>;
  /** Inserts the row as the caller and makes the file visible with its bytes; nothing of it is left where it fails. */
  insert(id: string, bucket: string, upload: FileUpload, caller: Caller): Promise<FileWriteAnswer>;
  /**
   * Stores bytes whose row a function of the database writes; those that no row names are removed after a day. Absent where another service
   * writes the rows of files.
   */
  readonly keep?: (upload: FileUpload) => Promise<KeptContent>;
  /** Replaces the content of a file. With `keepAs` the earlier content stays as a file with that id. */
  replace(id: string, upload: FileUpload & { readonly keepAs?: string | undefined }, caller: Caller): Promise<FileWriteAnswer>;
  remove(id: string, caller: Caller): Promise<FileWriteAnswer>;
  presign(id: string, caller: Caller): Promise<PresignedAnswer>;
  /** The file of a presigned address; `query` without question mark. */
  presigned(id: string, query: string): Promise<PresignedFile>;
}

/** A row that another one refers to by its column. References to vocabularies are left out. */
export interface RowReference {
  readonly column: string;
  readonly table: string;
  readonly key: string;
}

/** A committed change of one row, as the database reported it. `key` is the primary key, joined by `:` when it has several columns. */
export interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE';
  /** What the row refers to, before and after the change; absent when that is not known. */
  readonly refs?: readonly RowReference[];
  /** Names of the columns that an UPDATE has changed; absent when that is not known. */
  readonly columns?: readonly string[];
}

/** `gap` says that changes may have been missed since the last event (a lost connection) or name no row (a truncated table). */
export type ChangeEvent = { readonly kind: 'rows'; readonly changes: readonly RowChange[] } | { readonly kind: 'gap' };

/** The record that the database keeps of changes, for who has not heard them. Marks of another database are of no use. */
export interface ChangeMarks {
  /** A mark: the listeners have been told everything that was committed before it. Null where none is known now. */
  heard(): number | null;
  /** What was committed since the mark, which is at most a day old; a gap where that cannot be told. Never rejects. */
  since(mark: number): Promise<readonly ChangeEvent[]>;
}

/**
 * Why a part does not work, as far as the public may know: no answer in time; no server to ask; credentials refused; too many connections or
 * too little memory; no space on the disk; a folder that cannot be written; another
 * replica's files are not there; a clock that is not that of the database; anything else.
 */
export type HealthFault =
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'exhausted'
  | 'disk-full'
  | 'read-only'
  | 'not-shared'
  | 'apart'
  | 'failed';

export interface BackendHealth {
  readonly name: string;
  readonly ok: boolean;
  readonly latencyMs: number;
  /** Only of a part that is not ok. */
  readonly fault?: HealthFault;
  /** True for a part without which pages are still served: probes report it, and the replica stays in service when it fails. */
  readonly optional?: boolean;
}

/** The hashed files of the last builds that ran on this content, whichever replica ran them. */
export interface ReleaseAssets {
  /** Records that a build runs, stores those of its files that are not stored yet, and removes builds past the bounds. */
  publish(build: string, names: readonly string[], read: (name: string) => Promise<Uint8Array>): Promise<void>;
  /** The names of the files that builds other than this one have. */
  names(except: string): Promise<readonly string[]>;
  read(name: string): Promise<Uint8Array | null>;
}

export interface ContentBackend {
  readonly kind: 'embedded' | 'nhost';
  /** Whether the database holds the invented demonstration content, which may be replaced at any time. */
  isDemonstration(): boolean;
  /** Texts of the operations that the project holds callers without a token to; undefined where it lists none. */
  readonly allowList: readonly string[] | undefined;
  execute(request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer>;
  /**
   * Runs `work` with requests inside one transaction that is always undone: they see each other's changes, and no other request ever does. `work`
   * waits for nothing but its requests. Absent where the backend cannot hold a transaction open.
   */
  readonly dryRun?: (<T>(work: (execute: ContentBackend['execute']) => Promise<T>) => Promise<T>) | undefined;
  /**
   * Gives what a subscription shows: at once, and again when it differs from what it showed before. A reader that is slow misses answers between
   * and never the last one. Errors are the last answer. A query or a mutation has one answer.
   */
  subscribe(request: GraphqlRequest, options: SubscribeOptions): AsyncIterable<GraphqlAnswer>;
  /** Reads again what subscriptions show of these tables and views, whose rows appear or end by the time alone. */
  rereadSubscriptions(names: Iterable<string>): void;
  /** The file with this id (a lower-case uuid), or null when there is none or the caller may not read it. Default intent: `look`. */
  file(id: string, caller: Caller, intent?: FileIntent): Promise<StoredFile | null>;
  readonly auth: AuthBackend;
  /** Absent where the files are in a storage that takes uploads itself. */
  readonly files?: FileWrites | undefined;
  /** Absent where the backend keeps nothing for the site itself. */
  readonly releases?: ReleaseAssets | undefined;
  /** Returns 32 random bytes that all replicas share, made at the first call. Absent where the backend keeps nothing for the site itself. */
  readonly storedSecret?: (() => Promise<Uint8Array>) | undefined;
  /** Makes a rate limiter that all replicas share; absent where each counts alone. */
  readonly rateLimiter?: ((rules: readonly RateLimitRule[]) => RateLimiter) | undefined;
  /** A random number of the first name (and of the others that have none), the same on every replica for hours. Absent where they share none. */
  readonly sharedNumber?: ((names: readonly [string, ...string[]]) => Promise<number>) | undefined;
  /** Calls `listener` for every committed change until the returned function is called. */
  onChange(listener: (event: ChangeEvent) => void): () => void;
  /**
   * Absent where the backend tells changes by itself. Resolves when everything that was committed before this call has been told to the listeners.
   * @throws when the backend cannot be asked.
   */
  readonly checkChanges?: (() => Promise<void>) | undefined;
  /** Absent where the backend has no record of changes. */
  readonly changeMarks?: ChangeMarks | undefined;
  /** One cheap probe of each part (database, storage), bounded by `timeoutMs`. Never throws. */
  health(timeoutMs: number): Promise<readonly BackendHealth[]>;
  close(): Promise<void>;
}
