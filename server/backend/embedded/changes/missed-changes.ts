/**
 * What happened while no connection listened: a lost connection loses the notifications that were sent meanwhile, and the record of changes has them.
 *
 * Reading begins at a horizon, the number below which every transaction had ended. The horizon travels as a notification of its own, once a
 * minute: Postgres delivers notifications in the order of their commits, so a listener that receives a horizon has received all that lies below it.
 * A connection that has fallen silent delivers none, so no horizon passes over what it lost. It does not matter which replica has sent it.
 */
import { SYSTEM_TIMERS, type Timers } from '../../../../shared/time/timers.ts';
import type { Logger } from '../../../observability/log.ts';
import type { ChangeEvent, ChangeMarks } from '../../backend.ts';
import { startBackgroundRefresh } from '../../background-refresh.ts';
import { type Execute, eventsSince, MAX_AWAY_MS } from '../../changes/change-record.ts';
import type { Database } from '../database.ts';

export interface MissedChanges extends ChangeMarks {
  /** What was recorded since the last horizon, part of it perhaps told already; a gap where the record cannot be read or holds too much. */
  read(): Promise<readonly ChangeEvent[]>;
  close(): Promise<void>;
}

export interface MissedChangesOptions {
  readonly database: Database;
  readonly execute: Execute;
  readonly log: Logger;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

const CHANNEL = 'conteudo_horizonte';

const SEND = `select pg_notify('${CHANNEL}', pg_snapshot_xmin(pg_current_snapshot())::text)`;

/** Milliseconds between horizons: the changes of that time are told again after a lost connection. A notification costs a fraction of a millisecond. */
const INTERVAL_MS = 60_000;

/** A mark lives for a day after the horizon was received, and the record for two. */
const HEARD_MS = 10 * INTERVAL_MS;

const GAP: readonly ChangeEvent[] = [{ kind: 'gap' }];

/** Receives horizons from now on; before the first one the answer is a gap. */
export async function followMissedChanges(options: MissedChangesOptions): Promise<MissedChanges> {
  const { database, execute, log, timers = SYSTEM_TIMERS, now = () => performance.now() } = options;
  /** Readings whose changes are not told yet: a horizon that is received meanwhile lies above them. */
  let reading = 0;
  let seen: { readonly horizon: number; readonly at: number } | undefined;
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      seen = { horizon: Math.max(Number(payload), seen?.horizon ?? 0), at: now() };
    },
    () => undefined,
  );
  const send = async (): Promise<void> => void (await database.query(SEND));
  const sending = startBackgroundRefresh({
    load: send,
    nextInMs: () => INTERVAL_MS,
    failure: 'the horizon of changes could not be sent',
    log,
    timers,
  });
  const close = async (): Promise<void> => {
    sending.close();
    await unlisten();
  };
  try {
    await send();
  } catch (error) {
    await Promise.allSettled([close()]);
    throw error;
  }
  return {
    async read() {
      if (seen === undefined || now() - seen.at > MAX_AWAY_MS) return GAP;
      reading += 1;
      return eventsSince(execute, seen.horizon, log).finally(() => {
        reading -= 1;
      });
    },
    heard: () => (reading > 0 || seen === undefined || now() - seen.at > HEARD_MS ? null : seen.horizon),
    since: (mark) => eventsSince(execute, mark, log),
    close,
  };
}
