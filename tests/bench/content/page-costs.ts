/**
 * What the public pages and files cost a site on Postgres at several numbers of documents, from the request to the last byte, with nothing stored.
 * Needs `npm run build`.
 *
 *   node tests/bench/content/page-costs.ts [--sizes 1000,100000,1000000] [--rounds 20] [--only ^/busca] [--on postgresql://...,postgresql://...]
 *
 * `--on` names databases that have their rows already, one for each size. Prints of each address, and for each size, the median milliseconds of
 * processor of the site's process and of the database's, median and 95th percentile of the time by the clock; and the ratio of all processor time of
 * the last size to the first. Of the processor the median, because a collection of garbage falls on one request in many and on others at each size.
 * The clock is of no use on a busy machine: the load of the machine stands below each size.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { postgresForTests } from '../../support/postgres.ts';
import { type Running, start, subjectAt } from '../process/subject.ts';
import { median, percentile, timed } from '../timing.ts';
import { openForWriting } from './content-database.ts';
import { addDocuments, addNews, MAKING_MS } from './content-rows.ts';
import { FILES, PAGES } from './page-addresses.ts';

/** A named statement gets its final plan after five runs of its own, on each connection. */
const WARM_UP_ROUNDS = 8;

const TOKEN = 'token-of-the-bench-0123456789abcdef0123456789';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    on: { type: 'string' },
  },
});

interface Cost {
  readonly site: number;
  readonly database: number;
  readonly p50: number;
  readonly p95: number;
}

/** Milliseconds that the threads of a process have been on a processor; 0 for one that has ended. Linux. */
function processorMs(pid: number): number {
  if (!existsSync(`/proc/${pid}/task`)) return 0;
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6
  );
}

/** The processes of the server that work for the site. */
async function backends(database: Database): Promise<readonly number[]> {
  const { rows } = await database.query(
    `select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`,
  );
  return rows.map(({ pid }) => Number(pid));
}

/** Resolves with the status when the answer is complete. */
async function ask(site: Running, address: string): Promise<number> {
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity' };
  const response = await fetch(site.url + address, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
}

/** The page and the results of operations. */
async function forget(site: Running, url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${site.url}/_edge/purge`, { method: 'POST', headers, body: JSON.stringify({ url, mode: 'hard' }) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`purge: ${response.status}`);
}

/** Null for a page of a list that is not that long. */
async function costOf(site: Running, address: string, database: Database): Promise<Cost | null> {
  const status = await ask(site, address);
  if (status === 302 || status === 308) return null;
  if (status !== 200) throw new Error(`${address}: ${status}`);
  const times: number[] = [];
  const spent: { readonly site: number[]; readonly database: number[] } = { site: [], database: [] };
  const rounds = Number(values.rounds);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    await forget(site, address);
    const pids = await backends(database);
    const before = { site: processorMs(site.pid), database: pids.map(processorMs) };
    const time = await timed(async () => void (await ask(site, address)));
    if (round < 0) continue;
    times.push(time);
    spent.site.push(processorMs(site.pid) - before.site);
    spent.database.push(pids.reduce((sum, pid, index) => sum + Math.max(0, processorMs(pid) - (before.database[index] ?? 0)), 0));
  }
  return { site: median(spent.site), database: median(spent.database), p50: median(times), p95: percentile(times, 0.95) };
}

const cells = (figures: readonly number[]): string => figures.map((figure) => figure.toFixed(1).padStart(8)).join('');

const AT_WORK = `select count(*)::integer as workers from pg_stat_activity where backend_type = 'autovacuum worker'`;

/** Resolves when the server has written what was added and vacuums nothing: it would take the processor, and its caches, from what is measured. */
async function settled(database: Database): Promise<void> {
  await database.query('checkpoint', [], { timeoutMs: MAKING_MS });
  await database.query('vacuum analyze', [], { timeoutMs: MAKING_MS });
  while (Number((await database.query(AT_WORK)).rows[0]?.['workers']) > 0) await setTimeout(1_000);
}

async function measure(connectionString: string, costs: ReadonlyMap<string, (Cost | null)[]>): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  const database = await openPostgresDatabase({ connectionString, connections: 1, statementTimeoutMs: MAKING_MS });
  await settled(database);
  const { rows } = await database.query('select (select count(*) from public.documento) as documents');
  const variables = { DATA_DIR: directory, DEMO_CONTENT: 'off', WARM_UP: 'off', PURGE_TOKEN: TOKEN, DATABASE_URL: connectionString };
  const site = await start(await subjectAt('this checkout', process.cwd()), variables);
  process.stdout.write(
    `${String(rows[0]?.['documents'])} documents: start ${(site.readyMs / 1000).toFixed(1)} s, processor ${(site.readyCpuMs / 1000).toFixed(1)} s`,
  );
  try {
    for (const [address, found] of costs) found.push(await costOf(site, address, database));
  } finally {
    process.stdout.write(
      `; load of the machine ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}\n`,
    );
    await site.stop();
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function print(costs: ReadonlyMap<string, readonly (Cost | null)[]>): void {
  for (const [address, found] of costs) {
    const figures = found
      .map((cost) => (cost === null ? ' '.repeat(34) : `  ${cells([cost.site, cost.database, cost.p50, cost.p95])}`))
      .join('');
    const [first, last] = [found.find((cost) => cost !== null), found.at(-1)];
    const ratio =
      first === undefined || last === undefined || last === null ? Number.NaN : (last.site + last.database) / (first.site + first.database);
    process.stdout.write(`${address.padEnd(58)}${figures}${cells([ratio])}\n`);
  }
}

async function add(connectionString: string, documents: number): Promise<void> {
  const database = await openForWriting(connectionString);
  await addNews(database, Math.round(documents / 10));
  await addDocuments(database, documents);
  await database.close();
}

/** Migrates the database, as a first start does. */
async function migrated(connectionString: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString, connections: 1, statementTimeoutMs: MAKING_MS });
  await migrate(database, await readMigrations(await openProject('server/project'), 'server/project/bootstrap'));
  await database.close();
}

const costs = new Map(
  [...PAGES, ...FILES]
    .filter((address) => new RegExp(values.only).test(address))
    .map((address): [string, (Cost | null)[]] => [address, []]),
);
if (values.on === undefined) {
  const server = await postgresForTests();
  try {
    await migrated(server.connectionString);
    let made = 0;
    for (const size of values.sizes.split(',').map(Number)) {
      await add(server.connectionString, size - made);
      made = size;
      await measure(server.connectionString, costs);
    }
  } finally {
    await server.stop();
  }
} else {
  for (const connectionString of values.on.split(',')) await measure(connectionString, costs);
}
process.stdout.write(`\n${''.padEnd(58)}${'site      db     p50     p95'.padStart(34)}  ratio of processor time\n`);
print(costs);
