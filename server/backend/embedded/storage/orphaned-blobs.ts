/**
 * Removes contents that no row of `storage.files` names: of files that were deleted or replaced, by whatever tool, and of puts that were
 * interrupted between bytes and row. A trigger and every put record such contents, so nothing scans the files to find them.
 */
import type { Database, Queryable } from '../database.ts';
import { ABANDONED_AFTER_MS, type BlobStore } from './blob-store.ts';

type RemovableBlobs = Pick<BlobStore, 'remove' | 'removeAbandoned'>;

// A put of the same bytes waits for this lock in its own record of them, and then finds that they are gone and stores them.
const NEXT = `
select sha256 from embutido.conteudo_solto where desde < now() - $1 * interval '1 millisecond'
order by desde limit 1 for update skip locked`;

/**
 * Removes what has been orphaned for a day, which leaves readers their time; one after the other, until `signal` is aborted. Several servers may
 * do it at once. Resolves with the number of those removed.
 */
export async function removeOrphanedBlobs(database: Database, blobs: RemovableBlobs, signal: AbortSignal): Promise<number> {
  await blobs.removeAbandoned();
  let removed = 0;
  while (!signal.aborted) {
    const outcome = await database.transaction((tx) => removeNext(tx, blobs));
    if (outcome === 'none') break;
    if (outcome === 'removed') removed += 1;
  }
  return removed;
}

async function removeNext(tx: Queryable, blobs: RemovableBlobs): Promise<'none' | 'named' | 'removed'> {
  const { rows } = await tx.query(NEXT, [ABANDONED_AFTER_MS]);
  if (rows[0] === undefined) return 'none';
  const sha256 = String(rows[0]['sha256']);
  const { rowCount: names } = await tx.query('select 1 from storage.files where etag = $1 limit 1', [`"${sha256}"`]);
  if (names === 0) await blobs.remove(sha256);
  await tx.query('delete from embutido.conteudo_solto where sha256 = $1', [sha256]);
  return names === 0 ? 'removed' : 'named';
}
