/**
 * The bytes of files in a folder. Bytes are written to a temporary name, synced and renamed, so a name is absent or holds the whole content,
 * and a row that names new bytes for an old file takes effect atomically.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { undefinedIfMissing } from '../../../../shared/errors/error-code.ts';
import { syncPath, syncPaths } from '../data-directory/layout.ts';
import { type Blob, type BlobStore, type ByteRange, blobPath, type StagedBlob } from './blob-store.ts';
import { removeAbandonedFiles, writeHashed } from './staged-files.ts';

/**
 * `each` syncs every blob before `keep` resolves; `deferred` leaves that to one `flush`, which is far faster for a bulk load whose rows
 * are committed only after it.
 */
export type SyncMode = 'each' | 'deferred';

const STAGED = '.novo';
const MARKERS = '.replicas';

export class DirectoryBlobs implements BlobStore {
  readonly #folder: string;
  readonly #mode: SyncMode;
  readonly #mark: string | undefined;
  readonly #unsynced = new Set<string>();
  readonly #folders = new Set<string>();

  /** `mark` is a file of the folder without which nothing is stored: where a mount is lost, an empty folder of the local disk is left. */
  constructor(folder: string, mode: SyncMode, mark?: string) {
    this.#folder = folder;
    this.#mode = mode;
    this.#mark = mark;
  }

  /** Writes the content to a temporary name. `keep` renames it to its final name, or deletes it when the same bytes are stored already. */
  async stage(content: Uint8Array | Readable): Promise<StagedBlob> {
    if (this.#mark !== undefined) await access(path.join(this.#folder, this.#mark));
    const temporary = path.join(await this.#ensureFolder(STAGED), randomUUID());
    const blob = await writeHashed(temporary, content, this.#mode === 'each');
    const discard = (): Promise<void> => rm(temporary, { force: true });
    return { ...blob, keep: () => this.#keep(temporary, blob), discard };
  }

  async #keep(temporary: string, { sha256, size }: Blob): Promise<void> {
    if ((await this.size(sha256)) === size) return rm(temporary, { force: true });
    const target = this.#pathOf(sha256);
    const folder = await this.#ensureFolder(path.basename(path.dirname(target)));
    await rename(temporary, target);
    if (this.#mode === 'each') await syncPath(folder);
    else this.#unsynced.add(target).add(folder);
  }

  async size(sha256: string): Promise<number | undefined> {
    return stat(this.#pathOf(sha256)).then(({ size }) => size, undefinedIfMissing);
  }

  open(sha256: string, range?: ByteRange): Readable {
    // `createReadStream` refuses an empty range; an empty file has no range.
    return createReadStream(this.#pathOf(sha256), range === undefined ? {} : { start: range.start, end: range.end });
  }

  async remove(sha256: string): Promise<void> {
    const target = this.#pathOf(sha256);
    await rm(target, { force: true });
    this.#unsynced.delete(target);
  }

  /** Syncs what `deferred` writes have not. Resolves at once when there is nothing to sync. */
  async flush(): Promise<void> {
    const waiting = [...this.#unsynced];
    this.#unsynced.clear();
    await syncPaths(waiting);
  }

  removeAbandoned(): Promise<void> {
    return removeAbandonedFiles(path.join(this.#folder, STAGED));
  }

  async writeMarker(replica: string): Promise<void> {
    // Made each time: the folder may be another one than a moment ago, and the check says so.
    await mkdir(path.join(this.#folder, MARKERS), { recursive: true, mode: 0o700 });
    const temporary = path.join(this.#folder, MARKERS, `${replica}.novo`);
    await writeFile(temporary, replica, { mode: 0o600 });
    await rename(temporary, path.join(this.#folder, MARKERS, replica));
  }

  async hasMarker(replica: string): Promise<boolean> {
    return (await readFile(path.join(this.#folder, MARKERS, replica), 'utf8').catch(undefinedIfMissing)) === replica;
  }

  async removeMarker(replica: string): Promise<void> {
    for (const name of [replica, `${replica}.novo`]) await rm(path.join(this.#folder, MARKERS, name), { force: true });
  }

  /** The hashes of all contents, a folder at a time. */
  async *names(): AsyncGenerator<readonly string[]> {
    for (const folder of (await readdir(this.#folder).catch(undefinedIfMissing)) ?? []) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      const names = await readdir(path.join(this.#folder, folder));
      yield names.filter((name) => /^[0-9a-f]{62}$/.test(name)).map((name) => `${folder}${name}`);
    }
  }

  #pathOf(sha256: string): string {
    return path.join(this.#folder, blobPath(sha256));
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
