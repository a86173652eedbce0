/**
 * The hashed files of other builds, for pages that another replica rendered or that were open before a deploy. They are held in memory, so
 * that they outlive an outage of the database; the store bounds their bytes. A name that is not known yet may be of a build that started
 * meanwhile, so the store is asked for its names again, at most once a second, however many unknown names are asked for.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { ReleaseAssets } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';

export interface CachedAssetsOptions {
  readonly releases: Pick<ReleaseAssets, 'names' | 'read'>;
  /** Id of the running build, whose files are on disk. */
  readonly build: string;
  readonly log: Logger;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers;
}

export interface CachedAssets {
  /** Returns the bytes of a file, or null when no build has it. Rejects when the store cannot be asked. */
  find(name: string): Promise<Uint8Array | null>;
  /** Holds what the store has. Never rejects. */
  preload(): Promise<void>;
}

/** Milliseconds between two questions for all names. */
const PAUSE_MS = 1_000;

/** Makes the memory of the files, empty. */
export function createCachedAssets({ releases, build, log, timers = SYSTEM_TIMERS }: CachedAssetsOptions): CachedAssets {
  const held = new Map<string, Promise<Uint8Array | null>>();
  let paused: Promise<void> = Promise.resolve();
  let next: Promise<ReadonlySet<string>> | null = null;

  const hold = (name: string): Promise<Uint8Array | null> => {
    const known = held.get(name);
    if (known !== undefined) return known;
    const reading = releases.read(name);
    held.set(name, reading);
    reading.then(
      (bytes) => bytes === null && held.delete(name),
      () => held.delete(name),
    );
    return reading;
  };
  const ask = async (): Promise<ReadonlySet<string>> => {
    next = null;
    paused = new Promise((resolve) => timers.after(PAUSE_MS, resolve));
    const names = new Set(await releases.names(build));
    for (const name of held.keys()) if (!names.has(name)) held.delete(name);
    return names;
  };
  /** Answers by a question that begins after this call: one that is under way may miss a build. */
  const currentNames = (): Promise<ReadonlySet<string>> => {
    next ??= paused.then(ask);
    return next;
  };
  const holdAll = async (names: Iterable<string>): Promise<void> => {
    try {
      for (const name of names) await hold(name);
    } catch (error) {
      log.warn({ err: error }, 'the files of other builds could not be read ahead');
    }
  };
  return {
    find: async (name) => {
      const known = held.get(name);
      if (known !== undefined) return known;
      const names = await currentNames();
      if (!names.has(name)) return null;
      const bytes = await hold(name);
      void holdAll(names);
      return bytes;
    },
    preload: async () => {
      await currentNames().then(holdAll, (error: unknown) => log.warn({ err: error }, 'the files of other builds could not be read ahead'));
    },
  };
}
