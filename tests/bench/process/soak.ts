/**
 * Mixed traffic on one built site for twenty minutes: what its process holds after the warm-up and at the end, in memory, in descriptors and in threads.
 * Fails where one of them has grown by more than a tenth.
 *
 *   node tests/bench/process/soak.ts [--minutes 20] [--visitors 8]
 *
 * Needs a build and Linux. The warm-up is the first quarter: stores of responses and pictures fill, and code is compiled.
 */
import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SERVER_ENVIRONMENT } from '../../../server/tooling/server-process.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { discoverAddresses } from '../../e2e/addresses.ts';
import { loadedDemonstration } from '../../support/embedded/loaded-demonstration.ts';
import { startSite } from '../../support/site.ts';
import { median } from '../timing.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' }, visitors: { type: 'string', default: '8' } } });
const totalMs = Number(values.minutes) * 60_000;

/** Milliseconds between two requests of a visitor, two looks at the process, and two purges. */
const PAUSE_MS = 20;
const LOOK_MS = 2_000;
const PURGE_MS = 10_000;

/** Share of the start by which what is stored, compiled and opened has its size. */
const WARM_UP = 0.25;
const MOST_GROWTH = 0.1;

const TOKEN = 'token-dos-operadores';

interface Look {
  readonly at: number;
  /** MB. */
  readonly resident: number;
  readonly descriptors: number;
  readonly threads: number;
}

const site = await startSite({
  copyOf: await loadedDemonstration(),
  environment: { ...SERVER_ENVIRONMENT, NODE_ENV: 'production', PURGE_TOKEN: TOKEN, TRUST_PROXY: '1', WARM_UP: 'on', LOG_LEVEL: 'error' },
});
const startedAt = performance.now();
const isOver = (): boolean => performance.now() - startedAt > totalMs;
const statuses = new Map<string, number>();

async function look(): Promise<Look> {
  const folder = `/proc/${site.process.pid}`;
  const [status, descriptors] = await Promise.all([readFile(`${folder}/status`, 'utf8'), readdir(`${folder}/fd`)]);
  const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { at: performance.now(), resident: number('VmRSS') / 1024, descriptors: descriptors.length, threads: number('Threads') };
}

async function ask(target: string, init: RequestInit = {}): Promise<void> {
  let outcome = 'left';
  try {
    const answer = await fetch(site.url + target, init);
    outcome = String(answer.status);
    await answer.arrayBuffer();
  } catch {
    // A visitor who leaves.
  }
  statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
}

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];
const word = (): string => Math.random().toString(36).slice(2, 7);

/** Addresses that the pages name. */
async function named(pages: readonly string[], pattern: RegExp): Promise<readonly string[]> {
  const texts = await Promise.all(pages.slice(0, 40).map(async (page) => (await fetch(site.url + page)).text()));
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].map((address) => address.replaceAll('&amp;', '&'));
}

const pages = (await discoverAddresses(site.url)).map(({ path }) => path);
const pictures = await named(pages, /\/_image\?[^"\s,\\]+/g);
const files = await named(pages, /\/nhostprovider\/[0-9a-f-]{36}/g);

/** What visitors do, each as often as its number. */
const HABITS: readonly (readonly [often: number, act: () => Promise<void>])[] = [
  [60, () => ask(pick(pages) ?? '/', { headers: { Accept: 'text/html' } })],
  [8, () => ask(`/busca?q=${word()}`, { headers: { Accept: 'text/html' } })],
  [14, () => ask(pick(pictures) ?? '/favicon.svg')],
  [8, () => ask(pick(files) ?? '/favicon.svg')],
  [5, () => ask(`/${word()}`)],
  [
    3,
    () =>
      ask('/v1/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: QUERY_TEXTS.BannersVigentes }),
      }),
  ],
  [2, () => ask(`/busca?q=${word()}`, { signal: AbortSignal.timeout(5) })],
];
const all = HABITS.reduce((sum, [often]) => sum + often, 0);

async function visit(): Promise<void> {
  while (!isOver()) {
    let at = Math.random() * all;
    const [, act] = HABITS.find(([often]) => (at -= often) < 0) ?? HABITS[0] ?? [];
    await act?.();
    await pause(PAUSE_MS);
  }
}

async function purge(): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  for (let round = 0; !isOver(); round += 1) {
    const body = round % 6 === 5 ? { all: true } : { url: pick(pages) ?? '/', mode: round % 2 === 0 ? 'hard' : 'soft' };
    await ask('/_edge/purge', { method: 'POST', headers, body: JSON.stringify(body) });
    await pause(PURGE_MS);
  }
}

const looks: Look[] = [];
async function watch(): Promise<void> {
  while (!isOver()) {
    looks.push(await look());
    await pause(LOOK_MS);
  }
}

await Promise.all([...Array.from({ length: Number(values.visitors) }, visit), purge(), watch()]);
await site.stop();

const answered = [...statuses].map(([status, count]) => `${status}: ${count}`).toSorted();
process.stdout.write(
  `${answered.join(', ')}\n\n${'what'.padEnd(14)}${['warm', 'end', 'growth'].map((name) => name.padStart(10)).join('')}\n`,
);
const tenths = Array.from({ length: 10 }, (_, n) => looks.slice((n * looks.length) / 10, ((n + 1) * looks.length) / 10));
process.stdout.write(
  `load average ${loadavg()[0]?.toFixed(1)}; resident, by tenths of the time: ${tenths.map((part) => median(part.map(({ resident }) => resident)).toFixed(0)).join(' ')} MB\n`,
);
const warm = looks.filter(({ at }) => at - startedAt >= totalMs * WARM_UP);
// The median of some looks at each end: garbage is collected when it pays.
const some = Math.max(3, Math.floor(warm.length / 5));
for (const name of ['resident', 'descriptors', 'threads'] as const) {
  const [first, last] = [warm.slice(0, some), warm.slice(-some)].map((part) => median(part.map((one) => one[name])));
  const growth = ((last ?? 0) - (first ?? 0)) / (first ?? 1);
  process.stdout.write(
    `${name.padEnd(14)}${[first?.toFixed(0), last?.toFixed(0), `${(growth * 100).toFixed(1)} %`].map((text) => String(text).padStart(10)).join('')}\n`,
  );
  if (growth > MOST_GROWTH) process.exitCode = 1;
}
