/**
 * The next moments at which scheduled content appears or ends. Such a change raises no event, so no stored page may be fresh past the next
 * moment of the tables that it shows (decision 0003). The moments are held in process, so that no page waits for them.
 */
import { SCHEDULED_COLUMNS, SETTINGS_TABLE } from '../../../shared/content/content-rules.ts';
import { DEFAULT_TIME_ZONE } from '../../../shared/locale/dates.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import { ADMIN_CALLER, type ContentBackend } from '../backend.ts';
import { startBackgroundRefresh } from '../background-refresh.ts';
import { createChangedTables } from './changed-tables.ts';
import { momentTables, NEXT_MOMENTS_OPERATION, NEXT_MOMENTS_QUERY, type NextMoments, parseNextMoments } from './next-moments.ts';

export interface PublicationBoundaries {
  /**
   * Whole seconds from `now` (milliseconds) until scheduled content of one of `tables` appears or ends; undefined when none is scheduled.
   * 0 while it does so, and from a change of rows until its moments are loaded; at most 2 while that load fails.
   */
  secondsUntilNext(tables: Iterable<string>, now: number): number | undefined;
  /** Resolves after a load that began after this call. @throws the backend's failure; the moments known before stay. */
  refresh(): Promise<void>;
  /** Resolves when the moments of what has changed are loaded, or could not be. */
  settled(): Promise<void>;
  close(): void;
}

export interface PublicationBoundaryOptions {
  readonly backend: Pick<ContentBackend, 'execute' | 'onChange'>;
  readonly log: Logger;
  /** Called once after each moment, when the database shows its effect, with the tables and views that had one. */
  readonly onPassed?: ((names: readonly string[]) => void) | undefined;
  /** Milliseconds; the process's clock unless a test brings its own. */
  readonly now?: (() => number) | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * How long a moment that has passed still counts: the clock of the database may be behind ours, and a page whose rows were read just
 * before the moment must not be stored.
 */
const SETTLING_MS = 2_000;

/** Timers are not exact over long times and clocks get adjusted. */
const LONGEST_WAIT_MS = 3_600_000;

/** Milliseconds for one load, which reads some ten rows by indexed columns. Until it ends, no page of a changed table is stored. */
const LOAD_LIMIT_MS = 5_000;

/**
 * How long a page of a changed table may be stored while the moments cannot be loaded, which may last. At zero every request would render
 * its page from a backend that fails already; at two seconds the page is rendered every two seconds, and content appears at most that much
 * late. In an outage content appears far later, since stored pages are served for days (stale-if-error).
 */
const KEPT_WHILE_FAILING_MS = 2_000;

const WATCHED_TABLES: ReadonlySet<string> = new Set([SETTINGS_TABLE, ...SCHEDULED_COLUMNS.map(({ table }) => table)]);

/** Loads the moments and keeps them. @throws when the first load fails. */
export async function createPublicationBoundaries(options: PublicationBoundaryOptions): Promise<PublicationBoundaries> {
  const { backend, log, timers, now = Date.now } = options;
  const held = new HeldMoments((timeZone) => load(backend, timeZone ?? DEFAULT_TIME_ZONE, now()));
  // Listens before the first load begins: a change during the load raises no second event.
  let reloadLater = (): void => {};
  const stopListening = backend.onChange((event) => {
    if (held.changedTables.record(event)) reloadLater();
  });
  await held.reload().catch((error: unknown) => {
    stopListening();
    throw error;
  });
  const backgroundRefresh = startBackgroundRefresh({
    load: async () => {
      const before = held.moments;
      await held.reload();
      const passed = [...before].filter(([, moment]) => moment + SETTLING_MS <= now()).map(([name]) => name);
      if (!held.isClosed && passed.length > 0) options.onPassed?.(passed);
    },
    nextInMs: () => Math.min(Math.max(1, held.nearest() + SETTLING_MS - now()), LONGEST_WAIT_MS),
    failure: 'the next publications could not be loaded; what was known stays, and what shows changed rows is kept for seconds only',
    log,
    timers,
  });
  reloadLater = backgroundRefresh.refreshInBackground;
  if (held.changedTables.any()) reloadLater();
  return {
    secondsUntilNext(tables, at) {
      let next = Number.POSITIVE_INFINITY;
      for (const table of tables) for (const source of momentTables(table)) next = Math.min(next, held.msUntil(source, at));
      return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, Math.floor(next / 1_000));
    },
    refresh: backgroundRefresh.refresh,
    settled: backgroundRefresh.underWay,
    close() {
      held.close();
      stopListening();
      backgroundRefresh.close();
    },
  };
}

/** The moments of the last load that succeeded, and the tables that have changed since it began. */
class HeldMoments {
  readonly changedTables = createChangedTables(WATCHED_TABLES, SETTINGS_TABLE);
  readonly #load: (timeZone: string | null) => Promise<NextMoments>;
  #moments: NextMoments = { timeZone: null, byTable: new Map() };
  #failing = false;
  #closed = false;

  /** `load` asks with the days of a zone; null while none is known from the settings. */
  constructor(load: (timeZone: string | null) => Promise<NextMoments>) {
    this.#load = load;
  }

  /** @throws the failure of the load; the moments and the changed tables stay as they were. */
  async reload(): Promise<void> {
    const endLoad = this.changedTables.beginLoad();
    try {
      const next = await this.#load(this.#moments.timeZone);
      if (this.#closed) return;
      this.#moments = next;
      this.#failing = false;
      endLoad();
    } catch (error) {
      this.#failing = true;
      throw error;
    }
  }

  get moments(): NextMoments['byTable'] {
    return this.#moments.byTable;
  }

  nearest(): number {
    return Math.min(...this.#moments.byTable.values());
  }

  /** Milliseconds for which a page with rows of `table` may be stored; zero or less while its moment passes. */
  msUntil(table: string, at: number): number {
    const left = (this.#moments.byTable.get(table) ?? Number.POSITIVE_INFINITY) - at;
    // After its moment has passed, the next moment of a table is not known either.
    const passed = left <= -SETTLING_MS;
    if (!this.#failing) return this.changedTables.has(table) ? Math.min(left, 0) : left;
    if (passed) return KEPT_WHILE_FAILING_MS;
    return this.changedTables.has(table) ? Math.min(left, KEPT_WHILE_FAILING_MS) : left;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }
}

/** Reads as administrator, since the rows in question are not visible to the public yet. */
async function load(backend: PublicationBoundaryOptions['backend'], timeZone: string, at: number): Promise<NextMoments> {
  const since = at - SETTLING_MS;
  const variables = { agora: new Date(since).toISOString(), hoje: localDay(since, timeZone) };
  const request = { query: NEXT_MOMENTS_QUERY, variables, operationName: NEXT_MOMENTS_OPERATION };
  const answer = await backend.execute(request, { caller: ADMIN_CALLER, timeoutMs: LOAD_LIMIT_MS });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the next publications');
  const moments = parseNextMoments(answer.json, timeZone, since);
  const elsewhere = moments.timeZone !== null && moments.timeZone !== timeZone;
  // The settings name another zone than the days were counted in: load again with that one.
  return elsewhere ? load(backend, moments.timeZone, at) : moments;
}
