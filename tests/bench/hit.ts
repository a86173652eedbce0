/**
 * How much of a bare `http` server's speed a HIT of the edge has: the same bytes from both and from Express alone, each in a process of its
 * own on one core, the generator on the other, in interleaved rounds. Prints ratios; absolute figures depend on the machine, and on a busy
 * one CPU per answer says more than answers per second.
 *
 *   node tests/bench/hit.ts [rounds] [milliseconds a round]
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { runLoad } from './keep-alive-load.ts';
import { median } from './timing.ts';

const rounds = Number(process.argv[2] ?? 8);
const roundMs = Number(process.argv[3] ?? 1_000);
const CONNECTIONS = 32;
const SERVERS = ['bare', 'edge', 'express'] as const;
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
  readonly child: ChildProcess;
  readonly ports: Readonly<Record<Answer, number>>;
}

interface Usage {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

interface Measured {
  readonly perSecond: number;
  readonly cpu: number;
}

async function start(server: Server): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'hit-server.ts'), [server]);
  const [ports] = (await once(child, 'message')) as [Running['ports']];
  pin(child.pid, '0');
  if (server === 'edge') await warm(ports.br);
  return { child, ports };
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

async function usage({ child }: Running): Promise<Usage> {
  child.send('usage');
  const [message] = (await once(child, 'message')) as [Usage];
  return message;
}

async function measure(running: Running, answer: Answer): Promise<Measured> {
  const before = await usage(running);
  const load = { port: running.ports[answer], request: REQUESTS[answer], connections: CONNECTIONS, milliseconds: roundMs };
  const answers = await runLoad(load);
  const after = await usage(running);
  return { perSecond: (answers * 1_000) / roundMs, cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / answers };
}

const pinned = pin(process.pid, '1');
const running = { bare: await start('bare'), edge: await start('edge'), express: await start('express') };
const measured = new Map<string, Measured[]>();
for (let round = 0; round <= rounds; round += 1) {
  for (const answer of ANSWERS) {
    for (const server of SERVERS) {
      const one = await measure(running[server], answer);
      // The first round warms up.
      if (round > 0) measured.set(answer + server, [...(measured.get(answer + server) ?? []), one]);
    }
  }
}

/** Ratios of one server's rounds to the same rounds of the bare one, which other work on the machine disturbed alike. */
function pairs(own: readonly number[], bare: readonly number[]): readonly number[] {
  return own.map((value, round) => value / (bare[round] ?? Number.NaN));
}

/** What one server does of one kind of answer, as ratios to the bare one: above 1 is better than bare. */
function line(answer: Answer, server: Server): string {
  const own = measured.get(answer + server) ?? [];
  const bare = measured.get(`${answer}bare`) ?? [];
  const rates = (of: readonly Measured[]): readonly number[] => of.map(({ perSecond }) => perSecond);
  const costs = (of: readonly Measured[]): readonly number[] => of.map(({ cpu }) => cpu);
  const ratio = (value: number): string => value.toFixed(2).padStart(6);
  return [
    `${answer} ${server}`.padEnd(14),
    ratio(median(pairs(costs(bare), costs(own)))),
    ratio(Math.min(...costs(bare)) / Math.min(...costs(own))),
    '  ',
    ratio(median(pairs(rates(own), rates(bare)))),
    ratio(Math.max(...rates(own)) / Math.max(...rates(bare))),
    '  ',
    `${Math.min(...costs(own))
      .toFixed(1)
      .padStart(6)} µs`,
    `${Math.round(Math.max(...rates(own)))}/s`.padStart(9),
  ].join(' ');
}

process.stdout.write(
  `${rounds} rounds of ${roundMs} ms, ${pinned ? 'pinned' : 'not pinned'}; ratios to bare, median of the rounds and best of each\n`,
);
process.stdout.write('answer           CPU per answer    answers per s    its own best\n');
for (const answer of ANSWERS) for (const server of SERVERS) process.stdout.write(`${line(answer, server)}\n`);
for (const [server, one] of Object.entries(running)) {
  const { residentBytes } = await usage(one);
  process.stdout.write(`${server}: ${Math.round(residentBytes / 1024 / 1024)} MB resident\n`);
  one.child.disconnect();
}
