/**
 * The bytes of files on disk, by their SHA-256: `ab/cdef...` below one folder. Bytes are written to a temporary name, synced and renamed,
 * so a name is absent or holds the whole content, and a row that names new bytes for an old file takes effect atomically.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { syncPath } from '../data-directory/layout.ts';

export interface Blob {
  /** Hex. */
  readonly sha256: string;
  readonly size: number;
}

/** Content that is on disk under a temporary name. It is not part of the store until `keep` is called. */
export interface StagedBlob extends Blob {
  keep(): Promise<void>;
}

/** The first and the last byte wanted, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * `each` syncs every blob before `keep` resolves; `deferred` leaves that to one `flush`, which is far faster for a bulk load whose rows
 * are committed only after it.
 */
export type SyncMode = 'each' | 'deferred';

/** Syncs at the same time in `flush`: enough to keep a disk busy, few enough for the descriptor limit. */
const SYNCS_AT_ONCE = 16;

export class BlobStore {
  readonly #folder: string;
  readonly #mode: SyncMode;
  readonly #unsynced = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(folder: string, mode: SyncMode) {
    this.#folder = folder;
    this.#mode = mode;
  }

  /** Writes the content to a temporary name. `keep` renames it to its final name, or deletes it when the same bytes are stored already. */
  async stage(content: Uint8Array | Readable): Promise<StagedBlob> {
    const temporary = path.join(await this.#ensureFolder('.novo'), randomUUID());
    try {
      const blob = await writeHashed(temporary, content, this.#mode === 'each');
      return { ...blob, keep: () => this.#keep(temporary, blob) };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async #keep(temporary: string, { sha256, size }: Blob): Promise<void> {
    if ((await this.size(sha256)) === size) return rm(temporary, { force: true });
    const target = this.#pathOf(sha256);
    const folder = await this.#ensureFolder(path.basename(path.dirname(target)));
    await rename(temporary, target);
    if (this.#mode === 'each') await syncPath(folder);
    else this.#unsynced.add(target).add(folder);
  }

  /** Bytes on disk, or undefined when there are none under this hash. */
  async size(sha256: string): Promise<number | undefined> {
    return stat(this.#pathOf(sha256)).then(
      ({ size }) => size,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
  }

  /** Opens the content; an error such as a missing file arrives on the stream. */
  open(sha256: string, range?: ByteRange): Readable {
    // `createReadStream` refuses an empty range; an empty file has no range.
    return createReadStream(this.#pathOf(sha256), range === undefined ? {} : { start: range.start, end: range.end });
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true });
  }

  /** Syncs what `deferred` writes have not. Resolves at once when there is nothing to sync. */
  async flush(): Promise<void> {
    const waiting = [...this.#unsynced];
    this.#unsynced.clear();
    while (waiting.length > 0) await Promise.all(waiting.splice(0, SYNCS_AT_ONCE).map(syncPath));
  }

  /** Deletes the temporary files of interrupted writes. Only for the sole owner of the folder, before its first `stage`. */
  async removeTemporary(): Promise<void> {
    this.#folders.delete('.novo');
    await rm(path.join(this.#folder, '.novo'), { recursive: true, force: true });
  }

  /** Writes and stats a small file. @throws when the folder cannot be written. */
  async probe(): Promise<void> {
    const target = path.join(await this.#ensureFolder('.novo'), `sonda-${randomUUID()}`);
    const handle = await open(target, 'w', 0o600);
    try {
      await handle.writeFile('sonda');
      await handle.stat();
    } finally {
      await handle.close();
      await rm(target, { force: true });
    }
  }

  #pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`not a SHA-256: ${sha256.slice(0, 80)}`);
    return path.join(this.#folder, sha256.slice(0, 2), sha256.slice(2));
  }

  async #ensureFolder(name: string): Promise<string> {
    const folder = path.join(this.#folder, name);
    if (!this.#folders.has(name)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (this.#mode === 'each') await syncPath(this.#folder);
      else this.#unsynced.add(this.#folder);
      this.#folders.add(name);
    }
    return folder;
  }
}

async function writeHashed(file: string, content: Uint8Array | Readable, sync: boolean): Promise<Blob> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
      hash.update(bytes);
      size += bytes.length;
      await handle.writeFile(bytes);
    }
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), size };
}
