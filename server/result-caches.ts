/**
 * What the content backend has answered to the public, held in process: the results of operations for pages, and the descriptions of files
 * for pictures. The purges of the edge reach both.
 */
import { CONTENT_POLICY } from '../shared/cache/policy.ts';
import type { PublicationBoundaries } from './backend/publication/boundaries.ts';
import type { FileCache } from './images/known-files.ts';
import { createGroupedCache, type GroupedCacheOptions } from './memory/grouped-cache.ts';
import type { ResultCache } from './ssr/page/result-cache.ts';

export interface ResultCaches {
  readonly results: ResultCache;
  readonly files: FileCache;
  /** Forgets what the purged groups concern. */
  purge(groups: readonly string[] | 'all'): void;
}

const MB = 1024 * 1024;

/** Holds the results of some thousand pages. */
const RESULT_BYTES = 16 * MB;

/** Holds the descriptions of two thousand files. */
const FILE_BYTES = 2 * MB;

/** As long as a page is fresh: a change without an event shows at the latest after twice that time. */
const FRESH_FOR_MS = CONTENT_POLICY.kind === 'shared' ? CONTENT_POLICY.freshFor * 1_000 : 0;

/** Makes both, empty. */
export function createResultCaches(boundaries: Pick<PublicationBoundaries, 'secondsUntilNext'>): ResultCaches {
  const limits: Omit<GroupedCacheOptions, 'maxBytes'> = {
    freshForMs: FRESH_FOR_MS,
    boundary: (tables) => boundaries.secondsUntilNext(tables, Date.now()),
  };
  const results: ResultCache = createGroupedCache({ ...limits, maxBytes: RESULT_BYTES });
  const files: FileCache = createGroupedCache({ ...limits, maxBytes: FILE_BYTES });
  return {
    results,
    files,
    purge(groups) {
      results.purge(groups);
      files.purge(groups);
    },
  };
}
