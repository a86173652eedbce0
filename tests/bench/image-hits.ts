/**
 * Answers a second for a picture that is already made, against a bare `http` server that sends the same bytes and fields: `reading`: a bare
 * server that reads the bytes from a file for each answer; `edge`: from the edge in front of the service; `disk`: by the service, of a public file; `known`: of a stored file whose description is kept in process;
 * `asked`: of one for which the database is asked each time. One process each, interleaved rounds; on a busy machine the best of each says
 * more. CPU is that of the process.
 *
 *   node tests/bench/image-hits.ts [rounds] [milliseconds a round]
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PUBLIC_CALLER } from '../../server/backend/backend.ts';
import { createResultCaches } from '../../server/result-caches.ts';
import { fileUrl } from '../../shared/files/file-url.ts';
import { imageUrl } from '../../shared/images/image-url.ts';
import { edgeBefore, listen, photograph, pictureService, publish } from './image-subjects.ts';
import { runLoad } from './keep-alive-load.ts';
import { openDemonstration } from './pages/miss-data.ts';
import { median } from './timing.ts';

/** Of util-linux; where it is missing, servers share the cores. */
const TASKSET = 'taskset';

const SERVERS = ['bare', 'reading', 'edge', 'disk', 'known', 'asked'] as const;
type Server = (typeof SERVERS)[number];
const PUBLIC_PICTURE = '/foto-0.jpg';

function requestFor(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: site.test\r\nAccept: image/avif,image/webp,*/*\r\n\r\n`;
}

const [first, second] = process.argv.slice(2);
if (first !== undefined && isServer(first)) await serve(first, second ?? '');
else await measure(Number(first ?? 8), Number(second ?? 1_000));

function isServer(text: string): text is Server {
  return SERVERS.some((server) => server === text);
}

/** In a process of its own. */
async function serve(server: Server, directory: string): Promise<void> {
  const { source, options } = await storedPicture(server, directory);
  const target = imageUrl(source, 640, 60);
  const disk = { directory: path.join(directory, server), bytes: 10_000_000 };
  const { images, listener } = pictureService(directory, { disk, ...options });
  const service = await listen(listener);
  const made = await fetch(`http://127.0.0.1:${service.port}${target}`, { headers: { accept: 'image/avif' } });
  const bytes = Buffer.from(await made.arrayBuffer());
  await images.settled();
  const copy = path.join(directory, `${server}.copy`);
  await writeFile(copy, bytes);
  const subjects: Readonly<Record<Server, () => RequestListener>> = {
    disk: () => listener,
    known: () => listener,
    asked: () => listener,
    edge: () => edgeBefore(listener),
    bare: () => bareServer([...made.headers], () => bytes),
    reading: () => bareServer([...made.headers], () => readFile(copy)),
  };
  const { port } = await listen(subjects[server]());
  process.send?.({ port, target, bytes: bytes.length });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system });
  });
}

type ServiceOptions = Omit<NonNullable<Parameters<typeof pictureService>[1]>, 'disk'>;

/** A picture of the demonstration for the servers that have a database, which no other process may open; otherwise the public one. */
async function storedPicture(server: Server, directory: string): Promise<{ readonly source: string; readonly options: ServiceOptions }> {
  if (server !== 'known' && server !== 'asked') return { source: PUBLIC_PICTURE, options: {} };
  const backend = await openDemonstration(path.join(directory, `database-${server}`));
  const query = '{ noticia(where: {imagem: {id: {_is_null: false}}}, order_by: {id: asc}, limit: 1) { imagem { id } } }';
  const answer = await backend.execute({ query }, { caller: PUBLIC_CALLER });
  const id = answer.kind === 'data' ? /"id" ?: ?"([^"]+)"/.exec(answer.json)?.[1] : undefined;
  if (id === undefined) throw new Error('the demonstration has no news item with a picture');
  const files = server === 'known' ? createResultCaches({ secondsUntilNext: () => undefined }).files : undefined;
  return { source: fileUrl(id), options: { backend, files } };
}

function bareServer(headers: readonly (readonly [string, string])[], body: () => Buffer | Promise<Buffer>): RequestListener {
  const hopByHop = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);
  const fields = headers.filter(([name]) => !hopByHop.has(name)).flat();
  return (_req, res) => {
    const send = (bytes: Buffer): void => void res.writeHead(200, fields).end(bytes);
    const held = body();
    if (Buffer.isBuffer(held)) send(held);
    else void held.then(send);
  };
}

async function measure(rounds: number, milliseconds: number): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-imagens-'));
  await publish(directory, 'foto', await photograph(2080, 1024), 1);
  pin(process.pid, '1');
  const running = new Map<Server, Running>();
  for (const server of SERVERS) {
    const child = fork(import.meta.filename, [server, directory]);
    const [message] = (await once(child, 'message')) as [{ port: number; target: string; bytes: number }];
    pin(child.pid, '0');
    running.set(server, { child, port: message.port, request: requestFor(message.target) });
    process.stdout.write(`${server}: ${message.bytes} bytes of AVIF, ${rounds} rounds of ${milliseconds} ms\n`);
  }
  const rates = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  const costs = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [server, { child, port, request }] of running) {
      const before = await cpuMicroseconds(child);
      const answers = await runLoad({ port, request, connections: 32, milliseconds });
      const cost = ((await cpuMicroseconds(child)) - before) / answers;
      if (round > 0) rates.get(server)?.push((answers * 1_000) / milliseconds);
      if (round > 0) costs.get(server)?.push(cost);
    }
  }
  for (const server of SERVERS) {
    report(server, rates.get(server) ?? [], rates.get('bare') ?? []);
    process.stdout.write(`      CPU ${Math.round(median(costs.get(server) ?? []))} µs, ${cpuRatio(costs, server)} of bare\n`);
  }
  for (const { child } of running.values()) child.kill();
  await rm(directory, { recursive: true });
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly request: string;
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  child.send('usage');
  const [message] = (await once(child, 'message')) as [{ cpuMicroseconds: number }];
  return message.cpuMicroseconds;
}

/** The CPU of a bare server as a share of a server's, by neighbouring rounds. */
function cpuRatio(costs: ReadonlyMap<Server, readonly number[]>, server: Server): string {
  const bare = costs.get('bare') ?? [];
  return median((costs.get(server) ?? []).map((cost, round) => (bare[round] ?? Number.NaN) / cost)).toFixed(2);
}

function report(server: Server, own: readonly number[], bare: readonly number[]): void {
  const pairs = own.map((value, round) => value / (bare[round] ?? Number.NaN));
  const best = Math.max(...own) / Math.max(...bare);
  process.stdout.write(
    `${server.padEnd(5)} median ${median(pairs).toFixed(2)}, best ${best.toFixed(2)}, ${Math.round(Math.max(...own))}/s\n`,
  );
}

function pin(pid: number | undefined, core: string): void {
  if (pid !== undefined) spawnSync(TASKSET, ['-acp', core, String(pid)], { stdio: 'ignore' });
}
