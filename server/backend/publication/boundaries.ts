/**
 * The next moments in which scheduled content appears or ends. Such a change raises no event, so no stored page may outlive the next one
 * of the tables that it shows (decision 0003). Held in process, so that no page waits for it.
 */

import { SCHEDULED_COLUMNS, SETTINGS_TABLE } from '../../../shared/content/content-rules.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import { ADMIN_CALLER, type ContentBackend } from '../backend.ts';
import { keepFresh } from '../background-refresh.ts';
import { publicationDoubts } from './changed-tables.ts';
import { localDay } from './local-day.ts';
import { momentTables, NEXT_MOMENTS_OPERATION, NEXT_MOMENTS_QUERY, type NextMoments, parseNextMoments } from './next-moments.ts';

export interface PublicationBoundaries {
  /**
   * Whole seconds from `now` (milliseconds) until what one of `tables` shows changes by itself; undefined when none is scheduled. 0 while
   * such a change is under way, and from a change of rows until its moments are loaded; at most 2 while that fails.
   */
  secondsUntilNext(tables: Iterable<string>, now: number): number | undefined;
  /** Resolves after a load that began after this call. @throws the backend's failure; what was known stays. */
  refresh(): Promise<void>;
  close(): void;
}

export interface PublicationBoundaryOptions {
  readonly backend: Pick<ContentBackend, 'execute' | 'onChange'>;
  /** The zone of days while the site's settings name none. */
  readonly timeZone: string;
  readonly log: Logger;
  /** Called once after each moment that has passed, when the database shows its effect. */
  readonly onPassed?: (() => void) | undefined;
  /** Milliseconds; the process's clock unless a test brings its own. */
  readonly now?: (() => number) | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * How long a moment that has passed still counts: the clock of the database may be behind ours, and a page whose rows were read just
 * before must not be kept.
 */
const SETTLING_MS = 2_000;

/** Timers are not exact over long times and clocks get adjusted. */
const LONGEST_WAIT_MS = 3_600_000;

/** Milliseconds for one load: until it ends nothing is kept of the tables that have changed. Some ten rows by indexed columns take few. */
const LOAD_LIMIT_MS = 5_000;

/**
 * What counts while the moments cannot be loaded, which may last: at zero a crowd would render each page again and again, from a backend
 * that is in trouble already; so one render in two seconds, and nobody sees a moment later than by these. An outage shows them far later,
 * since a page may stand in for an error for days.
 */
const KEPT_WHILE_FAILING_MS = 2_000;

const WATCHED_TABLES: ReadonlySet<string> = new Set([SETTINGS_TABLE, ...SCHEDULED_COLUMNS.map(({ table }) => table)]);

/** Loads the moments and keeps them. @throws when the first load fails. */
export async function createPublicationBoundaries(options: PublicationBoundaryOptions): Promise<PublicationBoundaries> {
  const { backend, log, timers, now = Date.now } = options;
  const held = new HeldMoments((timeZone) => load(backend, timeZone ?? options.timeZone, now()));
  // Before the first load, since a change during it is not told twice.
  let reloadLater = (): void => {};
  const stopListening = backend.onChange((event) => {
    if (held.doubts.note(event)) reloadLater();
  });
  await held.reload().catch((error: unknown) => {
    stopListening();
    throw error;
  });
  const freshness = keepFresh({
    load: async () => {
      const before = held.nearest();
      await held.reload();
      if (!held.isClosed && before + SETTLING_MS <= now()) options.onPassed?.();
    },
    nextInMs: () => Math.min(Math.max(1, held.nearest() + SETTLING_MS - now()), LONGEST_WAIT_MS),
    failure: 'the next publications could not be loaded; what was known stays, and what shows changed rows is kept for seconds only',
    log,
    timers,
  });
  reloadLater = freshness.refreshInBackground;
  if (held.doubts.any()) reloadLater();
  return {
    secondsUntilNext(tables, at) {
      let next = Number.POSITIVE_INFINITY;
      for (const table of tables) for (const source of momentTables(table)) next = Math.min(next, held.msUntil(source, at));
      return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, Math.floor(next / 1_000));
    },
    refresh: freshness.refresh,
    close() {
      held.close();
      stopListening();
      freshness.close();
    },
  };
}

/** The moments of the last load that succeeded, and what has changed since it began. */
class HeldMoments {
  readonly doubts = publicationDoubts(WATCHED_TABLES, SETTINGS_TABLE);
  readonly #load: (timeZone: string | null) => Promise<NextMoments>;
  #moments: NextMoments = { timeZone: null, byTable: new Map() };
  #failing = false;
  #closed = false;

  /** `load` asks with the days of a zone; null while none is known from the settings. */
  constructor(load: (timeZone: string | null) => Promise<NextMoments>) {
    this.#load = load;
  }

  /** @throws the failure of the load; moments and doubts stay as they were. */
  async reload(): Promise<void> {
    const settleDoubts = this.doubts.loading();
    try {
      const next = await this.#load(this.#moments.timeZone);
      if (this.#closed) return;
      this.#moments = next;
      this.#failing = false;
      settleDoubts();
    } catch (error) {
      this.#failing = true;
      throw error;
    }
  }

  nearest(): number {
    return Math.min(...this.#moments.byTable.values());
  }

  /** Milliseconds that what shows rows of `table` may be kept for; not above zero while its moment passes. */
  msUntil(table: string, at: number): number {
    const left = (this.#moments.byTable.get(table) ?? Number.POSITIVE_INFINITY) - at;
    // Past its moment a table is in doubt as well: the one after it is not known.
    const passed = left <= -SETTLING_MS;
    if (!this.#failing) return this.doubts.has(table) ? Math.min(left, 0) : left;
    if (passed) return KEPT_WHILE_FAILING_MS;
    return this.doubts.has(table) ? Math.min(left, KEPT_WHILE_FAILING_MS) : left;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }
}

/** Asks as administrator: what is not visible yet is the very thing that counts. */
async function load(backend: PublicationBoundaryOptions['backend'], timeZone: string, at: number): Promise<NextMoments> {
  const since = at - SETTLING_MS;
  const variables = { agora: new Date(since).toISOString(), hoje: localDay(since, timeZone) };
  const request = { query: NEXT_MOMENTS_QUERY, variables, operationName: NEXT_MOMENTS_OPERATION };
  const answer = await backend.execute(request, { caller: ADMIN_CALLER, timeoutMs: LOAD_LIMIT_MS });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the next publications');
  const moments = parseNextMoments(answer.json, timeZone, since);
  const elsewhere = moments.timeZone !== null && moments.timeZone !== timeZone;
  // The days were of another zone than the database's: ask again with its own.
  return elsewhere ? load(backend, moments.timeZone, at) : moments;
}
