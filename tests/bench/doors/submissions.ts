/**
 * Forms of citizens with an attachment, so many a second, each from an address of its own behind a trusted proxy: how many were answered, how soon, how
 * many cases the database has of them, and what a stored page costs its reader meanwhile, against before. What got no receipt is sent again
 * with its key at the end, as people do: then there is one case for each.
 *
 *   node tests/bench/doors/submissions.ts [--rate 200] [--seconds 20] [--on postgres,pglite] [--rounds 1] [--against CHECKOUT,...] [--prof DIR]
 *
 * Needs a build. The visitors and the site share the machine; the processor time of the site and of the Postgres server are printed with each round.
 * With --against other checkouts, built too, take turns with this one, and their processor time is the baseline of the ratios. With --prof the site
 * writes a profile (node --cpu-prof) there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { SERVER_BUNDLE } from '../../../server/tooling/server-process.ts';
import { postgresForTests } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { percentile } from '../timing.ts';
import type { SubmissionsOrder, SubmissionsReport } from './submissions-load.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    on: { type: 'string', default: 'postgres,pglite' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    prof: { type: 'string' },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const SECRET = 'bench-of-submissions';
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The fields of a process behind its name: proc_pid_stat(5). */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function cpuMs({ process: { pid = 0 } }: RunningSite): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Of a Postgres server with all its processes, those that have ended included. */
async function serverCpuMs(connectionString: string | undefined): Promise<number> {
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

async function load(order: SubmissionsOrder): Promise<SubmissionsReport> {
  const child = fork(path.join(import.meta.dirname, 'submissions-load.ts'));
  child.send(order);
  const [report] = (await once(child, 'message')) as [SubmissionsReport];
  child.disconnect();
  return report;
}

/** Texts of all cases, as often as there are cases. */
async function textsOfCases({ url }: RunningSite): Promise<readonly string[]> {
  const headers = { 'Content-Type': 'application/json', 'x-hasura-admin-secret': SECRET };
  const query = '{ caso(where: { texto: { _like: "carga %" } }) { texto } }';
  const answer = await fetch(`${url}/v1/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data } = (await answer.json()) as { readonly data: { readonly caso: readonly { readonly texto: string }[] } };
  return data.caso.map(({ texto }) => texto);
}

function latencies(name: string, times: readonly number[], before: readonly number[]): string {
  const one = (at: number): string =>
    `${percentile(times, at).toFixed(1)} ms (x${(percentile(times, at) / percentile(before, at)).toFixed(2)})`;
  return `  ${name}: p50 ${one(0.5)}, p99 ${one(0.99)} of ${times.length}\n`;
}

interface Cost {
  /** Milliseconds of processor for one submission. */
  readonly site: number;
  readonly database: number;
}

async function measure(kind: string, root: string): Promise<Cost> {
  const postgres = kind === 'postgres' ? await postgresForTests() : null;
  const environment = {
    DEMO_CONTENT: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    GRAPHQL_ADMIN_SECRET: SECRET,
    CASES_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(postgres === null ? {} : { DATABASE_URL: postgres.connectionString }),
    ...(values.prof === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(values.prof)}` }),
  };
  const site = await startSite({ environment, root, script: path.join(root, SERVER_BUNDLE) });
  try {
    const order = { url: site.url, seconds };
    // Unmeasured: the first requests compile.
    await load({ ...order, rate: 20, seconds: 2, name: 'aquecimento' });
    const before = await load({ ...order, rate: 0, name: 'antes' });
    const begun = { site: await cpuMs(site), database: await serverCpuMs(postgres?.connectionString) };
    const during = await load({ ...order, rate, name: 'carga' });
    const sent = rate * seconds;
    const cost = {
      site: ((await cpuMs(site)) - begun.site) / sent,
      database: ((await serverCpuMs(postgres?.connectionString)) - begun.database) / sent,
    };
    report(`${kind}, ${root}`, { during, before, cost, texts: await textsOfCases(site) });
    return cost;
  } finally {
    await site.stop();
    await postgres?.stop();
  }
}

interface Round {
  readonly before: SubmissionsReport;
  readonly during: SubmissionsReport;
  readonly cost: Cost;
  readonly texts: readonly string[];
}

function report(name: string, { before, during, cost, texts }: Round): void {
  const sent = rate * seconds;
  const statuses = Object.entries(during.statuses).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `${name}, load average ${loadavg()[0]?.toFixed(1)}: ${sent} sent at ${rate}/s, answers ${statuses.join(', ')}; sent again ${during.repeated}; ` +
      `${sent - new Set(texts).size} lost, ${texts.length - new Set(texts).size} doubled; ${(sent / (during.elapsedMs / 1_000)).toFixed(0)}/s done\n` +
      `  submission: p50 ${percentile(during.submissions, 0.5).toFixed(0)} ms, p99 ${percentile(during.submissions, 0.99).toFixed(0)} ms, ` +
      `${cost.site.toFixed(2)} ms of the site's processor time each, ${cost.database.toFixed(2)} ms of the database's\n` +
      latencies('stored page', during.hits, before.hits),
  );
}

const roots = [...(values.against?.split(',') ?? []), '.'].map((root) => path.resolve(root));
for (const kind of values.on.split(',')) {
  const costs = new Map<string, Cost[]>(roots.map((root) => [root, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const root of roots) costs.get(root)?.push(await measure(kind, root));
  }
  const median = (root: string, part: keyof Cost): number =>
    percentile(
      (costs.get(root) ?? []).map((cost) => cost[part]),
      0.5,
    );
  const [baseline = '.'] = roots;
  for (const root of roots.slice(1)) {
    const ratio = (part: keyof Cost): string => (median(root, part) / median(baseline, part)).toFixed(2);
    process.stdout.write(
      `${kind}, ${root} against ${baseline}: site x${ratio('site')}${kind === 'postgres' ? `, database x${ratio('database')}` : ''}\n`,
    );
  }
}
