/** The files of the content: a row of `storage.files` (as in a hosted Nhost) and bytes in the blob store, joined by the row's `etag`. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Queryable } from '../database.ts';
import { type Blob, type BlobStore, type ByteRange, FileBytesMissingError } from './blob-store.ts';

/** What a row says of its bytes. */
interface FileRow {
  readonly id: string;
  /** Hex. */
  readonly sha256: string;
  readonly size: number;
}

// The update, which changes nothing that matters, waits for a removal of orphaned blobs that holds the lock of this row.
const DECLARE = `
insert into embutido.conteudo_solto (sha256) values ($1) on conflict (sha256) do update set desde = excluded.desde`;

export class FileStore {
  readonly #blobs: BlobStore;

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  /**
   * Opens the bytes of a row; the caller consumes or destroys the stream. One of the whole content fails before its last bytes where they are not those
   * of the hash, so no reader takes it for complete. A range is not compared.
   */
  open(file: Pick<FileRow, 'sha256'>, range?: ByteRange): Readable {
    const bytes = this.#blobs.open(file.sha256, range);
    return range === undefined ? verifiedStream(bytes, file.sha256) : bytes;
  }

  /** @throws FileBytesMissingError when the stored bytes are not those that the row promises. */
  async verify(file: FileRow): Promise<void> {
    const size = await this.#blobs.size(file.sha256);
    if (size !== file.size)
      throw new FileBytesMissingError(`the file ${file.id} should have ${file.size} bytes in the store and has ${size ?? 'none'}`);
  }
}

/** Stores bytes that no row names yet. They are on record as orphaned, so a crash before there is such a row leaves nothing for ever. */
export async function keepContent(database: Queryable, blobs: Pick<BlobStore, 'stage'>, content: Uint8Array | Readable): Promise<Blob> {
  const staged = await blobs.stage(content);
  const { sha256, size } = staged;
  if (staged.keepAsOrphan !== undefined) {
    await staged.keepAsOrphan();
    return { sha256, size };
  }
  try {
    await database.query(DECLARE, [sha256], { name: 'conteudo_solto' });
  } catch (error) {
    await staged.discard().catch(() => undefined);
    throw error;
  }
  await staged.keep();
  return { sha256, size };
}

const STRONG_SHA256 = /^"([0-9a-f]{64})"$/;

/**
 * The hash that an etag of this store carries.
 * @throws FileBytesMissingError for any other etag: another storage service wrote the row, and its bytes are not in this store.
 */
export function sha256Of(etag: string): string {
  const sha256 = STRONG_SHA256.exec(etag)?.[1];
  if (sha256 === undefined) throw new FileBytesMissingError('a row of storage.files names bytes that this store does not hold');
  return sha256;
}

/**
 * Passes a content on, one piece late, and fails in place of the last piece where the bytes are not those of the hash: a store that lies, or a disk that
 * has rotted. SHA-256 costs 0.5 ms of processor time for each MB.
 */
function verifiedStream(content: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  const verified = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const before = held;
      held = piece;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, held);
      else done(new FileBytesMissingError(`the store gave other bytes than the content ${sha256}`));
    },
  });
  // The reader of the stream hears of every error; leaving it ends the source.
  pipeline(content, verified, () => undefined);
  return verified;
}
