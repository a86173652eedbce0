/**
 * The next moments in which scheduled content appears or ends. Such a change raises no event, so no stored page may outlive the next one
 * of the tables that it shows (architecture decision 3). Held in process, so that no page waits for it.
 */
import type { Logger } from '../observability/log.ts';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend } from './backend.ts';
import { keepFresh, type Schedule } from './keep-fresh.ts';
import { localDay } from './local-day.ts';
import {
  MOMENTS,
  momentTables,
  NEXT_MOMENTS_OPERATION,
  NEXT_MOMENTS_QUERY,
  type NextMoments,
  parseNextMoments,
} from './publication-moments.ts';

export interface PublicationBoundaries {
  /**
   * Whole seconds from `now` (milliseconds) until what one of `tables` shows changes by itself; 0 while such a change is under way,
   * undefined when none is scheduled.
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
  readonly schedule?: Schedule | undefined;
}

/**
 * How long a moment that has passed still counts: the clock of the database may be behind ours, and a page whose rows were read just
 * before must not be kept.
 */
const SETTLING_MS = 2_000;

/** Timers are not exact over long times and clocks get adjusted. */
const LONGEST_WAIT_MS = 3_600_000;

const TABLES: ReadonlySet<string> = new Set(['configuracao_site', ...MOMENTS.map(({ table }) => table)]);

/** Loads the moments and keeps them. @throws when the first load fails. */
export async function createPublicationBoundaries(options: PublicationBoundaryOptions): Promise<PublicationBoundaries> {
  const { backend, log, schedule, now = Date.now } = options;
  let moments = await load(backend, options.timeZone, now());
  let closed = false;
  const nearest = (): number => Math.min(...moments.byTable.values());

  const freshness = keepFresh({
    load: async () => {
      const before = nearest();
      const next = await load(backend, moments.timeZone ?? options.timeZone, now());
      if (closed) return;
      moments = next;
      if (before + SETTLING_MS <= now()) options.onPassed?.();
    },
    nextInMs: () => Math.min(Math.max(1, nearest() + SETTLING_MS - now()), LONGEST_WAIT_MS),
    failure: 'the next publications could not be loaded; what was known stays',
    log,
    schedule,
  });
  const stopListening = backend.onChange((event) => {
    if (touchesMoments(event)) freshness.refreshInBackground();
  });

  return {
    secondsUntilNext(tables, at) {
      let next = Number.POSITIVE_INFINITY;
      for (const table of tables) {
        for (const source of momentTables(table)) next = Math.min(next, moments.byTable.get(source) ?? next);
      }
      return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, Math.floor((next - at) / 1_000));
    },
    refresh: freshness.refresh,
    close() {
      closed = true;
      stopListening();
      freshness.close();
    },
  };
}

/** Asks as administrator: what is not visible yet is the very thing that counts. */
async function load(backend: PublicationBoundaryOptions['backend'], timeZone: string, at: number): Promise<NextMoments> {
  const since = at - SETTLING_MS;
  const variables = { agora: new Date(since).toISOString(), hoje: localDay(since, timeZone) };
  const request = { query: NEXT_MOMENTS_QUERY, variables, operationName: NEXT_MOMENTS_OPERATION };
  const answer = await backend.execute(request, { caller: ADMIN_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the next publications');
  const moments = parseNextMoments(answer.json, timeZone, since);
  const elsewhere = moments.timeZone !== null && moments.timeZone !== timeZone;
  // The days were of another zone than the database's: ask again with its own.
  return elsewhere ? load(backend, moments.timeZone, at) : moments;
}

function touchesMoments(event: ChangeEvent): boolean {
  return event.kind === 'gap' || event.changes.some((change) => TABLES.has(change.table));
}
