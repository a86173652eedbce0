/** The files of a bulk load, such as the demonstration's, in the transaction of the load. */
import type { Queryable } from '../database.ts';
import type { Blob, BlobStore, StagedBlob } from './blob-store.ts';

export interface BulkFile {
  /** A lower-case uuid, once in a load; a file of before with this id is replaced. */
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Id of a row of `storage.buckets`. Default `default`. */
  readonly bucket?: string;
  readonly bytes: Uint8Array;
}

interface Waiting {
  readonly file: BulkFile;
  readonly staged: StagedBlob;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Rows of one statement: enough to make round trips rare, few enough for any message limit. */
const MAX_ROWS = 500;

// As for a single file: the records are locked before the bytes are kept, against a removal of orphaned blobs.
const DECLARE = `
insert into embutido.conteudo_solto (sha256) select distinct sha256 from unnest($1::text[]) n (sha256) order by sha256
on conflict (sha256) do update set desde = excluded.desde`;

const PUT = `
with nomeados as (delete from embutido.conteudo_solto where sha256 = any ($6))
insert into storage.files (id, bucket_id, name, mime_type, size, etag, is_uploaded)
select id, bucket, name, mime_type, size, '"' || sha256 || '"', true
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) f (id, bucket, name, mime_type, size, sha256)
on conflict (id) do update set bucket_id = excluded.bucket_id, name = excluded.name, mime_type = excluded.mime_type,
  size = excluded.size, etag = excluded.etag, is_uploaded = true, updated_at = now()`;

/**
 * Stores files that are put at the same time together: what comes while statements are under way goes with the next ones, since each costs a round
 * trip, whatever it holds. One that fails rejects all that went with it, as suits a load, which fails as a whole.
 */
export class BulkFiles {
  readonly #tx: Queryable;
  readonly #blobs: BlobStore;
  readonly #waiting: Waiting[] = [];
  #underWay = false;

  constructor(tx: Queryable, blobs: BlobStore) {
    this.#tx = tx;
    this.#blobs = blobs;
  }

  /** Resolves when bytes and row are stored. */
  async put(file: BulkFile): Promise<Blob> {
    const staged = await this.#blobs.stage(file.bytes);
    const stored = new Promise<void>((resolve, reject) => this.#waiting.push({ file, staged, resolve, reject }));
    if (!this.#underWay) this.#storeWaiting().catch(() => undefined);
    await stored;
    return { sha256: staged.sha256, size: staged.size };
  }

  /** Brings the bytes to the disk; to be called before the commit. */
  flush(): Promise<void> {
    return this.#blobs.flush();
  }

  /** Every rejection is that of a `put`. */
  async #storeWaiting(): Promise<void> {
    this.#underWay = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MAX_ROWS);
      try {
        await this.#store(group);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#underWay = false;
  }

  async #store(group: readonly Waiting[]): Promise<void> {
    const hashes = group.map(({ staged }) => staged.sha256);
    await this.#tx.query(DECLARE, [hashes], { name: 'conteudos_soltos' });
    for (const { staged } of group) await staged.keep();
    const column = (of: (waiting: Waiting) => unknown): readonly unknown[] => group.map(of);
    await this.#tx.query(
      PUT,
      [
        column(({ file }) => file.id),
        column(({ file }) => file.bucket ?? 'default'),
        column(({ file }) => file.name),
        column(({ file }) => file.mimeType),
        column(({ staged }) => staged.size),
        hashes,
      ],
      { name: 'arquivos_put' },
    );
  }
}
