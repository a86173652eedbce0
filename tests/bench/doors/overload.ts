/**
 * A site that is asked for five times the renders that it can do, each from an address of its own behind a trusted proxy, for a minute: what readers of
 * a stored page get meanwhile, against before; what becomes of the renders; how much memory it takes; and how soon it is itself again.
 *
 *   node tests/bench/doors/overload.ts [--seconds 60] [--times 5] [--hits 200] [--on pglite,postgres]
 *
 * Needs a build. The capacity is what eight visitors who ask without a pause get rendered in ten seconds. The visitors and the site share the machine.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { postgresForTests } from '../../support/postgres.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { percentile } from '../timing.ts';

/** A reader who has waited longer has gone. */
const PATIENCE_MS = 1_000;
const CAPACITY_SECONDS = 10;
const CAPACITY_VISITORS = 8;

interface Order {
  readonly url: string;
  /** Requests a second, whether or not the ones before have been answered. */
  readonly rate: number;
  readonly seconds: number;
}

interface Report {
  /** Answers by status; `cut` where there was none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of the answers with 200. */
  readonly times: readonly number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

function ask(url: string, address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent, headers: { Accept: 'text/html', 'X-Forwarded-For': address } }, (incoming) => {
      incoming.resume();
      incoming.once('error', () => resolve(null)).once('end', () => resolve(incoming.statusCode ?? null));
    });
    outgoing.once('error', () => resolve(null)).end();
  });
}

const anyAddress = (): string => `10.${randomBytes(3).join('.')}`;
const rendered = (url: string): string => `${url}/busca?q=${randomBytes(6).toString('hex')}`;

/** Sends requests at an even rate and waits for what is under way at the end. */
async function send({ rate, seconds }: Order, target: () => string): Promise<Report> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  const one = async (): Promise<void> => {
    const startedAt = performance.now();
    const status = await ask(target(), anyAddress());
    statuses[status ?? 'cut'] = (statuses[status ?? 'cut'] ?? 0) + 1;
    if (status === 200) times.push(performance.now() - startedAt);
  };
  const startedAt = performance.now();
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) * rate) / 1_000);
    for (; sent < due; sent += 1) underWay.push(one());
    await pause(5);
  }
  await Promise.all(underWay);
  return { statuses, times };
}

/** The flood comes from a process of its own, so that it does not delay the readers' clock. */
async function flood(order: Order): Promise<Report> {
  const child = fork(fileURLToPath(import.meta.url), ['flood']);
  child.send(order);
  const [report] = (await once(child, 'message')) as [Report];
  child.disconnect();
  return report;
}

async function capacityOf(url: string): Promise<number> {
  const end = performance.now() + CAPACITY_SECONDS * 1_000;
  let answered = 0;
  const visitor = async (): Promise<void> => {
    while (performance.now() < end) if ((await ask(rendered(url), anyAddress())) === 200) answered += 1;
  };
  await Promise.all(Array.from({ length: CAPACITY_VISITORS }, visitor));
  return answered / CAPACITY_SECONDS;
}

async function residentMb({ process: { pid } }: RunningSite): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** Seconds until a page that no client has asked for is rendered again. */
async function recovery(url: string): Promise<number> {
  const startedAt = performance.now();
  while ((await ask(rendered(url), anyAddress())) !== 200) await pause(100);
  return (performance.now() - startedAt) / 1_000;
}

const goodOf = ({ times }: Report): number => times.filter((ms) => ms <= PATIENCE_MS).length;
const figures = ({ times }: Report): string => `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;

async function measure(
  kind: string,
  site: RunningSite,
  { seconds, times, hits }: Record<'seconds' | 'times' | 'hits', number>,
): Promise<void> {
  const { url } = site;
  const stored = (): string => `${url}/`;
  while ((await ask(stored(), anyAddress())) !== 200) await pause(100);
  const capacity = await capacityOf(url);
  const before = await send({ url, rate: hits, seconds: 10 }, stored);
  const [memoryBefore, load] = [await residentMb(site), loadavg()[0]];
  let most = 0;
  const watch = setInterval(() => void residentMb(site).then((mb) => (most = Math.max(most, mb))), 500);
  const flooding = flood({ url, rate: Math.round(capacity * times), seconds });
  const during = await send({ url, rate: hits, seconds }, stored);
  const floodReport = await flooding;
  clearInterval(watch);
  const back = await recovery(url);
  const after = await send({ url, rate: hits, seconds: 10 }, stored);
  const goodput = goodOf(during) / seconds / (goodOf(before) / 10);
  process.stdout.write(
    `${kind}, load average ${load?.toFixed(1)}: capacity ${capacity.toFixed(0)} renders/s, asked for ${Math.round(capacity * times)}/s for ${seconds} s
  stored page, ${hits}/s: before ${figures(before)}; during ${figures(during)}; after ${figures(after)}
  goodput of the stored page (within ${PATIENCE_MS} ms): x${goodput.toFixed(3)} of before; answers ${JSON.stringify(during.statuses)}
  renders: ${JSON.stringify(floodReport.statuses)}, ${((floodReport.statuses['200'] ?? 0) / seconds).toFixed(0)}/s done, ${figures(floodReport)}
  memory ${memoryBefore} MB before, ${most} MB at most, ${await residentMb(site)} MB after; the next render after ${back.toFixed(1)} s\n`,
  );
}

if (process.argv[2] === 'flood') {
  const [order] = (await once(process, 'message')) as [Order];
  process.send?.(await send(order, () => rendered(order.url)));
} else {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      times: { type: 'string', default: '5' },
      hits: { type: 'string', default: '200' },
      on: { type: 'string', default: 'pglite,postgres' },
    },
  });
  const plan = { seconds: Number(values.seconds), times: Number(values.times), hits: Number(values.hits) };
  for (const kind of values.on.split(',')) {
    const postgres = kind === 'postgres' ? await postgresForTests() : null;
    const environment = { TRUST_PROXY: '1', LOG_LEVEL: 'error', ...(postgres === null ? {} : { DATABASE_URL: postgres.connectionString }) };
    const site = await startSite({ environment, readyWithinMs: 300_000 });
    await measure(kind, site, plan);
    await site.stop();
    await postgres?.stop();
  }
  agent.destroy();
}
