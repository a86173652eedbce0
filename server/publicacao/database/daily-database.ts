/**
 * The open data as one file a day. It lies in the store of files, under an id of its own, so all replicas send the same bytes; whichever of them
 * finds it older than a day makes it anew, beside the requests. No reader waits for a newer one; a reader who asks for the first waits a little.
 */
import type { Timers } from '../../../shared/time/timers.ts';
import { ADMIN_CALLER, type ContentBackend, type RateLimiter, type StoredFile } from '../../backend/backend.ts';
import type { Spool } from '../../http/spool.ts';
import type { Logger } from '../../observability/log.ts';

export interface DailyDatabaseOptions {
  readonly backend: Pick<ContentBackend, 'file' | 'files'>;
  /** Lets one replica at a time begin to make the file; null where each begins by itself. */
  readonly generationLimiter: RateLimiter | null;
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
export const DATABASE_NAME = 'dados-abertos.sqlite';
export const DATABASE_TYPE = 'application/vnd.sqlite3';

const DAY_MS = 86_400_000;

/** Milliseconds between two looks at the age of the file. The first look is one such time after the start. */
const LOOK_MS = 3_600_000;

/** Milliseconds that a reader waits for the first file. */
const FIRST_MS = 20_000;

/** One replica begins to make the file in this many seconds; the others find the new one. */
export const GENERATION_LIMIT = { name: 'dados-abertos', points: 1, seconds: 900 } as const;

/** Starts to look after the file. */
export function createDailyDatabase({ backend, generationLimiter, spool, write, now, timers, log }: DailyDatabaseOptions): DailyDatabase {
  let refreshing: Promise<void> | null = null;
  const closing = new AbortController();
  const stored = (): Promise<StoredFile | null> => backend.file(FILE_ID, ADMIN_CALLER);
  const make = async (): Promise<void> => {
    const { files } = backend;
    const before = await stored();
    before?.release?.();
    if (files === undefined || isYoung(before, now())) return;
    if (generationLimiter !== null && (await generationLimiter.count([FILE_ID])) > 0) return;
    const path = await spool.nextPath();
    try {
      await write(path, closing.signal);
      const written = await spool.adopt(path);
      const upload = { name: DATABASE_NAME, mimeType: DATABASE_TYPE, metadata: null, size: written.size, open: () => written.open() };
      const replaced = before === null ? { kind: 'absent' as const } : await files.replace(FILE_ID, upload, ADMIN_CALLER);
      const answer = replaced.kind === 'absent' ? await files.insert(FILE_ID, BUCKET, upload, ADMIN_CALLER) : replaced;
      if (answer.kind === 'refused') log.error({ err: answer.error }, 'the open data could not be stored as one file');
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
  return {
    refresh,
    close: async () => {
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
