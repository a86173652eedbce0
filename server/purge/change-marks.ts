/**
 * What changes while no replica runs. Responses that replicas share outlive all of them, so each replica leaves a mark beside them: everything
 * that was committed before it has been purged. A replica that starts purges what the record of changes has since the mark before it uses
 * any of them; everything where there is no mark, or the record does not reach back to it.
 */
import type { Timers } from '../../shared/time/timers.ts';
import type { ChangeEvent, ChangeMarks } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';
import type { ChangePurging } from './purge-on-change.ts';

export interface ChangeMarksOptions {
  readonly marks: ChangeMarks | undefined;
  /** Resolves when the state of the site is as new as this call, and what shows it has been purged. */
  readonly refreshState: () => Promise<void>;
  readonly purging: Pick<ChangePurging, 'purgeMissed' | 'settled'>;
  readonly leave: (mark: string) => Promise<void>;
  readonly timers: Timers;
  readonly log: Logger;
}

/** Milliseconds until the first mark, and between two: what changes in that time is purged again after a start. */
const FIRST_MS = 5_000;
const INTERVAL_MS = 60_000;

const GAP: readonly ChangeEvent[] = [{ kind: 'gap' }];

/** Purges what was committed since `mark`. Never rejects. */
export async function catchUp(mark: string | null, { marks, purging }: Pick<ChangeMarksOptions, 'marks' | 'purging'>): Promise<void> {
  const isMark = mark !== null && /^\d{1,15}$/.test(mark);
  await purging.purgeMissed(isMark && marks !== undefined ? await marks.since(Number(mark)) : GAP);
}

/** Leaves marks until the returned function is called. */
export function leaveMarks({ marks, refreshState, purging, leave, timers, log }: ChangeMarksOptions): () => void {
  const leaveOne = async (): Promise<void> => {
    const mark = marks?.heard() ?? null;
    if (mark === null) return;
    await refreshState();
    await purging.settled();
    await leave(String(mark));
  };
  const plan = (delayMs: number): void => {
    cancel = timers.after(delayMs, () => {
      plan(INTERVAL_MS);
      leaveOne().catch((error: unknown) => log.debug({ err: error }, 'no mark of the changes was left'));
    });
  };
  let cancel = (): void => undefined;
  plan(FIRST_MS);
  return () => cancel();
}
