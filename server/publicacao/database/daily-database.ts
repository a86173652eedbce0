/**
 * The open data as one file a day. It lies in the store of files, under an id of its own, so all replicas send the same bytes; whichever of them
 * finds it older than a day makes it anew, beside the requests. No reader waits for a newer one; a reader who asks for the first waits a little.
 *
 * A change that may hide a row removes the file at once, since it would show what was withdrawn for the rest of the day; who asks next is the first.
 */
import type { Timers } from '../../../shared/time/timers.ts';
import { ADMIN_CALLER, type ContentBackend, type RowChange, type StoredFile } from '../../backend/backend.ts';
import type { RateLimiter } from '../../backend/rate-limiter.ts';
import type { Spool } from '../../http/spool.ts';
import type { Logger } from '../../observability/log.ts';

export interface DailyDatabaseOptions {
  readonly backend: Pick<ContentBackend, 'file' | 'files' | 'onChange'>;
  /** Whether a change may hide something that the file shows. */
  readonly mayHide: (change: RowChange) => boolean;
  /** Lets one replica at a time begin to make the file; null where each begins by itself. */
  readonly generationLimiter: Pick<RateLimiter, 'count'> | null;
  readonly spool: Spool;
  /** Writes the database to a path, until the signal is aborted. */
  readonly write: (path: string, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly timers: Timers;
  readonly log: Logger;
}

export interface DailyDatabase {
  /** The file as it is stored. Where there is none it is made, and waited for; null where that takes long. */
  readonly file: () => Promise<StoredFile | null>;
  /** Makes the file if the stored one is older than a day. Never rejects; a second call joins the first. */
  readonly refresh: () => Promise<void>;
  /** Looks no more, ends what is being made, and resolves when nothing of it is left. */
  readonly close: () => Promise<void>;
}

/** Not the id of any content: it is written here alone. */
const FILE_ID = 'dad05000-0000-4000-8000-000000000001';
const BUCKET = 'dados';
const DATABASE_NAME = 'dados-abertos.sqlite';
const DATABASE_TYPE = 'application/vnd.sqlite3';

const DAY_MS = 86_400_000;

/** Milliseconds between two looks at the age of the file. The first look is one such time after the start. */
const LOOK_MS = 3_600_000;

/** Milliseconds that a reader waits for the first file. */
const FIRST_MS = 20_000;

/**
 * One replica begins to make the file in this many seconds; the others find the new one. A file that was removed is not there for so long at most,
 * so it is little more than the making takes (100,000 documents: a minute).
 */
export const GENERATION_LIMIT = { name: 'dados-abertos', points: 1, seconds: 120 } as const;

const NOT_REMOVED = 'the open data as one file may show what was hidden, and could not be removed';

/** Starts to look after the file. */
export function createDailyDatabase(options: DailyDatabaseOptions): DailyDatabase {
  const { backend, mayHide, generationLimiter, spool, write, now, timers, log } = options;
  let refreshing: Promise<void> | null = null;
  /** How many events since the start may have hidden something. */
  let hidings = 0;
  const closing = new AbortController();
  const stored = (): Promise<StoredFile | null> => backend.file(FILE_ID, ADMIN_CALLER);
  const remove = async (): Promise<void> => {
    const answer = await backend.files?.remove(FILE_ID, ADMIN_CALLER);
    if (answer?.kind === 'refused') log.error({ err: answer.error }, NOT_REMOVED);
  };
  const make = async (): Promise<void> => {
    const { files } = backend;
    const before = await stored();
    before?.release?.();
    if (files === undefined || isYoung(before, now())) return;
    if (generationLimiter !== null && (await generationLimiter.count([FILE_ID])) > 0) return;
    const path = await spool.nextPath();
    const hidingsBefore = hidings;
    try {
      await write(path, closing.signal);
      const written = await spool.adopt(path);
      const upload = { name: DATABASE_NAME, mimeType: DATABASE_TYPE, metadata: null, size: written.size, open: () => written.open() };
      const replaced = before === null ? { kind: 'absent' as const } : await files.replace(FILE_ID, upload, ADMIN_CALLER);
      const answer = replaced.kind === 'absent' ? await files.insert(FILE_ID, BUCKET, upload, ADMIN_CALLER) : replaced;
      if (answer.kind === 'refused') log.error({ err: answer.error }, 'the open data could not be stored as one file');
      // Its rows were read before and while something was hidden.
      if (hidings !== hidingsBefore) await remove();
    } finally {
      await spool.discard(path);
    }
  };
  const refresh = (): Promise<void> => {
    refreshing ??= make()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'the open data could not be written as one file');
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
  const look = (): void => {
    cancelLook = timers.after(LOOK_MS, look);
    void refresh();
  };
  let cancelLook = timers.after(LOOK_MS, look);
  const stopChanges = backend.onChange((event) => {
    // A missed change may be a withdrawal.
    if (event.kind === 'rows' && !event.changes.some(mayHide)) return;
    hidings += 1;
    remove().catch((error: unknown) => log.error({ err: error }, NOT_REMOVED));
  });
  return {
    refresh,
    close: async () => {
      stopChanges();
      cancelLook();
      closing.abort();
      await refreshing;
    },
    file: async () => {
      const file = await stored();
      if (file !== null) return file;
      await new Promise<void>((resolve) => {
        const cancel = timers.after(FIRST_MS, resolve);
        void refresh().then(() => {
          cancel();
          resolve();
        });
      });
      return stored();
    },
  };
}

function isYoung(file: StoredFile | null, now: number): boolean {
  return file?.updatedAt !== undefined && file.updatedAt !== null && now - file.updatedAt.getTime() < DAY_MS;
}
