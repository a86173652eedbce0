/**
 * How much one address can do until other visitors' p99 of a cold page passes a second: made-up cookies, random searches, variants of pictures,
 * random GraphQL variables, slow readers. Each checkout is a built site in a process of its own; before and after run in one go, on this
 * machine alone. The figures depend on what else it does: the load average is printed with them. A visitor comes five times a second, so a round
 * needs 20 s for a p99 that is not its one worst page.
 *
 *   node tests/bench/doors/doors.ts --before <another built checkout> [--seconds 20] [--only searches,pictures]
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { SERVER_BUNDLE, SERVER_FLAGS } from '../../../server/tooling/server-process.ts';
import type * as Texts from '../../../shared/graphql/generated/all.ts';
import { QUALITIES, WIDTHS } from '../../../shared/images/sizes.ts';
import { freePort } from '../../support/free-port.ts';
import { percentile } from '../timing.ts';
import type { Attack, LoadOrder, LoadReport } from './load.ts';

const ATTACKS: readonly Attack[] = ['cookies', 'searches', 'pictures', 'graphql', 'slow-readers'];
/** Connections of the one address, from few to many. */
const LEVELS = [8, 50, 200];
const STRANGER = '203.0.113.7';
const CITIZEN = '198.51.100.9';
const TOKEN = 'bench-of-the-doors';
const TOO_LONG_MS = 1_000;

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: ATTACKS.join() },
  },
});
const roundMs = Number(values.seconds) * 1_000;

interface Subject {
  readonly name: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly directory: string;
  readonly query: string;
}

async function start(name: string, root: string): Promise<Subject> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: directory,
    TRUST_PROXY: '1',
    PURGE_TOKEN: TOKEN,
    LOG_LEVEL: 'error',
  };
  // A checkout from before the bundle of the server runs its sources.
  const bundle = path.join(root, SERVER_BUNDLE);
  const started = existsSync(bundle) ? [...SERVER_FLAGS, bundle] : ['server/main.ts'];
  const child = spawn(process.execPath, started, { cwd: root, stdio: 'ignore', env });
  while (!(await isReady(port))) await pause(200);
  const { QUERY_TEXTS } = (await import(pathToFileURL(path.join(root, 'shared/graphql/generated/all.ts')).href)) as typeof Texts;
  return { name, port, child, directory, query: QUERY_TEXTS.Busca };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Another visitor opens a page that has just been purged, five times a second; returns the milliseconds of each. */
async function visit({ port }: Subject, until: () => boolean): Promise<{ readonly times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const origin = `http://127.0.0.1:${port}`;
  while (!until()) {
    await fetch(`${origin}/_edge/purge`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: '{"url":"/lai","mode":"hard"}',
    });
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/lai`, { headers: { 'X-Forwarded-For': CITIZEN, Accept: 'text/html' } });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!answer.ok) failed += 1;
    await pause(200);
  }
  return { times, failed };
}

/** Every size of the pictures of the home page, in an order that no earlier round has asked for. */
async function pictureVariants({ port }: Subject): Promise<readonly string[]> {
  const html = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const sources = [...new Set([...html.matchAll(/\/_image\?url=([^&"]+)/g)].map(([, source]) => source ?? ''))];
  return WIDTHS.flatMap((width) =>
    QUALITIES.flatMap((quality) => sources.map((source) => `/_image?url=${source}&w=${width}&q=${quality}`)),
  );
}

async function residentMb({ child }: Subject): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

interface Round {
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly report: LoadReport;
  readonly grownMb: number;
}

async function round(subject: Subject, attack: Attack, connections: number, pictures: readonly string[]): Promise<Round> {
  const load = fork(path.join(import.meta.dirname, 'load.ts'));
  const before = await residentMb(subject);
  const { port, query } = subject;
  load.send({ attack, port, connections, address: STRANGER, pictures, query } satisfies LoadOrder);
  const end = performance.now() + roundMs;
  const { times, failed } = await visit(subject, () => performance.now() > end);
  const grownMb = (await residentMb(subject)) - before;
  const reported = once(load, 'message');
  load.send('stop');
  const [report] = (await reported) as [LoadReport];
  load.disconnect();
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed, report, grownMb };
}

function line(subject: Subject, attack: Attack, connections: number, { p50, p99, failed, report, grownMb }: Round): string {
  const answers = Object.entries(report).map(([status, count]) => `${status}: ${Math.round((count * 1_000) / roundMs)}/s`);
  const verdict = p99 > TOO_LONG_MS ? 'PASSED' : 'held';
  const visitor = `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, ${failed} failed`;
  return `${attack.padEnd(13)} ${subject.name.padEnd(7)} ${String(connections).padStart(4)} connections  ${answers.join(', ').padEnd(34)} visitors ${visitor} (${verdict}), ${grownMb > 0 ? '+' : ''}${grownMb} MB\n`;
}

async function measure(subject: Subject, attack: Attack): Promise<void> {
  const variants = attack === 'pictures' ? await pictureVariants(subject) : [];
  for (const [index, connections] of LEVELS.entries()) {
    const fresh = variants.filter((_, at) => at % LEVELS.length === index);
    const result = await round(subject, attack, connections, fresh);
    process.stdout.write(line(subject, attack, connections, result));
    // What the last one left behind, waiting requests and the minute's rate, is not of the next.
    await pause(2_000);
    if (result.p99 > TOO_LONG_MS) break;
  }
}

const subjects = [
  ...(values.before === '' ? [] : [await start('before', path.resolve(values.before))]),
  await start('after', process.cwd()),
];
process.stdout.write(
  `load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}; ${values.seconds} s a round; cold page /lai\n`,
);
for (const subject of subjects) {
  const end = performance.now() + roundMs;
  const { times } = await visit(subject, () => performance.now() > end);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)].map(Math.round);
  process.stdout.write(`nobody else   ${subject.name.padEnd(7)} visitors p50 ${p50} ms, p99 ${p99} ms\n`);
}
for (const attack of ATTACKS.filter((name) => values.only.split(',').includes(name))) {
  for (const subject of subjects) await measure(subject, attack);
}
for (const { child, directory } of subjects) {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(directory, { recursive: true, force: true });
}
