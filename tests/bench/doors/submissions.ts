/**
 * Forms of citizens with an attachment, so many a second, each from an address of its own behind a trusted proxy: how many were answered, how soon, how
 * many cases the database has of them, and what a stored page costs its reader meanwhile, against before. What got no receipt is sent again
 * with its key at the end, as people do: then there is one case for each.
 *
 *   node tests/bench/doors/submissions.ts [--rate 50,100,200] [--seconds 20] [--on postgres,pglite] [--replicas 1] [--rounds 1]
 *     [--against CHECKOUT,...] [--prof DIR]
 *
 * Needs a build. The visitors, the site and the Postgres server share the machine, so a process that does nothing is read beside the stored page: what
 * its reader waits longer than before is the want of processors, and the rest of what the reader of the stored page waits is the site's. The delay of
 * the site's event loop and the processor time of the site and of the Postgres server are printed with each round; on a machine that does other
 * work the processor time alone tells something.
 * With --against other checkouts, built too, take turns with this one, and their processor time is the baseline of the ratios. With --prof the site
 * writes a profile (node --cpu-prof) there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SERVER_BUNDLE, SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../server/tooling/server-process.ts';
import { postgresForTests } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { percentile } from '../timing.ts';
import { LOOP_DELAY_VARIABLE, type LoopDelay } from './loop-delay.ts';
import { cpuMs, serverCpuMs } from './processor-time.ts';
import type { SubmissionsOrder, SubmissionsReport } from './submissions-load.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50,100,200' },
    seconds: { type: 'string', default: '20' },
    on: { type: 'string', default: 'postgres,pglite' },
    replicas: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    prof: { type: 'string' },
  },
});
const rates = values.rate.split(',').map(Number);
const replicas = Number(values.replicas);
const seconds = Number(values.seconds);
const SECRET = 'bench-of-submissions';
async function load(order: SubmissionsOrder): Promise<SubmissionsReport> {
  const child = fork(path.join(import.meta.dirname, 'submissions-load.ts'));
  child.send(order);
  const [report] = (await once(child, 'message')) as [SubmissionsReport];
  child.disconnect();
  return report;
}

/** Texts of the cases with a word in front, as often as there are cases. */
async function textsOfCases({ url }: RunningSite, word: string): Promise<readonly string[]> {
  const headers = { 'Content-Type': 'application/json', 'x-hasura-admin-secret': SECRET };
  const query = `{ caso(where: { texto: { _like: "${word} %" } }) { texto } }`;
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

/** The replicas that are measured, with what they are measured by. */
interface Subject {
  readonly sites: readonly RunningSite[];
  readonly database: string | undefined;
  readonly idleUrl: string;
  /** Ends the measurement of the event loops, the latest of them, and begins the next one. */
  readonly loopDelay: () => Promise<LoopDelay>;
}

/** Starts the replicas, runs `work` and stops them. */
async function withSubject(kind: string, root: string, work: (subject: Subject) => Promise<void>): Promise<void> {
  const postgres = kind === 'postgres' ? await postgresForTests() : null;
  const folder = await mkdtemp(path.join(tmpdir(), 'envios-'));
  const idle = fork(path.join(import.meta.dirname, 'idle-server.ts'));
  const sites: RunningSite[] = [];
  try {
    const [idleUrl] = (await once(idle, 'message')) as [string];
    const delays: string[] = [];
    for (let replica = 0; replica < replicas; replica += 1) {
      const file = path.join(folder, String(replica));
      delays.push(file);
      sites.push(
        await startSite({
          environment: { ...SERVER_ENVIRONMENT, ...environmentOf(postgres?.connectionString, file) },
          root,
          command: [process.execPath, ...SERVER_FLAGS, path.join(root, SERVER_BUNDLE)],
        }),
      );
    }
    const loopDelay = async (): Promise<LoopDelay> => {
      for (const site of sites) site.process.kill('SIGUSR2');
      await pause(1_000);
      const read = await Promise.all(delays.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as LoopDelay));
      return { p50: Math.max(...read.map(({ p50 }) => p50)), p99: Math.max(...read.map(({ p99 }) => p99)) };
    };
    await work({ sites, database: postgres?.connectionString, idleUrl, loopDelay });
  } finally {
    for (const site of sites) await site.stop();
    idle.disconnect();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function environmentOf(database: string | undefined, delayFile: string): Readonly<Record<string, string>> {
  const profiled = values.prof === undefined ? '' : ` --cpu-prof --cpu-prof-dir=${path.resolve(values.prof)}`;
  return {
    DEMO_CONTENT: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    GRAPHQL_ADMIN_SECRET: SECRET,
    CASES_KEY: Buffer.alloc(32, 7).toString('base64'),
    [LOOP_DELAY_VARIABLE]: delayFile,
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'loop-delay.ts')}${profiled}`,
    ...(database === undefined ? {} : { DATABASE_URL: database }),
  };
}

async function measure({ sites, database, idleUrl, loopDelay }: Subject, name: string, rate: number): Promise<Cost> {
  const order = { urls: sites.map(({ url }) => url), idleUrl, seconds };
  const word = `carga-${rate}`;
  const pids = sites.map(({ process: { pid = 0 } }) => pid);
  const used = async (): Promise<Cost> => ({ site: await cpuMs(pids), database: await serverCpuMs(database) });
  // Unmeasured: the first requests compile.
  await load({ ...order, rate: 20, seconds: 2, name: `antes-${rate}` });
  const before = await load({ ...order, rate: 0, name: 'leitura' });
  await loopDelay();
  const begun = await used();
  const during = await load({ ...order, rate, name: word });
  const ended = await used();
  const sent = rate * seconds;
  const cost = { site: (ended.site - begun.site) / sent, database: (ended.database - begun.database) / sent };
  const [site] = sites;
  const texts = site === undefined ? [] : await textsOfCases(site, word);
  report(name, rate, { during, before, cost, texts, delay: await loopDelay() });
  return cost;
}

interface Round {
  readonly before: SubmissionsReport;
  readonly during: SubmissionsReport;
  readonly cost: Cost;
  readonly texts: readonly string[];
  readonly delay: LoopDelay;
}

function report(name: string, rate: number, { before, during, cost, texts, delay }: Round): void {
  const sent = rate * seconds;
  const statuses = Object.entries(during.statuses).map(([status, count]) => `${status}: ${count}`);
  const at = (times: readonly number[], part: number): number => percentile(times, part);
  const harm = [0.5, 0.99].map((part) =>
    (at(during.hits, part) / at(before.hits, part) / (at(during.idle, part) / at(before.idle, part))).toFixed(2),
  );
  process.stdout.write(
    `${name}, load average ${loadavg()[0]?.toFixed(1)}: ${sent} sent at ${rate}/s, answers ${statuses.join(', ')}; sent again ${during.repeated}; ` +
      `${sent - new Set(texts).size} lost, ${texts.length - new Set(texts).size} doubled; ${(sent / (during.elapsedMs / 1_000)).toFixed(0)}/s done\n` +
      `  submission: p50 ${at(during.submissions, 0.5).toFixed(0)} ms, p99 ${at(during.submissions, 0.99).toFixed(0)} ms, ` +
      `${cost.site.toFixed(2)} ms of the site's processor time each, ${cost.database.toFixed(2)} ms of the database's\n` +
      latencies('stored page', during.hits, before.hits) +
      latencies('a process that does nothing', during.idle, before.idle) +
      `  the site's own part: p50 x${harm[0]}, p99 x${harm[1]}; event loop late by p50 ${delay.p50.toFixed(1)} ms, p99 ${delay.p99.toFixed(1)} ms\n`,
  );
}

const roots = [...(values.against?.split(',') ?? []), '.'].map((root) => path.resolve(root));
for (const kind of values.on.split(',')) {
  const costs = new Map<string, Cost[]>(roots.map((root) => [root, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const root of roots) {
      await withSubject(kind, root, async (subject) => {
        for (const rate of rates) costs.get(root)?.push(await measure(subject, `${kind} x${replicas}, ${root}`, rate));
      });
    }
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
