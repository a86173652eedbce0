/**
 * CPU of one render of a page, as a ratio to a minimal hand-written Express and React server that streams the same markup from plain
 * elements. Each server in a process of its own on one core, the generator on the other, in interleaved rounds. Needs `npm run build`.
 *
 *   node tests/bench/pages/miss.ts [--rounds 20] [--address /] [--only one-go,minimal] [--data <directory to keep>]
 *
 * `one-go`: all data ready, the settled document sent and stored at once. `streamed`: data that comes later, streamed and then settled.
 * `embedded`: one go or streamed, as it comes from the site's own database, whose work (in a thread) counts as well. `kept`: the same with
 * the results of its operations kept in process. `postgres`: from a server, whose own work does not count.
 * `-rendered`: with all parts rendered that are otherwise written from memory (client/fast).
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SERVER_FLAGS } from '../../../server/tooling/server-process.ts';
import { serverBinaries, startServer } from '../../support/postgres-server.ts';
import { median } from '../timing.ts';
import { saveMissData } from './miss-data.ts';

const KINDS = ['minimal', 'one-go', 'one-go-rendered', 'streamed', 'streamed-rendered', 'kept', 'embedded', 'postgres'];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    address: { type: 'string', default: '/' },
    only: { type: 'string', default: KINDS.join() },
    data: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
  },
});

/** Short, so that what else the machine does falls on all servers alike; ratios are of neighbours in time. */
const ROUND_MS = 600;
/**
 * Pages that each server makes before it is measured. V8 goes on to compile what it runs for some thousands of pages, so servers that had been
 * warmed for the same time would be compared at different ages.
 */
const WARM_UP_ANSWERS = 4_000;
/** Enough to keep the server's core busy, few enough not to queue up. */
const CONNECTIONS = 4;

interface Running {
  readonly kind: string;
  readonly child: ChildProcess;
  readonly port: number;
}

async function start(kind: string, file: string, directory: string): Promise<Running> {
  const profile = values.profile === kind ? ['--cpu-prof', '--cpu-prof-dir', tmpdir()] : [];
  const child = fork(path.join(import.meta.dirname, 'miss-server.ts'), [kind, file, directory, values.address], {
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: postgres?.connectionString },
    execArgv: [...SERVER_FLAGS, ...profile],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  pin(child.pid, '0');
  return { kind, child, port: message.port };
}

/** Of util-linux. */
const TASKSET = 'taskset';

function pin(pid: number | undefined, core: string): boolean {
  return pid !== undefined && spawnSync(TASKSET, ['-acp', core, String(pid)], { stdio: 'ignore' }).status === 0;
}

async function cpuMicroseconds({ child }: Running): Promise<number> {
  child.send('usage');
  const [message] = (await once(child, 'message')) as [{ cpuMicroseconds: number }];
  return message.cpuMicroseconds;
}

/** Asks on kept connections while `isWanted` says so of the number of whole answers, which it returns. */
async function load({ port }: Running, isWanted: (answers: number) => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let answers = 0;
  const worker = async (): Promise<void> => {
    while (isWanted(answers)) {
      await ask(agent, port);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return answers;
}

function ask(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get({ agent, port, host: '127.0.0.1', path: values.address, headers: { Accept: 'text/html' } }, (message) => {
      if (message.statusCode !== 200) reject(new Error(`status ${message.statusCode}`));
      message.resume();
      message.once('end', resolve);
    });
    sent.once('error', reject);
  });
}

/** A directory is of one process, so every server but one gets a copy, before any has opened it. */
async function databaseOf(kind: string): Promise<string> {
  if (kind === 'embedded') return database;
  const own = path.join(directory, `database-${kind}`);
  // The lock of the first process is a socket, which cannot be copied.
  if (kind === 'kept') await cp(database, own, { recursive: true, force: true, filter: (name) => !name.endsWith('.sock') });
  return own;
}

const kinds = values.only.split(',');
const directory = values.data === '' ? await mkdtemp(path.join(tmpdir(), 'medida-')) : path.resolve(values.data);
const file = path.join(directory, 'home.json');
const database = path.join(directory, 'database');
if (!existsSync(file)) await saveMissData(database, [values.address], file);
const pinned = pin(process.pid, '1');
const servers: Running[] = [];
const postgres = kinds.includes('postgres') ? await startServer(await serverBinaries()) : undefined;
const databases = await Promise.all(kinds.map(databaseOf));
for (const [index, kind] of kinds.entries()) servers.push(await start(kind, file, databases[index] ?? ''));
const costs = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
for (const server of servers) await load(server, (answers) => answers < WARM_UP_ANSWERS);
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const server of servers) {
    const before = await cpuMicroseconds(server);
    const end = performance.now() + ROUND_MS;
    const answers = await load(server, () => performance.now() < end);
    const after = await cpuMicroseconds(server);
    costs.get(server.kind)?.push((after - before) / answers);
  }
}
const base = costs.get('minimal') ?? [];
process.stdout.write(`${values.address}, ${values.rounds} rounds, ${pinned ? 'pinned' : 'not pinned'}; CPU per answer\n`);
for (const [kind, found] of costs) {
  const ratios = found.map((cost, round) => (base[round] ?? Number.NaN) / cost);
  const ratio = base.length === 0 ? '' : `, ${median(ratios).toFixed(2)} of minimal's speed`;
  const best = Math.round(Math.min(...found));
  process.stdout.write(`${kind.padEnd(26)} median ${Math.round(median(found))} µs, best ${best} µs${ratio}\n`);
}
for (const { child } of servers) child.disconnect();
await postgres?.stop();
if (values.data === '') await rm(directory, { recursive: true, force: true });
