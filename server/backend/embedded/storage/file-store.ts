/** The files of the content: a row of `storage.files` (as in a hosted Nhost) and bytes in the blob store, joined by the row's `etag`. */
import type { Readable } from 'node:stream';
import type { Queryable, Row } from '../database.ts';
import { type Blob, type BlobStore, type ByteRange, FileBytesMissingError } from './blob-store.ts';
import { verifiedStream } from './verified-stream.ts';

export type NewFile = NewFileRow & FileContent;

/** The content as a whole or as a stream, which is consumed. */
type FileContent = { readonly bytes: Uint8Array } | { readonly stream: Readable };

interface NewFileRow {
  /** A lower-case uuid; an existing file with this id is replaced. */
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Id of a row of `storage.buckets`. Default `default`. */
  readonly bucket?: string;
}

export interface StoredFileRow {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** The quoted strong validator: the SHA-256 of the bytes in hex, in double quotes. */
  readonly etag: string;
  /** Hex. */
  readonly sha256: string;
  readonly updatedAt: Date;
}

const COLUMNS = 'id, bucket_id, name, mime_type, size, etag, (extract(epoch from updated_at) * 1000)::float8 as updated_ms';

// Also takes the lock of the record, which a removal of orphaned blobs holds.
const DECLARE = `
insert into embutido.conteudo_solto (sha256) values ($1) on conflict (sha256) do update set desde = excluded.desde`;

const PUT = `
with nomeado as (delete from embutido.conteudo_solto where sha256 = $7)
insert into storage.files (id, bucket_id, name, mime_type, size, etag, is_uploaded)
values ($1, $2, $3, $4, $5, $6, true)
on conflict (id) do update set bucket_id = excluded.bucket_id, name = excluded.name, mime_type = excluded.mime_type,
  size = excluded.size, etag = excluded.etag, is_uploaded = true, updated_at = now()
returning ${COLUMNS}`;

export class FileStore {
  readonly #database: Queryable;
  readonly #blobs: BlobStore;

  /** `database` may be a transaction; rows then appear with its commit. */
  constructor(database: Queryable, blobs: BlobStore) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** Stores the bytes, then the row that names them. */
  async put(file: NewFile): Promise<StoredFileRow> {
    const { sha256, size } = await keepContent(this.#database, this.#blobs, 'bytes' in file ? file.bytes : file.stream);
    const { rows } = await this.#database.query(
      PUT,
      [file.id, file.bucket ?? 'default', file.name, file.mimeType, size, `"${sha256}"`, sha256],
      { name: 'arquivo_put' },
    );
    return parseRow(rows[0]);
  }

  /**
   * Opens the bytes of a row; the caller consumes or destroys the stream. One of the whole content fails before its last bytes where they are not those
   * of the hash, so no reader takes it for complete. A range is not compared.
   */
  open(file: Pick<StoredFileRow, 'sha256'>, range?: ByteRange): Readable {
    const bytes = this.#blobs.open(file.sha256, range);
    return range === undefined ? verifiedStream(bytes, file.sha256) : bytes;
  }

  /** @throws FileBytesMissingError when the stored bytes are not those that the row promises. */
  async verify(file: Pick<StoredFileRow, 'id' | 'sha256' | 'size'>): Promise<void> {
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

function parseRow(row: Row | undefined): StoredFileRow {
  if (row === undefined) throw new Error('storage.files answered no row');
  const etag = String(row['etag']);
  return {
    id: String(row['id']),
    bucket: String(row['bucket_id']),
    name: String(row['name']),
    mimeType: String(row['mime_type']),
    size: Number(row['size']),
    etag,
    sha256: sha256Of(etag),
    updatedAt: new Date(Number(row['updated_ms'])),
  };
}
