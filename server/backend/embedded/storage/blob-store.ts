/** Where the bytes of files are, by their SHA-256. Implemented by a directory, by the database and by an S3-compatible service. */
import type { Readable } from 'node:stream';

export interface Blob {
  /** Hex. */
  readonly sha256: string;
  readonly size: number;
}

/** Content that is written, but not part of the store until `keep` is called. */
export interface StagedBlob extends Blob {
  /** Makes it part of the store, as a whole. The same bytes are stored once. */
  keep(): Promise<void>;
  /** Does so and puts it on record as orphaned, in one statement; absent where bytes and record are not in one database. */
  readonly keepAsOrphan?: () => Promise<void>;
  /** Deletes it; to be called where `keep` is not. */
  discard(): Promise<void>;
}

/** The first and the last byte wanted, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /** Writes the content, holding a part of it in memory. A stream that fails leaves nothing behind. */
  stage(content: Uint8Array | Readable): Promise<StagedBlob>;
  /** Bytes that are stored, or undefined when there are none under this hash. */
  size(sha256: string): Promise<number | undefined>;
  /** Opens the content; an error such as missing bytes arrives on the stream, which the caller consumes or destroys. */
  open(sha256: string, range?: ByteRange): Readable;
  remove(sha256: string): Promise<void>;
  /** Brings a bulk load to the disk where that was put off. */
  flush(): Promise<void>;
  /** Deletes content that was staged more than a day ago and never kept: its process has ended. */
  removeAbandoned(): Promise<void>;
  /** Stores a few bytes under the id of a replica, in place of those of before. */
  writeMarker(replica: string): Promise<void>;
  /** Whether the marker of a replica, whole, can be read. */
  hasMarker(replica: string): Promise<boolean>;
  removeMarker(replica: string): Promise<void>;
}

/** The bytes that a row of `storage.files` promises are not in the store, or are fewer or more. */
export class FileBytesMissingError extends Error {
  override readonly name = 'FileBytesMissingError';
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The name of a content below a folder or a bucket: `ab/cdef...`. @throws for what is no SHA-256. */
export function blobPath(sha256: string): string {
  if (!SHA256.test(sha256)) throw new Error(`not a SHA-256: ${sha256.slice(0, 80)}`);
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Milliseconds after which staged content counts as abandoned. */
export const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;
