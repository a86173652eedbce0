/**
 * Maintenance of a database in process. Postgres has processes that make checkpoints (manual, section 28.5) and that vacuum and analyze tables
 * (section 24.1.6); PGlite has none. Its write-ahead log would grow with everything that is ever written, its tables with every row that is
 * ever changed, and its plans would follow statistics of the day on which the content was loaded.
 */
import type { Queryable } from '../database.ts';

/** The default of Postgres's `checkpoint_timeout`. */
const PERIOD_MS = 300_000;
/** Two segments of the log. */
const WRITTEN_BYTES = 32 * 1024 * 1024;

/** Tables that autovacuum would vacuum or analyze, by its thresholds; temporary ones aside, as there. */
const WORN_TABLES = `
select format('%I.%I', s.schemaname, s.relname) as name
from pg_catalog.pg_stat_user_tables s
join pg_catalog.pg_class c on c.oid = s.relid
where c.relpersistence <> 't'
  and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))
order by 1`;

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

/** Vacuums and analyzes the tables of which enough has changed; returns their names. Each is a statement, so that requests come between them. */
export async function vacuumWorn(database: Queryable): Promise<readonly string[]> {
  const { rows } = await database.query(WORN_TABLES);
  const names = rows.map(({ name }) => String(name));
  for (const name of names) await database.script(`vacuum (analyze) ${name}`);
  return names;
}

/** Looks every five minutes, until the returned function is called. `onFault` gets what a look throws. */
export function startMaintenance(database: Queryable, onFault: (error: unknown) => void): () => void {
  const look = async (): Promise<void> => {
    await vacuumWorn(database);
    await checkpointIfGrown(database);
  };
  const timer = setInterval(() => void look().catch(onFault), PERIOD_MS);
  timer.unref();
  return () => clearInterval(timer);
}
