/**
 * PGlite's directory on disk, with a working fsync.
 *
 * PGlite 0.5 starts Postgres with `-F` and its NODEFS has no `fsync` operation, so `fsync=on` alone changes nothing: the system call
 * finds no operation and reports success. This file system adds the operation to NODEFS, and the worker starts Postgres without `-F`
 * and with `wal_sync_method=fsync` (`fdatasync` is a no-op of the emscripten runtime and never reaches a file system).
 * Measured with strace: every commit and every checkpoint reaches fsync(2). What the disk then does with it is the disk's promise.
 */
import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface OpenFile {
  readonly nfd?: number;
}

type RuntimeOptions = Parameters<NodeFS['init']>[1];

export class SyncedNodeFs extends NodeFS {
  readonly #sync: (descriptor: number) => void;

  /** `sync` brings one open file to the disk. */
  constructor(directory: string, sync: (descriptor: number) => void = fsyncSync) {
    super(directory);
    this.#sync = sync;
  }

  override async init(database: PGlite, options: RuntimeOptions): ReturnType<NodeFS['init']> {
    const started = await super.init(database, options);
    const { emscriptenOpts } = started;
    const addFsync = (runtime: { readonly NODEFS: unknown }): void => installFsync(runtime.NODEFS, this.#sync);
    return { ...started, emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

function installFsync(nodefs: unknown, sync: (descriptor: number) => void): void {
  const operations = (nodefs as { stream_ops: { fsync?: (file: OpenFile) => number } }).stream_ops;
  operations.fsync = (file) => {
    if (file.nfd !== undefined) sync(file.nfd);
    return 0;
  };
}
