/**
 * Which tables have changed since the next moments of their schedule were loaded. A change is known at once; the moments that it schedules
 * are known when a load that began after it has ended. Until then the moments of the table are out of date.
 */
import type { ChangeEvent } from '../backend.ts';

export interface ChangedTables {
  /** Records an event; false when it concerns no watched table. */
  record(event: ChangeEvent): boolean;
  has(table: string): boolean;
  any(): boolean;
  /** Call before a load begins, and call what it returns when that load has succeeded: tables that changed since then stay in the set. */
  beginLoad(): () => void;
}

/** @param decisive a table of which any change concerns all watched tables. */
export function createChangedTables(watched: ReadonlySet<string>, decisive: string): ChangedTables {
  /** The number of the last event that concerned each table. */
  const lastEvents = new Map<string, number>();
  let events = 0;
  const concerned = (event: ChangeEvent): ReadonlySet<string> => {
    if (event.kind === 'gap') return watched;
    const tables = new Set(event.changes.map(({ table }) => table).filter((table) => watched.has(table)));
    return tables.has(decisive) ? watched : tables;
  };
  return {
    record(event) {
      events += 1;
      const tables = concerned(event);
      for (const table of tables) lastEvents.set(table, events);
      return tables.size > 0;
    },
    has: (table) => lastEvents.has(table),
    any: () => lastEvents.size > 0,
    beginLoad() {
      const before = events;
      return () => {
        for (const [table, event] of lastEvents) if (event <= before) lastEvents.delete(table);
      };
    },
  };
}
