/**
 * Two replicas of the built site on one Postgres and one Redis behind nginx, under constant load: how soon both show a change; how soon after the return
 * of the shared cache the other one shows what a purge by call has changed meanwhile; and what visitors get while the database is stopped. `node tests/bench/replicas.ts [seconds of the outage, 60]`. tests/e2e/replicas.test.ts has the rest.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { installedNginx, startBalancer } from '../support/nginx.ts';
import { serverBinaries, startServer } from '../support/postgres-server.ts';
import { changeNews, changeNewsUnheard, NEWS_PATH, PATHS, writeContent } from '../support/replicas/content.ts';
import { Visitors } from '../support/replicas/visitors.ts';
import { installedRedis, startRedis } from '../support/shared-medium/redis-server.ts';
import { type RunningSite, startSite } from '../support/site.ts';

const CHANGES = 20;
const CACHE_OUTAGES = 10;
const CACHE_OUTAGE_MS = 3_000;
const TOKEN = 'token-dos-operadores';
const outageSeconds = Number(process.argv[2] ?? 60);
const program = installedNginx();
const redisProgram = installedRedis();
if (program === undefined || redisProgram === undefined) throw new Error('nginx or Redis is not installed');

/** Milliseconds from the commit of a change until the page of each replica shows it. */
async function changeLatency(database: string, replicas: readonly RunningSite[], headline: string): Promise<number> {
  await changeNews(database, headline);
  const committedAt = performance.now();
  await allShow(replicas, headline);
  return performance.now() - committedAt;
}

async function allShow(replicas: readonly RunningSite[], headline: string): Promise<void> {
  const shows = async ({ url }: RunningSite): Promise<void> => {
    while (!(await (await fetch(url + NEWS_PATH)).text()).includes(headline)) await wait(1);
  };
  await Promise.all(replicas.map(shows));
}

/** Milliseconds from the return of the shared cache until all replicas show what one of them was told to purge without it. */
async function purgeLatency(replicas: readonly RunningSite[], headline: string): Promise<number> {
  await redis.halt();
  await wait(CACHE_OUTAGE_MS);
  await changeNewsUnheard(postgres.connectionString, headline);
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  await fetch(`${replicas[0]?.url}/_edge/purge`, { method: 'POST', headers, body: JSON.stringify({ url: NEWS_PATH, mode: 'hard' }) });
  await redis.resume();
  const returnedAt = performance.now();
  await allShow(replicas, headline);
  return performance.now() - returnedAt;
}

async function readiness(replicas: readonly RunningSite[]): Promise<string> {
  const answers = await Promise.all(replicas.map(({ url }) => fetch(`${url}/health/ready`)));
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { status: string; reasons: string[] }[];
  return bodies.map(({ status, reasons }, n) => `${answers[n]?.status} ${[status, ...reasons].join(', ')}`).join(' | ');
}

const postgres = await startServer(await serverBinaries());
const redis = await startRedis(redisProgram);
const environment = {
  SITE_URL: 'http://www.instituto.example',
  DATABASE_URL: postgres.connectionString,
  CACHE_URL: redis.url,
  PURGE_TOKEN: TOKEN,
  DEMO_CONTENT: 'off',
  TRUST_PROXY: '1',
};
const first = await startSite({ environment });
await writeContent(postgres.connectionString);
const replicas = [first, await startSite({ environment })];
const ports = replicas.map(({ url }) => Number(new URL(url).port));
const balancer = await startBalancer(program, ports);
const visitors = new Visitors({ url: balancer.url, paths: PATHS, count: 3, buildOf: () => 'one', isRight: () => true });
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
try {
  visitors.during = 'changes';
  for (const { url } of replicas) for (const path of PATHS) await (await fetch(url + path)).arrayBuffer();
  visitors.start();
  await visitors.more(50);
  const latencies: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) latencies.push(await changeLatency(postgres.connectionString, replicas, `Mudança ${n}.`));
  latencies.sort((a, b) => a - b);
  print(`change seen by both: median ${latencies[CHANGES / 2]?.toFixed(0)} ms, largest ${latencies.at(-1)?.toFixed(0)} ms of ${CHANGES}`);
  visitors.during = 'outages of the shared cache';
  const afterReturn: number[] = [];
  for (let n = 0; n < CACHE_OUTAGES; n += 1) afterReturn.push(await purgeLatency(replicas, `Limpeza ${n}.`));
  afterReturn.sort((a, b) => a - b);
  print(
    `purge seen by both after the shared cache is back: median ${afterReturn[CACHE_OUTAGES / 2]?.toFixed(0)} ms, largest ${afterReturn.at(-1)?.toFixed(0)} ms`,
  );
  await visitors.more(100);
  visitors.during = 'the outage';
  const before = visitors.loads();
  await postgres.halt();
  for (let second = 0; second < outageSeconds; second += 10) {
    await wait(Math.min(10, outageSeconds - second) * 1_000);
    print(`readiness after ${Math.min(outageSeconds, second + 10)} s: ${await readiness(replicas)}`);
  }
  print(`loads during the outage: ${visitors.loads() - before}`);
  await postgres.resume();
  print(`first change after it: ${(await changeLatency(postgres.connectionString, replicas, 'De volta.')).toFixed(0)} ms`);
  print(`readiness: ${await readiness(replicas)}`);
} finally {
  await visitors.leave();
  print(`loads: ${visitors.loads()}, failed requests: ${visitors.failures.length}\n${visitors.failures.slice(0, 20).join('\n')}`);
  await balancer.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
  await redis.stop();
  await postgres.stop();
}
