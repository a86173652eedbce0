/** The files of the content: a row of `storage.files` (as in a hosted Nhost) and bytes in the blob store, joined by the row's `etag`. */
import type { Readable } from 'node:stream';
import type { Queryable, Row } from '../database.ts';
import type { BlobStore, ByteRange } from './blob-store.ts';

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

/** The bytes that a row of `storage.files` promises are not on disk, or are fewer or more. */
export class FileBytesMissingError extends Error {
  override readonly name = 'FileBytesMissingError';
}

const COLUMNS = 'id, bucket_id, name, mime_type, size, etag, (extract(epoch from updated_at) * 1000)::float8 as updated_ms';

export class FileStore {
  readonly #database: Queryable;
  readonly #blobs: BlobStore;
  readonly #busy = new Map<string, Promise<unknown>>();

  /** `database` may be a transaction; rows then appear with its commit, which must come after `flush`. */
  constructor(database: Queryable, blobs: BlobStore) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** Stores the bytes, then the row that names them. */
  async put(file: NewFile): Promise<StoredFileRow> {
    const staged = await this.#blobs.stage('bytes' in file ? file.bytes : file.stream);
    return this.#alone(staged.sha256, async () => {
      await staged.keep();
      const { rows } = await this.#database.query(
        `insert into storage.files (id, bucket_id, name, mime_type, size, etag, is_uploaded)
         values ($1, $2, $3, $4, $5, $6, true)
         on conflict (id) do update set bucket_id = excluded.bucket_id, name = excluded.name, mime_type = excluded.mime_type,
           size = excluded.size, etag = excluded.etag, is_uploaded = true, updated_at = now()
         returning ${COLUMNS}`,
        [file.id, file.bucket ?? 'default', file.name, file.mimeType, staged.size, `"${staged.sha256}"`],
        { name: 'arquivo_put' },
      );
      return parseRow(rows[0]);
    });
  }

  /** The row, without regard to permissions; null when there is none. */
  async stat(id: string): Promise<StoredFileRow | null> {
    const { rows } = await this.#database.query(`select ${COLUMNS} from storage.files where id = $1 and is_uploaded`, [id], {
      name: 'arquivo_stat',
    });
    return rows[0] === undefined ? null : parseRow(rows[0]);
  }

  /** Opens the bytes of a row; the caller consumes or destroys the stream. */
  open(file: Pick<StoredFileRow, 'sha256'>, range?: ByteRange): Readable {
    return this.#blobs.open(file.sha256, range);
  }

  /** @throws FileBytesMissingError when the bytes on disk are not those that the row promises. */
  async verify(file: Pick<StoredFileRow, 'id' | 'sha256' | 'size'>): Promise<void> {
    const size = await this.#blobs.size(file.sha256);
    if (size !== file.size)
      throw new FileBytesMissingError(`the file ${file.id} should have ${file.size} bytes on disk and has ${size ?? 'none'}`);
  }

  /** Removes the row, and the bytes when no other row names them. False when there was no row. */
  async remove(id: string): Promise<boolean> {
    const file = await this.stat(id);
    if (file === null) return false;
    return this.#alone(file.sha256, async () => {
      const { rowCount } = await this.#database.query('delete from storage.files where id = $1', [id]);
      const { rowCount: others } = await this.#database.query('select 1 from storage.files where etag = $1 limit 1', [file.etag]);
      if (others === 0) await this.#blobs.remove(file.sha256);
      return rowCount > 0;
    });
  }

  /** Syncs the bytes of a bulk load (`deferred` blob store) to the disk. */
  flush(): Promise<void> {
    return this.#blobs.flush();
  }

  /** Runs one change at a time for the same bytes, within this process. */
  async #alone<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(sha256) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#busy.set(sha256, mine);
    try {
      return await mine;
    } finally {
      if (this.#busy.get(sha256) === mine) this.#busy.delete(sha256);
    }
  }
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
