/** What the store of the files needs from time to time: orphaned blobs are removed, and rows without bytes are told about once. */
import type { Logger } from '../../../observability/log.ts';
import type { Database } from '../database.ts';
import { countMissing } from './copied-files.ts';
import type { FileStorage } from './file-storage.ts';
import { removeOrphanedBlobs } from './orphaned-blobs.ts';

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
