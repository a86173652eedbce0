/** Timers whose time a test moves. */
import type { Timers } from '../../shared/time/timers.ts';

/** What waits is run in the order in which it is due. */
export function handTimers(): Timers & { run(): readonly number[] } {
  const waiting = new Set<{ readonly ms: number; readonly act: () => void }>();
  return {
    after(ms, act) {
      const entry = { ms, act };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    run() {
      const due = [...waiting].sort((a, b) => a.ms - b.ms);
      waiting.clear();
      for (const { act } of due) act();
      return due.map(({ ms }) => ms);
    },
  };
}
