/**
 * Which tables have changed since their next moments were loaded. A change is known at once, what it scheduled only when a load that began
 * after it has ended; until then the moments held are those of before it.
 */
import type { ChangeEvent } from '../backend.ts';

export interface PublicationDoubts {
  /** Notes what an event puts in doubt; false when it is nothing that is watched. */
  note(event: ChangeEvent): boolean;
  has(table: string): boolean;
  any(): boolean;
  /** Call before a load begins; call what it returns when that load has succeeded. What came meanwhile stays in doubt. */
  loading(): () => void;
}

/** @param decisive a table of which any change puts all in doubt. */
export function publicationDoubts(watched: ReadonlySet<string>, decisive: string): PublicationDoubts {
  /** The number of the last event that touched each table. */
  const doubted = new Map<string, number>();
  let events = 0;
  const touched = (event: ChangeEvent): ReadonlySet<string> => {
    if (event.kind === 'gap') return watched;
    const tables = new Set(event.changes.map(({ table }) => table).filter((table) => watched.has(table)));
    return tables.has(decisive) ? watched : tables;
  };
  return {
    note(event) {
      events += 1;
      const tables = touched(event);
      for (const table of tables) doubted.set(table, events);
      return tables.size > 0;
    },
    has: (table) => doubted.has(table),
    any: () => doubted.size > 0,
    loading() {
      const before = events;
      return () => {
        for (const [table, event] of doubted) if (event <= before) doubted.delete(table);
      };
    },
  };
}
