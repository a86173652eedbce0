/**
 * Proof that the store works and is shared: each replica keeps a marker in it and is on record in the database, and each check reads the
 * marker of the replica that was seen last. A store that only this replica has lacks it.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import type { BlobStore } from './blob-store.ts';

/** A replica that was not seen for so long is not looked for: it may have been taken away with its store. */
const RECENT = `interval '2 minutes'`;
/** After which its marker is removed. */
const GONE = `interval '15 minutes'`;

const SEEN = `
with eu as (insert into embutido.replica (id) values ($1) on conflict (id) do update set vista_em = excluded.vista_em)
select id, vista_em < now() - ${GONE} as perdida from embutido.replica
where id <> $1 and (vista_em > now() - ${RECENT} or vista_em < now() - ${GONE}) order by vista_em desc limit 50`;

const RECENTLY_SEEN = `select 1 from embutido.replica where id = $1 and vista_em > now() - ${RECENT}`;

/** The marker of another replica is not in the store. */
export class StoreNotSharedError extends Error {
  override readonly name = 'StoreNotSharedError';
}

export class ReplicaCheck {
  readonly #database: Database;
  readonly #blobs: BlobStore;
  readonly #id = randomUUID();

  constructor(database: Database, blobs: BlobStore) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** @throws when the store cannot be written or read, and StoreNotSharedError. */
  async check(): Promise<void> {
    await this.#blobs.writeMarker(this.#id);
    // PGlite belongs to one process, which has its own marker to read and no other.
    if (this.#database.kind === 'pglite') return this.#read(this.#id);
    const { rows } = await this.#database.query(SEEN, [this.#id], { name: 'replicas_vistas' });
    const newest = rows.find((row) => row['perdida'] !== true);
    await this.#read(newest === undefined ? this.#id : String(newest['id']));
    for (const row of rows) if (row['perdida'] === true) await this.#forget(String(row['id']));
  }

  /** Takes this replica off the record and removes its marker. */
  async withdraw(): Promise<void> {
    await this.#database.query('delete from embutido.replica where id = $1', [this.#id]);
    await this.#blobs.removeMarker(this.#id);
  }

  async #read(replica: string): Promise<void> {
    if (await this.#blobs.hasMarker(replica)) return;
    const { rowCount } = await this.#database.query(RECENTLY_SEEN, [replica]);
    // It ended meanwhile and took its marker along.
    if (rowCount === 0 && replica !== this.#id) return;
    throw new StoreNotSharedError(`the files that replica ${replica} stores cannot be read here`);
  }

  async #forget(replica: string): Promise<void> {
    await this.#blobs.removeMarker(replica);
    await this.#database.query(`delete from embutido.replica where id = $1 and vista_em < now() - ${GONE}`, [replica]);
  }
}
