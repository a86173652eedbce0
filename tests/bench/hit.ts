/**
 * How much of a bare `http` server's speed a HIT of the edge has: the same bytes from both, each in a process of its own on one core, the
 * generator on the other, in interleaved rounds. Prints ratios; absolute figures depend on the machine.
 *
 *   node tests/bench/hit.ts [rounds] [body bytes]
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { runLoad } from './keep-alive-load.ts';
import { median } from './timing.ts';

const rounds = Number(process.argv[2] ?? 5);
const size = process.argv[3] ?? '6000';
const ROUND_MS = 3_000;
const HEAD = 'GET / HTTP/1.1\r\nHost: site.test\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nUser-Agent: bench\r\n';
const SUBJECTS = [
  { name: 'bare', kind: 'bare', request: `${HEAD}\r\n` },
  { name: 'edge hit', kind: 'edge', request: `${HEAD}\r\n` },
  { name: 'edge 304', kind: 'edge', request: `${HEAD}If-None-Match: "0123456789abcdef"\r\n\r\n` },
] as const;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

async function start(kind: string): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'hit-server.ts'), [kind, size]);
  const [message] = (await once(child, 'message')) as [{ port: number }];
  pin(child.pid, '0');
  return { child, port: message.port };
}

/** Of util-linux. */
const TASKSET = 'taskset';

/** Without it, or with one core, the figures say less; the ratio still holds roughly, as all share alike. */
function pin(pid: number | undefined, core: string): boolean {
  return pid !== undefined && spawnSync(TASKSET, ['-acp', core, String(pid)], { stdio: 'ignore' }).status === 0;
}

async function usage({ child }: Running): Promise<{ readonly cpuMicroseconds: number; readonly residentBytes: number }> {
  child.send('usage');
  const [message] = (await once(child, 'message')) as [{ cpuMicroseconds: number; residentBytes: number }];
  return message;
}

const pinned = pin(process.pid, '1');
const servers = new Map([
  ['bare', await start('bare')],
  ['edge', await start('edge')],
]);
const rates = new Map<string, number[]>(SUBJECTS.map(({ name }) => [name, []]));
const costs = new Map<string, number[]>(SUBJECTS.map(({ name }) => [name, []]));
for (let round = 0; round <= rounds; round += 1) {
  for (const { name, kind, request } of SUBJECTS) {
    const server = servers.get(kind);
    if (server === undefined) throw new Error(`no server ${kind}`);
    const before = await usage(server);
    const answers = await runLoad({ port: server.port, request, connections: 32, milliseconds: ROUND_MS });
    const after = await usage(server);
    // The first round warms up.
    if (round === 0) continue;
    rates.get(name)?.push((answers * 1_000) / ROUND_MS);
    costs.get(name)?.push((after.cpuMicroseconds - before.cpuMicroseconds) / answers);
  }
}
const bareRate = Math.max(...(rates.get('bare') ?? []));
const bareCost = Math.min(...(costs.get('bare') ?? []));
process.stdout.write(`${rounds} rounds, ${size} bytes, ${pinned ? 'pinned' : 'not pinned'}\n`);
for (const { name } of SUBJECTS) {
  const best = Math.max(...(rates.get(name) ?? []));
  const cost = Math.min(...(costs.get(name) ?? []));
  const middle = median(rates.get(name) ?? []);
  process.stdout.write(
    `${name.padEnd(10)} best ${Math.round(best)}/s (${(best / bareRate).toFixed(3)} of bare), median ${Math.round(middle)}/s, ` +
      `${cost.toFixed(1)} µs CPU (${(bareCost / cost).toFixed(3)} of bare)\n`,
  );
}
for (const { child } of servers.values()) child.disconnect();
