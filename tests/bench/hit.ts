/**
 * How fast a HIT of the edge is, at the socket (`direct`) and without (`edge`), against a bare `http` server, Express and nginx's cache that
 * send the same bytes, and a bare `net` server that reads no request: each in a process of its own on one core, the generator on the other,
 * in interleaved rounds. Prints ratios; absolute figures depend on the machine, and on a busy one CPU per answer says more than answers per
 * second, which the generator limits too. At last what an unused connection holds in memory.
 *
 *   node tests/bench/hit.ts [rounds] [milliseconds a round]
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { installedNginx } from '../support/nginx.ts';
import { cpuOf, residentOf, startNginxCache } from './hit-nginx.ts';
import { holdIdle, runLoad } from './keep-alive-load.ts';
import { median } from './timing.ts';

const rounds = Number(process.argv[2] ?? 8);
const roundMs = Number(process.argv[3] ?? 1_000);
const CONNECTIONS = 32;
const IDLE = 2_000;
const SERVERS = ['bare', 'express', 'edge', 'direct', 'net', 'nginx'] as const;
const ANSWERS = ['br', 'browser', 'gzip', 'identity', '304'] as const;
type Server = (typeof SERVERS)[number];
type Answer = (typeof ANSWERS)[number];

/** As Chrome sends it, with the codings of the other requests. */
const BROWSER_REQUEST = `${[
  'GET / HTTP/1.1',
  'Host: site.test',
  'Connection: keep-alive',
  'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile: ?0',
  'sec-ch-ua-platform: "Windows"',
  'Upgrade-Insecure-Requests: 1',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-User: ?1',
  'Sec-Fetch-Dest: document',
  'Referer: https://site.test/noticias',
  'Accept-Encoding: gzip, deflate, br',
  'Accept-Language: pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
].join('\r\n')}\r\n\r\n`;

const HEAD = 'GET / HTTP/1.1\r\nHost: site.test\r\nAccept: text/html\r\nUser-Agent: bench\r\n';
const REQUESTS: Readonly<Record<Answer, string>> = {
  br: `${HEAD}Accept-Encoding: gzip, deflate, br\r\n\r\n`,
  browser: BROWSER_REQUEST,
  gzip: `${HEAD}Accept-Encoding: gzip\r\n\r\n`,
  identity: `${HEAD}\r\n`,
  '304': `${HEAD}Accept-Encoding: gzip, deflate, br\r\nIf-None-Match: "0123456789abcdef-br"\r\n\r\n`,
};

interface Running {
  readonly ports: Readonly<Record<Answer, number>>;
  readonly cpuMicroseconds: () => Promise<number>;
  readonly residentBytes: () => Promise<number>;
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
  const child = fork(path.join(import.meta.dirname, 'hit-server.ts'), [server], { execArgv: ['--expose-gc'] });
  const [ports] = (await once(child, 'message')) as [Omit<Running['ports'], 'browser'>];
  pin(child.pid, '0');
  if (server === 'edge' || server === 'direct') await warm(ports.br);
  const ask = async (question: 'usage' | 'memory'): Promise<Usage> => {
    child.send(question);
    const [message] = (await once(child, 'message')) as [Usage];
    return message;
  };
  return {
    ports: { ...ports, browser: ports.br },
    cpuMicroseconds: async () => (await ask('usage')).cpuMicroseconds,
    residentBytes: async () => (await ask('memory')).residentBytes,
    stop: () => child.disconnect(),
  };
}

/** Its cache is filled by the edge; null where nginx is not installed. */
async function startCache(edge: Running): Promise<Running | null> {
  const program = installedNginx();
  if (program === undefined) return null;
  const { port, worker, stop } = await startNginxCache(program, edge.ports.br);
  pin(worker, '0');
  await warm(port);
  return {
    ports: { br: port, browser: port, gzip: port, identity: port, '304': port },
    cpuMicroseconds: () => cpuOf(worker),
    residentBytes: () => residentOf(worker),
    stop,
  };
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
  const before = await running.cpuMicroseconds();
  const load = { port: running.ports[answer], request: REQUESTS[answer], connections: CONNECTIONS, milliseconds: roundMs };
  const answers = await runLoad(load);
  const after = await running.cpuMicroseconds();
  return { perSecond: (answers * 1_000) / roundMs, cpu: (after - before) / answers };
}

const pinned = pin(process.pid, '1');
const edge = await start('edge');
const running: Readonly<Record<Server, Running | null>> = {
  bare: await start('bare'),
  express: await start('express'),
  edge,
  direct: await start('direct'),
  net: await start('net'),
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
    `${answer} ${server}`.padEnd(17),
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
process.stdout.write('                  to bare: CPU, answers/s    to nginx: CPU, answers/s   its own best\n');
for (const answer of ANSWERS) for (const server of SERVERS) if (running[server] !== null) process.stdout.write(`${line(answer, server)}\n`);
for (const [server, one] of Object.entries(running)) {
  if (one === null) continue;
  const before = await one.residentBytes();
  const release = await holdIdle({ port: one.ports['304'], request: REQUESTS['304'], connections: IDLE });
  const held = (await one.residentBytes()) - before;
  release();
  process.stdout.write(
    `${server}: ${Math.round(before / 1024 / 1024)} MB resident, ${(held / IDLE / 1024).toFixed(1)} KB for each of ${IDLE} unused connections\n`,
  );
  one.stop();
}
