/**
 * How fast a HIT of the edge is, at the socket (`direct`) and without (`edge`), against a bare `http` server, Express and nginx's cache that
 * send the same bytes: each in a process of its own on one core, the generator on the other, in interleaved rounds. Prints ratios; absolute
 * figures depend on the machine, and on a busy one CPU per answer says more than answers per second, which the generator limits too.
 *
 *   node tests/bench/hit.ts [rounds] [milliseconds a round]
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { installedNginx } from '../support/nginx.ts';
import { cpuOf, startNginxCache } from './hit-nginx.ts';
import { runLoad } from './keep-alive-load.ts';
import { median } from './timing.ts';

const rounds = Number(process.argv[2] ?? 8);
const roundMs = Number(process.argv[3] ?? 1_000);
const CONNECTIONS = 32;
const SERVERS = ['bare', 'express', 'edge', 'direct', 'nginx'] as const;
const ANSWERS = ['br', 'gzip', '304'] as const;
type Server = (typeof SERVERS)[number];
type Answer = (typeof ANSWERS)[number];

const HEAD = 'GET / HTTP/1.1\r\nHost: site.test\r\nAccept: text/html\r\nUser-Agent: bench\r\n';
const REQUESTS: Readonly<Record<Answer, string>> = {
  br: `${HEAD}Accept-Encoding: gzip, deflate, br\r\n\r\n`,
  gzip: `${HEAD}Accept-Encoding: gzip\r\n\r\n`,
  '304': `${HEAD}Accept-Encoding: gzip, deflate, br\r\nIf-None-Match: "0123456789abcdef-br"\r\n\r\n`,
};

interface Running {
  readonly ports: Readonly<Record<Answer, number>>;
  readonly usage: () => Promise<Usage>;
  readonly stop: () => void;
}

interface Usage {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

interface Measured {
  readonly perSecond: number;
  readonly cpu: number;
}

async function start(server: Exclude<Server, 'nginx'>): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'hit-server.ts'), [server]);
  const [ports] = (await once(child, 'message')) as [Running['ports']];
  pin(child.pid, '0');
  if (server === 'edge' || server === 'direct') await warm(ports.br);
  const usage = async (): Promise<Usage> => {
    child.send('usage');
    const [message] = (await once(child, 'message')) as [Usage];
    return message;
  };
  return { ports, usage, stop: () => child.disconnect() };
}

/** Its cache is filled by the edge; null where nginx is not installed. */
async function startCache(edge: Running): Promise<Running | null> {
  const program = installedNginx();
  if (program === undefined) return null;
  const { port, worker, stop } = await startNginxCache(program, edge.ports.br);
  pin(worker, '0');
  await warm(port);
  const usage = async (): Promise<Usage> => ({ cpuMicroseconds: await cpuOf(worker), residentBytes: 0 });
  return { ports: { br: port, gzip: port, '304': port }, usage, stop };
}

/** Asks until the edge has stored the page and made its encodings, which it does beside answering. */
async function warm(port: number): Promise<void> {
  for (const coding of ['br', 'gzip']) {
    while ((await codingOf(port, coding)) !== coding) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function codingOf(port: number, accepted: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', agent: false, headers: { host: 'site.test', 'accept-encoding': accepted } });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.resume();
      const stored = incoming.headers['cache-status']?.includes('hit') === true;
      incoming.once('end', () => resolve(stored ? incoming.headers['content-encoding'] : undefined));
    });
    outgoing.end();
  });
}

/** Of util-linux. */
const TASKSET = 'taskset';

/** Without it, or with one core, the figures say less; the ratio still holds roughly, as all share alike. */
function pin(pid: number | undefined, core: string): boolean {
  return pid !== undefined && spawnSync(TASKSET, ['-acp', core, String(pid)], { stdio: 'ignore' }).status === 0;
}

async function measure(running: Running, answer: Answer): Promise<Measured> {
  const before = await running.usage();
  const load = { port: running.ports[answer], request: REQUESTS[answer], connections: CONNECTIONS, milliseconds: roundMs };
  const answers = await runLoad(load);
  const after = await running.usage();
  return { perSecond: (answers * 1_000) / roundMs, cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / answers };
}

const pinned = pin(process.pid, '1');
const edge = await start('edge');
const running: Readonly<Record<Server, Running | null>> = {
  bare: await start('bare'),
  express: await start('express'),
  edge,
  direct: await start('direct'),
  nginx: await startCache(edge),
};
const measured = new Map<string, Measured[]>();
for (let round = 0; round <= rounds; round += 1) {
  for (const answer of ANSWERS) {
    for (const server of SERVERS) {
      const subject = running[server];
      if (subject === null) continue;
      const one = await measure(subject, answer);
      // The first round warms up.
      if (round > 0) measured.set(answer + server, [...(measured.get(answer + server) ?? []), one]);
    }
  }
}

/** Ratios of one server's rounds to the same rounds of another, which other work on the machine disturbed alike. */
function pairs(own: readonly number[], other: readonly number[]): readonly number[] {
  return own.map((value, round) => value / (other[round] ?? Number.NaN));
}

/** What one server does of one kind of answer, as ratios to another: above 1 is better than the other. */
function ratios(own: readonly Measured[], other: readonly Measured[]): string {
  const rates = (of: readonly Measured[]): readonly number[] => of.map(({ perSecond }) => perSecond);
  const costs = (of: readonly Measured[]): readonly number[] => of.map(({ cpu }) => cpu);
  return [
    median(pairs(costs(other), costs(own))),
    Math.min(...costs(other)) / Math.min(...costs(own)),
    median(pairs(rates(own), rates(other))),
    Math.max(...rates(own)) / Math.max(...rates(other)),
  ]
    .map((value) => value.toFixed(2).padStart(6))
    .join('');
}

function line(answer: Answer, server: Server): string {
  const own = measured.get(answer + server) ?? [];
  const costs = own.map(({ cpu }) => cpu);
  const rates = own.map(({ perSecond }) => perSecond);
  return [
    `${answer} ${server}`.padEnd(14),
    ratios(own, measured.get(`${answer}bare`) ?? []),
    '  ',
    ratios(own, measured.get(`${answer}nginx`) ?? []),
    '  ',
    `${Math.min(...costs)
      .toFixed(1)
      .padStart(6)} µs`,
    `${Math.round(Math.max(...rates))}/s`.padStart(9),
  ].join(' ');
}

process.stdout.write(
  `${rounds} rounds of ${roundMs} ms, ${pinned ? 'pinned' : 'not pinned'}; each ratio by the median of the rounds and by the best\n`,
);
process.stdout.write('               to bare: CPU, answers/s    to nginx: CPU, answers/s   its own best\n');
for (const answer of ANSWERS) for (const server of SERVERS) if (running[server] !== null) process.stdout.write(`${line(answer, server)}\n`);
for (const [server, one] of Object.entries(running)) {
  const { residentBytes = 0 } = (await one?.usage()) ?? {};
  if (residentBytes > 0) process.stdout.write(`${server}: ${Math.round(residentBytes / 1024 / 1024)} MB resident\n`);
  one?.stop();
}
