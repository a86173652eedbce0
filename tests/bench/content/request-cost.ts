/** What one request costs a measured database, and which tables it reads from end to end. */
import type { MeasuredDatabase } from './content-database.ts';

export interface RequestCost {
  /** Milliseconds of processor. */
  readonly ms: number;
  readonly scanned: readonly string[];
}

/** Tables that are worth an index. */
const SCANS = `
select schemaname || '.' || relname as table, seq_scan::integer as scans from pg_stat_user_tables
 where schemaname = any (string_to_array($1, ',')) and n_live_tup > 5000 order by 1`;

/** Asks once to prepare, then `runs` times. */
export async function requestCost(
  { database, cpuMs }: Pick<MeasuredDatabase, 'database' | 'cpuMs'>,
  ask: () => Promise<unknown>,
  { runs, schemas }: { readonly runs: number; readonly schemas: readonly string[] },
): Promise<RequestCost> {
  const scans = async (): Promise<ReadonlyMap<unknown, unknown>> => {
    await database.query('select pg_stat_force_next_flush()');
    return new Map((await database.query(SCANS, [schemas.join()])).rows.map((row) => [row['table'], row['scans']]));
  };
  const before = await scans();
  await ask();
  const began = await cpuMs();
  for (let run = 0; run < runs; run += 1) await ask();
  const ms = ((await cpuMs()) - began) / runs;
  return { ms, scanned: [...(await scans())].filter(([table, count]) => before.get(table) !== count).map(([table]) => String(table)) };
}

/** Prints the lines of one size, with the ratio to the first size at which a request was measured. */
export async function printCosts(
  measured: Pick<MeasuredDatabase, 'database' | 'cpuMs'>,
  questions: ReadonlyMap<string, () => Promise<unknown>>,
  {
    title,
    first,
    ...options
  }: { readonly title: string; readonly first: Map<string, number>; readonly runs: number; readonly schemas: readonly string[] },
): Promise<void> {
  process.stdout.write(`\n${title.padEnd(44)}    ms  ratio  read from end to end\n`);
  for (const [name, ask] of questions) {
    const { ms, scanned } = await requestCost(measured, ask, options);
    if (!first.has(name)) first.set(name, ms);
    const ratio = (ms / (first.get(name) ?? ms)).toFixed(1);
    process.stdout.write(`${name.padEnd(44)}${ms.toFixed(1).padStart(6)}${ratio.padStart(7)}  ${scanned.join(' ')}\n`);
  }
}
