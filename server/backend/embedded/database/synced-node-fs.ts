/**
 * PGlite's directory on disk, with a working fsync.
 *
 * PGlite 0.5 starts Postgres with `-F` and its NODEFS has no `fsync` operation, so `fsync=on` alone changes nothing: the system call
 * finds no operation and reports success. This file system adds the operation to NODEFS, and the worker starts Postgres without `-F`
 * and with `wal_sync_method=fsync` (`fdatasync` is a no-op of the emscripten runtime and never reaches a file system).
 * A test counts the calls that arrive at the operating system.
 */
import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface OpenFile {
  readonly nfd?: number;
}

type RuntimeOptions = Parameters<NodeFS['init']>[1];

export class SyncedNodeFs extends NodeFS {
  override async init(database: PGlite, options: RuntimeOptions): ReturnType<NodeFS['init']> {
    const started = await super.init(database, options);
    const { emscriptenOpts } = started;
    const addFsync = (runtime: { readonly NODEFS: unknown }): void => installFsync(runtime.NODEFS);
    return { ...started, emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

function installFsync(nodefs: unknown): void {
  const operations = (nodefs as { stream_ops: { fsync?: (file: OpenFile) => number } }).stream_ops;
  operations.fsync = (file) => {
    if (file.nfd !== undefined) fsyncSync(file.nfd);
    return 0;
  };
}
