/**
 * Revalidation of all responses that a purge of the mode `refresh` affects: the most recently used first, one after the other, with a pause
 * after each, so that requests of clients have most of the origin's time. The pauses are shorter where there are so many responses that
 * some would not be reached before the purge counts as a soft one; those are left to the next request for them.
 */

import type { StoredResponse } from '../response/stored-response.ts';
import { varyNames } from '../response/vary.ts';
import type { EdgeContext } from './context.ts';

export interface PurgeRefreshing {
  /** Starts, or goes on after what is under way. */
  start(): void;
  stop(): void;
  /** Keys that wait. */
  readonly waiting: number;
}

/** The pause is this many times as long as the revalidation before it, which leaves two thirds of the time to clients. */
const PAUSE_FACTOR = 2;

/** Where time is short too, the next revalidation does not start at once. */
const SHORTEST_PAUSE_MS = 10;

/** The part of the time until a soft purge in which all is to be revalidated. */
const PLANNED_PART = 1 / 2;

/**
 * Makes the revalidation of one edge. @param refresh revalidates a response and resolves to what has been stored; it never rejects.
 */
export function createPurgeRefreshing(
  context: EdgeContext,
  refresh: (key: string, stored: StoredResponse) => Promise<StoredResponse | null>,
): PurgeRefreshing {
  const { settings, store, report } = context;
  const { clock } = settings;
  let waiting = 0;
  let isRunning = false;
  let isStopped = false;
  let isWanted = false;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const refreshKey = async (key: string, plannedEnd: number): Promise<boolean> => {
    let hasStored = false;
    for (const stored of store.toRefresh(key)) {
      if (isStopped || !isSelectedByKnownFields(stored, context)) continue;
      const begin = clock.now();
      hasStored = (await refresh(key, stored)) !== null || hasStored;
      const took = clock.now() - begin;
      const mayTake = (plannedEnd - clock.now()) / (waiting - 1);
      await pause(Math.max(SHORTEST_PAUSE_MS, Math.min(PAUSE_FACTOR * took, mayTake - took)));
    }
    return hasStored;
  };
  const refreshAll = async (): Promise<boolean> => {
    let hasStored = false;
    const plannedEnd = clock.now() + PLANNED_PART * settings.refreshForSeconds * 1_000;
    const keys = store.keysToRefresh();
    for (const [index, key] of keys.entries()) {
      waiting = keys.length - index;
      hasStored = (await refreshKey(key, plannedEnd)) || hasStored;
    }
    waiting = 0;
    return hasStored;
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        // A request that was under way during the purge leaves a response to revalidate.
        if ((await refreshAll()) && !isStopped) isWanted = true;
      }
    } catch (thrown) {
      report({ kind: 'fault', key: '*', cause: thrown });
    }
    isRunning = false;
  };
  return {
    start: () => {
      if (isStopped) return;
      isWanted = true;
      if (!isRunning) void run();
    },
    stop: () => {
      isStopped = true;
    },
    get waiting() {
      return waiting;
    },
  };
}

/** Says whether the fields that selected the response are stored with it: those that are part of the key instead are not. */
function isSelectedByKnownFields({ fields, selection }: StoredResponse, { encoder }: Pick<EdgeContext, 'encoder'>): boolean {
  return varyNames(fields).every((name) => selection.names.includes(name) || (name === 'accept-encoding' && encoder !== null));
}
