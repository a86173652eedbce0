/**
 * Checkpoints of a database in process. Postgres has a process that makes them (manual, section 28.5); PGlite has none and makes one only
 * when it closes, so that its write-ahead log would grow with everything that is ever written.
 */
import type { Queryable } from '../database.ts';

/** As often as Postgres looks (`checkpoint_timeout`). */
const PERIOD_MS = 300_000;
/** Two segments of the log. */
const WRITTEN_BYTES = 32 * 1024 * 1024;

/** Makes a checkpoint when the log has grown by 32 MB since the last one; returns whether it did. The statement waits for others in the queue. */
export async function checkpointIfGrown(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as grown from pg_control_checkpoint()',
    [WRITTEN_BYTES],
  );
  const grown = rows[0]?.['grown'] === true;
  if (grown) await database.script('checkpoint');
  return grown;
}

/** Looks every five minutes, until the returned function is called. `onFault` gets what a look throws. */
export function startCheckpoints(database: Queryable, onFault: (error: unknown) => void): () => void {
  const timer = setInterval(() => void checkpointIfGrown(database).catch(onFault), PERIOD_MS);
  timer.unref();
  return () => clearInterval(timer);
}
