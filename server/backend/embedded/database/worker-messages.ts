/**
 * What passes between the server's thread and the PGlite worker: one start order, then bytes of the Postgres wire protocol in both
 * directions. The bytes are handed over (transferred), not copied; `pg` speaks the protocol on the server's side, so rows, errors,
 * prepared statements and notifications have one implementation for PGlite and for a real server.
 */

/** Copies the chunks into one array that owns its memory, so that it can be transferred to another thread. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

/** `workerData` of the worker. `directory` is the Postgres data directory, or `null` for a database in memory. */
export interface WorkerStart {
  readonly directory: string | null;
  /** A data directory as a tar file (from `dumpDataDir`), loaded instead of running initdb. Only for a new database. */
  readonly snapshot?: ArrayBuffer;
}

export type ToWorker = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };
