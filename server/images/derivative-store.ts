/**
 * Derivatives on disk, up to a number of bytes; the least recently used ones are removed first. It is a cache: a disk that is full, read-only
 * or missing makes the site slower and nothing else. Each picture is one file, written under a temporary name and renamed, so that no
 * incomplete file has a final name. A checksum detects damage when a file is first read by this process; later reads compare its length. After
 * a start the order of use is the order of writing.
 */

import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { hasErrorCode } from '../../shared/errors/error-code.ts';
import type { Logger } from '../observability/log.ts';
import type { MadePicture } from './decoder/transform.ts';
import type { DerivativeKey } from './derivative-key.ts';
import { MEDIA_TYPES, type PictureType } from './picture-type.ts';

export interface DerivativeStoreOptions {
  /** Absolute path; created when missing. It must contain nothing else. */
  readonly directory: string;
  /** Bytes on disk at most; 0 turns the store off. */
  readonly bytes: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly log: Logger;
}

interface Kept {
  readonly version: string;
  readonly bytes: number;
  /** Length of the file whose checksum was right. */
  verifiedLength?: number;
}

/** Bytes of a file system block. Counting whole blocks also bounds the number of files. */
const BLOCK = 4_096;

/** 64 hexadecimal digits, a space, the type, a line feed. */
const HEAD = /^([0-9a-f]{64}) ([a-z]{3,4})\n$/;
const LONGEST_HEAD = 70;

const FILE_NAME = /^([0-9a-f]{32})\.([0-9a-f]{16})$/;

/** Milliseconds without further writes after a failed one. */
const PAUSE_MS = 30_000;

/** Derivatives on disk. No method throws or rejects. */
export class DerivativeStore {
  readonly #options: DerivativeStoreOptions;
  /** Derivatives by slot. */
  readonly #kept: LRUCache<string, Kept>;
  readonly #pending = new Set<Promise<void>>();
  readonly #run = randomUUID();
  /** Folders that have been created. */
  readonly #folders = new Set<string>();
  #written = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #isRead = false;
  #closed = false;

