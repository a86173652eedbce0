/**
 * The changes of a hosted backend, read from the record that its database keeps of them: when an event says that there is something new, every
 * minute without one, because an event can be lost, and after each failure. So no change is missed, whichever way it was announced.
 *
 * A change is numbered by its transaction. With the changes comes the horizon, the number below which every transaction had ended, and the next
 * reading begins there: what ends later than that has a number that is not below it. Changes that were read already are left out by their keys.
 */
import { z } from 'zod';
import { CHANGE_HORIZON, CHANGE_LOG } from '../../../shared/content/content-rules.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type RowChange } from '../backend.ts';
import { startBackgroundRefresh } from '../background-refresh.ts';
import { namesRow, readNotice } from '../changes/change-notice.ts';

export interface ChangeLogOptions {
  readonly execute: ContentBackend['execute'];
  readonly emit: (event: ChangeEvent) => void;
  readonly log: Logger;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

export interface ChangeLog {
  /** Resolves when what was committed before this call has been emitted. @throws when the record cannot be read. */
  check(): Promise<void>;
  close(): void;
}

/** Milliseconds between two readings that nothing asks for: for so long a page stays stale after an event was lost. */
const INTERVAL_MS = 60_000;

/** Changes of one request. */
const PAGE = 1_000;

/** The record holds two days; who was away for longer than this may have missed some. */
const MAX_AWAY_MS = 24 * 3_600_000;

/** Beyond this the listeners are told that they may have missed some: one purge of everything costs less. */
const MAX_PAGES = 5;

const { table, key, transaction, notice } = CHANGE_LOG;

const QUERY = `query MudancasDesde($desde: bigint!, $depois: bigint!) {
  ${CHANGE_HORIZON.view} { ${CHANGE_HORIZON.column} }
  ${table}(where: { ${transaction}: { _gte: $desde }, ${key}: { _gt: $depois } }, order_by: [{ ${key}: asc }], limit: ${PAGE}) {
    ${key} ${transaction} ${notice}
  }
}`;

/** Numbers of transactions and keys stay far below 2^53. */
const Answer = z.object({
  [CHANGE_HORIZON.view]: z.tuple([z.object({ [CHANGE_HORIZON.column]: z.int() })]),
  [table]: z.array(z.object({ [key]: z.int(), [transaction]: z.int(), [notice]: z.unknown() })),
});

interface Recorded {
  readonly key: number;
  readonly transaction: number;
  readonly notice: unknown;
}

/** Reads the horizon and follows the changes from there. @throws when the record cannot be read. */
export async function openChangeLog(options: ChangeLogOptions): Promise<ChangeLog> {
  const reader = new ChangeReader(options);
  await reader.begin();
  const refresh = startBackgroundRefresh({
    load: () => reader.read(),
    nextInMs: () => INTERVAL_MS,
    failure: 'the record of changes could not be read',
    log: options.log,
    timers: options.timers,
  });
  return { check: () => refresh.refresh(), close: () => refresh.close() };
}

class ChangeReader {
  readonly #options: ChangeLogOptions;
  readonly #now: () => number;
  #horizon = 0;
  #readAt = 0;
  /** Keys of changes at or above the horizon that were emitted. */
  #emitted: ReadonlySet<number> = new Set();

  constructor(options: ChangeLogOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  async begin(): Promise<void> {
    const { horizon } = await this.#page(Number.MAX_SAFE_INTEGER, 0);
    this.#horizon = horizon;
    this.#emitted = new Set();
    this.#readAt = this.#now();
  }

  async read(): Promise<void> {
    if (this.#now() - this.#readAt > MAX_AWAY_MS) return this.#skip();
    const found: Recorded[] = [];
    let last = 0;
    let nextHorizon: number | undefined;
    for (let page = 1; ; page += 1) {
      const { horizon, changes } = await this.#page(this.#horizon, last);
      nextHorizon ??= horizon;
      found.push(...changes);
      last = changes.at(-1)?.key ?? last;
      if (changes.length < PAGE) break;
      if (page === MAX_PAGES) return this.#skip();
    }
    const fresh = found.filter((change) => !this.#emitted.has(change.key));
    const horizon = nextHorizon;
    this.#readAt = this.#now();
    this.#horizon = horizon;
    this.#emitted = new Set(found.filter((change) => change.transaction >= horizon).map((change) => change.key));
    this.#emit(fresh);
  }

  /** Goes on from now. */
  async #skip(): Promise<void> {
    await this.begin();
    this.#options.emit({ kind: 'gap' });
  }

  #emit(recorded: readonly Recorded[]): void {
    const { emit, log } = this.#options;
    const changes: RowChange[] = [];
    let isGap = false;
    for (const each of recorded) {
      const change = readNotice(each.notice);
      if (change !== undefined && namesRow(change)) changes.push(change);
      else isGap = true;
      if (change === undefined) log.warn({ key: each.key }, 'a recorded change could not be read');
    }
    if (changes.length > 0) emit({ kind: 'rows', changes });
    if (isGap) emit({ kind: 'gap' });
  }

  async #page(since: number, after: number): Promise<{ readonly horizon: number; readonly changes: readonly Recorded[] }> {
    const variables = { desde: since, depois: after };
    const answer = await this.#options.execute({ query: QUERY, variables, operationName: 'MudancasDesde' }, { caller: ADMIN_CALLER });
    if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the record of changes');
    const body = Answer.parse(JSON.parse(answer.json));
    const [moment] = body[CHANGE_HORIZON.view];
    const changes = body[table].map((row) => ({ key: row[key], transaction: row[transaction], notice: row[notice] }));
    return { horizon: moment[CHANGE_HORIZON.column], changes };
  }
}
