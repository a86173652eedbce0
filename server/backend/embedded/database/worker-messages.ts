/**
 * What passes between the server's thread and the PGlite worker: one start order, then bytes of the Postgres wire protocol in both
 * directions. The bytes are handed over (transferred), not copied; `pg` speaks the protocol on the server's side, so rows, errors,
 * prepared statements and notifications have one implementation for PGlite and for a real server.
 */

/** `workerData` of the worker. `directory` is the Postgres data directory, or `null` for a database in memory. */
export interface WorkerStart {
  readonly directory: string | null;
  /** A data directory as a tar file (from `dumpDataDir`), loaded instead of running initdb. Only for a new database. */
  readonly snapshot?: ArrayBuffer;
}

export type ToWorker = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'dump' } | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'dump'; readonly snapshot: ArrayBuffer }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };
