/**
 * Forms of citizens with an attachment, so many a second, each from an address of its own behind a trusted proxy: how many were answered, how soon, how
 * many cases the database has of them, and what a stored page costs its reader meanwhile, against before. What got no receipt is sent again
 * with its key at the end, as people do: then there is one case for each.
 *
 *   node tests/bench/doors/submissions.ts [--rate 200] [--seconds 20] [--on postgres,pglite] [--prof DIR]
 *
 * Needs a build. The visitors and the site share the machine; the processor time of the site is printed with each round (that of a Postgres server is
 * left out). With --prof the site writes a profile (node --cpu-prof) there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { postgresForTests } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { percentile } from '../timing.ts';
import type { SubmissionsOrder, SubmissionsReport } from './submissions-load.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    on: { type: 'string', default: 'postgres,pglite' },
    prof: { type: 'string' },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const SECRET = 'bench-of-submissions';
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

async function cpuMs({ process: { pid = 0 } }: RunningSite): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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

async function measure(kind: string): Promise<void> {
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
  const site = await startSite({ environment });
  try {
    const order = { url: site.url, seconds };
    // Unmeasured: the first requests compile.
    await load({ ...order, rate: 20, seconds: 2, name: 'aquecimento' });
    const before = await load({ ...order, rate: 0, name: 'antes' });
    const cpuBefore = await cpuMs(site);
    const during = await load({ ...order, rate, name: 'carga' });
    const cpu = (await cpuMs(site)) - cpuBefore;
    const texts = await textsOfCases(site);
    const sent = rate * seconds;
    const statuses = Object.entries(during.statuses).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(
      `${kind}, load average ${loadavg()[0]?.toFixed(1)}: ${sent} sent at ${rate}/s, answers ${statuses.join(', ')}; sent again ${during.repeated}; ` +
        `${sent - new Set(texts).size} lost, ${texts.length - new Set(texts).size} doubled; ${(sent / (during.elapsedMs / 1_000)).toFixed(0)}/s done\n` +
        `  submission: p50 ${percentile(during.submissions, 0.5).toFixed(0)} ms, p99 ${percentile(during.submissions, 0.99).toFixed(0)} ms, ` +
        `${(cpu / sent).toFixed(2)} ms of the site's processor time each\n` +
        latencies('stored page', during.hits, before.hits),
    );
  } finally {
    await site.stop();
    await postgres?.stop();
  }
}

for (const kind of values.on.split(',')) await measure(kind);
