/**
 * The changes of a hosted backend, read from the record that its database keeps of them: when an event says that there is something new, every
 * minute without one, because an event can be lost, and after each failure. So no change is missed, whichever way it was announced.
 *
 * A change is numbered by its transaction. With the changes comes the horizon, the number below which every transaction had ended, and the next
 * reading begins there: what ends later than that has a number that is not below it. Changes that were read already are left out by their keys.
 */
import type { Timers } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import type { ChangeEvent, ChangeMarks } from '../backend.ts';
import { startBackgroundRefresh } from '../background-refresh.ts';
import { type Execute, eventsOf, eventsSince, MAX_AWAY_MS, readChanges, readHorizon } from '../changes/change-record.ts';

export interface ChangeLogOptions {
  readonly execute: Execute;
  readonly emit: (event: ChangeEvent) => void;
  readonly log: Logger;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

export interface ChangeLog extends ChangeMarks {
  /** Resolves when what was committed before this call has been emitted. @throws when the record cannot be read. */
  check(): Promise<void>;
  close(): void;
}

/** Milliseconds between two readings that nothing asks for: for so long a page stays stale after an event was lost. */
const INTERVAL_MS = 60_000;

/** A mark lives for a day after the reading, and the record for two. */
const HEARD_MS = 10 * INTERVAL_MS;

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
  return {
    check: () => refresh.refresh(),
    heard: () => reader.heard(),
    since: (mark) => eventsSince(options.execute, mark, options.log),
    close: () => refresh.close(),
  };
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
    this.#goOnFrom(await readHorizon(this.#options.execute), []);
  }

  heard(): number | null {
    return this.#now() - this.#readAt > HEARD_MS ? null : this.#horizon;
  }

  async read(): Promise<void> {
    const { execute, emit, log } = this.#options;
    if (this.#now() - this.#readAt > MAX_AWAY_MS) {
      await this.begin();
      return emit({ kind: 'gap' });
    }
    const { horizon, changes } = await readChanges(execute, this.#horizon);
    const emitted = this.#emitted;
    const open = (changes ?? []).filter((change) => change.transaction >= horizon);
    this.#goOnFrom(
      horizon,
      open.map((change) => change.key),
    );
    if (changes === null) return emit({ kind: 'gap' });
    const fresh = changes.filter((change) => !emitted.has(change.key));
    for (const event of eventsOf(fresh, (key) => log.warn({ key }, 'a recorded change could not be read'))) emit(event);
  }

  #goOnFrom(horizon: number, emitted: readonly number[]): void {
    this.#horizon = horizon;
    this.#emitted = new Set(emitted);
    this.#readAt = this.#now();
  }
}