  constructor(options: DerivativeStoreOptions) {
    this.#options = options;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, options.bytes),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ version }, slot, reason) => {
        if (reason === 'evict') this.#track(this.#remove(slot, version));
      },
    });
    if (options.bytes > 0) this.#track(this.#readDirectory());
  }

  /** Bytes on disk as far as the directory has been read. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Resolves when all started work has ended: the first reading of the directory, writes, removals. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Accepts no more writes, and waits for the started ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  async get({ slot, version }: DerivativeKey): Promise<MadePicture | null> {
    if (this.#options.bytes === 0) return null;
    // Before the directory has been read, only the file itself shows whether it exists.
    if (this.#isRead && this.#kept.peek(slot)?.version !== version) return null;
    const picture = await this.#read(slot, version);
    // `get` marks the picture as the one used last.
    if (picture !== null && this.#kept.peek(slot)?.version === version) this.#kept.get(slot);
    return picture;
  }

  /** Returns the derivative in a slot in any version, for a source that cannot be reached. */
  async getAny(slot: string): Promise<{ readonly version: string; readonly picture: MadePicture } | null> {
    const version = this.#kept.peek(slot)?.version;
    if (version === undefined) return null;
    const picture = await this.#read(slot, version);
    return picture === null ? null : { version, picture };
  }

  /** Starts to write a derivative, which replaces the earlier one in its slot. */
  put(key: DerivativeKey, picture: MadePicture): void {
    const size = picture.bytes.length + LONGEST_HEAD;
    if (this.#closed || size > this.#options.bytes || this.#options.now() < this.#pausedUntil) return;
    this.#track(this.#write(key, picture));
  }

  /** Removes the derivatives in these slots, because their source is no longer public. */
  forget(slots: readonly string[]): void {
    for (const slot of slots) this.#drop(slot);
  }

  async #read(slot: string, version: string): Promise<MadePicture | null> {
    try {
      const file = await readFile(this.#pathOf(slot, version));
      const kept = this.#kept.peek(slot);
      const own = kept?.version === version ? kept : undefined;
      const picture = parse(file, own?.verifiedLength);
      if (picture !== null) {
        if (own !== undefined) own.verifiedLength = file.length;
        return picture;
      }
      this.#options.log.warn({ slot }, 'a stored picture was damaged and is made again');
      if (this.#kept.peek(slot)?.version === version) this.#drop(slot);
      else this.#track(this.#remove(slot, version));
    } catch (error) {
      if (!isMissing(error)) this.#report(error);
      else if (this.#kept.peek(slot)?.version === version) this.#kept.delete(slot);
    }
    return null;
  }

  async #write({ slot, version }: DerivativeKey, picture: MadePicture): Promise<void> {
    const target = this.#pathOf(slot, version);
    this.#written += 1;
    const aside = path.join(this.#options.directory, `${this.#run}-${this.#written}.tmp`);
    try {
      await this.#place(aside, target, picture).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        // A folder was removed from outside.
        this.#folders.clear();
        await this.#place(aside, target, picture);
      });
      this.#hasFailed = false;
      this.#keep(slot, { version, bytes: blocks(picture.bytes.length + LONGEST_HEAD) });
    } catch (error) {
      this.#pausedUntil = this.#options.now() + PAUSE_MS;
      this.#report(error);
      await rm(aside, { force: true }).catch(() => {
        // The directory is missing or read-only; the next start removes the temporary file.
      });
    }
  }

  async #place(aside: string, target: string, picture: MadePicture): Promise<void> {
    const folder = path.dirname(target);
    if (!this.#folders.has(folder)) {
      await mkdir(folder, { recursive: true });
      this.#folders.add(folder);
    }
    const file = await open(aside, 'w', 0o600);
    try {
      const head = Buffer.from(`${hash('sha256', picture.bytes)} ${picture.type}\n`);
      const { bytesWritten } = await file.writev([head, picture.bytes]);
      // write(2): on a disk that becomes full a write succeeds with fewer bytes than given.
      if (bytesWritten < head.length + picture.bytes.length)
        throw new Error(`the disk took ${bytesWritten} bytes of a picture and no more`);
    } finally {
      await file.close();
    }
    await rename(aside, target);
  }

  /** Reads the files of an earlier run in the background and keeps them in the order of their age. */
  async #readDirectory(): Promise<void> {
    const found: { readonly slot: string; readonly kept: Kept; readonly at: number }[] = [];
    try {
      for (const entry of await readdir(this.#options.directory, { withFileTypes: true })) {
        const place = path.join(this.#options.directory, entry.name);
        // A file outside the folders is a temporary one: of this run, or incomplete.
        if (!entry.isDirectory()) await (entry.name.startsWith(this.#run) ? undefined : rm(place, { force: true }));
        else for (const name of await readdir(place)) await this.#note(place, name, found);
        if (this.#closed) return;
      }
    } catch (error) {
      if (!isMissing(error)) this.#report(error);
    }
    // Pictures written meanwhile were used later than those of an earlier run.
    const newer = [...this.#kept.rkeys()].map((slot) => ({ slot, kept: this.#kept.peek(slot) }));
    this.#kept.clear();
    for (const { slot, kept } of found.sort((a, b) => a.at - b.at)) this.#keep(slot, kept);
    for (const { slot, kept } of newer) if (kept !== undefined) this.#keep(slot, kept);
    this.#isRead = true;
  }

  async #note(place: string, name: string, found: { slot: string; kept: Kept; at: number }[]): Promise<void> {
    const [, slot, version] = FILE_NAME.exec(name) ?? [];
    const facts = await stat(path.join(place, name)).catch(() => null);
    if (facts === null) return;
    if (slot === undefined || version === undefined) await rm(path.join(place, name), { recursive: true, force: true });
    else found.push({ slot, kept: { version, bytes: blocks(facts.size) }, at: facts.mtimeMs });
  }

  #keep(slot: string, kept: Kept): void {
    const before = this.#kept.peek(slot);
    if (before !== undefined && before.version !== kept.version) this.#drop(slot);
    this.#kept.set(slot, kept);
    // A file whose last block exceeds the limit is not taken.
    if (!this.#kept.has(slot)) this.#track(this.#remove(slot, kept.version));
  }

  #drop(slot: string): void {
    const kept = this.#kept.peek(slot);
    if (kept === undefined) return;
    this.#kept.delete(slot);
    this.#track(this.#remove(slot, kept.version));
  }

  #remove(slot: string, version: string): Promise<void> {
    return rm(this.#pathOf(slot, version), { force: true }).catch((error: unknown) => this.#report(error));
  }

  #pathOf(slot: string, version: string): string {
    return path.join(this.#options.directory, slot.slice(0, 2), `${slot}.${version}`);
  }

  #track(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  /** Logs the first failure; further ones are not logged until a write has succeeded. */
  #report(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.log.warn({ err: error, directory: this.#options.directory }, 'pictures cannot be kept on disk; they are made each time');
  }
}

/** Reads a file; the checksum is computed unless a file of this length was verified. */
function parse(file: Buffer, verifiedLength: number | undefined): MadePicture | null {
  const end = file.subarray(0, LONGEST_HEAD).indexOf(0x0a) + 1;
  const [, checksum, type] = HEAD.exec(file.toString('latin1', 0, end)) ?? [];
  if (checksum === undefined || type === undefined || !isPictureType(type)) return null;
  const bytes = file.subarray(end);
  return file.length === verifiedLength || hash('sha256', bytes) === checksum ? { type, bytes } : null;
}

function isPictureType(text: string): text is PictureType {
  return Object.hasOwn(MEDIA_TYPES, text);
}

function blocks(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

function isMissing(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT', 'ENOTDIR');
}
