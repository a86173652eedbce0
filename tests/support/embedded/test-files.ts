/** Files that a test stores at once: the bytes as an upload stores them, then a row that names them. */
import type { Readable } from 'node:stream';
import type { Queryable } from '../../../server/backend/embedded/database.ts';
import type { BlobStore } from '../../../server/backend/embedded/storage/blob-store.ts';
import { FileStore, keepContent } from '../../../server/backend/embedded/storage/file-store.ts';

/** A lower-case uuid, of which a file that is there is replaced, and the content as a whole or as a stream. */
type TestFile = { readonly id: string; readonly name: string; readonly mimeType: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly stream: Readable }
);

interface TestFileRow {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly etag: string;
}

const PUT = `
with nomeado as (delete from embutido.conteudo_solto where sha256 = $6)
insert into storage.files (id, bucket_id, name, mime_type, size, etag, is_uploaded)
values ($1, 'default', $2, $3, $4, $5, true)
on conflict (id) do update set bucket_id = excluded.bucket_id, name = excluded.name, mime_type = excluded.mime_type,
  size = excluded.size, etag = excluded.etag, is_uploaded = true, updated_at = now()`;

export class TestFiles extends FileStore {
  readonly #database: Queryable;
  readonly #blobs: BlobStore;

  constructor(database: Queryable, blobs: BlobStore) {
    super(blobs);
    this.#database = database;
    this.#blobs = blobs;
  }

  async put(file: TestFile): Promise<TestFileRow> {
    const { id, name, mimeType } = file;
    const { sha256, size } = await keepContent(this.#database, this.#blobs, 'bytes' in file ? file.bytes : file.stream);
    const etag = `"${sha256}"`;
    await this.#database.query(PUT, [id, name, mimeType, size, etag, sha256]);
    return { id, size, sha256, etag };
  }
}
