/** Processor time of the processes under a load (Linux). */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The fields of a process behind its name: proc_pid_stat(5). */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Milliseconds that these processes have used. */
export async function cpuMs(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  return stats.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS, 0);
}

/** Of a Postgres server with all its processes, those that have ended included. */
export async function serverCpuMs(connectionString: string | undefined): Promise<number> {
  if (connectionString === undefined) return 0;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = (await statOf(rows[0]?.pid ?? 0))[1] ?? '';
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, fields: await statOf(Number(pid)) })));
  await client.end();
  const times = stats.map(({ pid, fields }) =>
    pid === postmaster ? fields.slice(11, 15) : fields[1] === postmaster ? fields.slice(11, 13) : [],
  );
  return times.flat().reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}
