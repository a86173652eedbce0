/** What the store of the files needs from time to time: orphaned blobs are removed, and rows without bytes are told about once. */
import type { Logger } from '../../../observability/log.ts';
import type { Database, Queryable } from '../database.ts';
import { ABANDONED_AFTER_MS, type BlobStore } from './blob-store.ts';
import { countMissing } from './copied-files.ts';
import type { FileStorage } from './file-storage.ts';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly log: Logger;
}

const EVERY_MS = 60 * 60 * 1_000;

/** Begins at once, in the background, and goes on every hour until it is closed, which waits for no more than the step under way. */
export function startFileMaintenance(options: MaintenanceOptions): { close(): Promise<void> } {
  const closed = new AbortController();
  let running = tellOfMissing(options, closed.signal).then(() => sweep(options, closed.signal));
  const timer = setInterval(() => {
    running = running.then(() => sweep(options, closed.signal));
  }, EVERY_MS).unref();
  return {
    close() {
      clearInterval(timer);
      closed.abort();
      return running;
    },
  };
}

async function sweep({ database, storage, log }: MaintenanceOptions, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    const removed = await removeOrphanedBlobs(database, storage.blobs, signal);
    if (removed > 0) log.info({ removed }, 'contents that no file names any more were removed');
  } catch (error) {
    log.warn({ err: error }, 'contents that no file names could not be removed; the next attempt is in an hour');
  }
}

async function tellOfMissing({ database, storage, log }: MaintenanceOptions, signal: AbortSignal): Promise<void> {
  if (!storage.isNew) return;
  try {
    const missing = await countMissing(database, storage.blobs, signal);
    if (missing > 0 && !signal.aborted) {
      log.warn({ missing }, 'files have no bytes in their store; start each server that stored them once with its DATA_DIR to copy them');
    }
  } catch (error) {
    log.warn({ err: error }, 'it could not be seen whether the bytes of all files are in their store');
  }
}

type RemovableBlobs = Pick<BlobStore, 'remove' | 'removeAbandoned'>;

// A put of the same bytes waits for this lock in its own record of them, and then finds that they are gone and stores them.
const NEXT = `
select sha256 from embutido.conteudo_solto where desde < now() - $1 * interval '1 millisecond'
order by desde limit 1 for update skip locked`;

/**
 * Removes contents that no row of `storage.files` names: of files that were deleted or replaced, by whatever tool, and of puts that were
 * interrupted between bytes and row. A trigger and every put record such contents, so nothing scans the files to find them. It removes what has been
 * orphaned for a day, which leaves readers their time; one after the other, until `signal` is aborted. Several servers may
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
