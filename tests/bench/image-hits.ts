/**
 * Answers a second for a picture that is already made: from disk by the service, and from the edge in front of it, against a bare `http`
 * server that sends the same bytes and fields. One process each, interleaved rounds; on a busy machine the best of each says more.
 *
 *   node tests/bench/image-hits.ts [rounds] [milliseconds a round]
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageUrl } from '../../shared/images/image-url.ts';
import { edgeBefore, listen, photograph, pictureService, publish } from './image-subjects.ts';
import { runLoad } from './keep-alive-load.ts';
import { median } from './timing.ts';

/** Of util-linux; where it is missing, servers share the cores. */
const TASKSET = 'taskset';

const SERVERS = ['bare', 'edge', 'disk'] as const;
type Server = (typeof SERVERS)[number];
const TARGET = imageUrl('/foto-0.jpg', 640, 60);
const REQUEST = `GET ${TARGET} HTTP/1.1\r\nHost: site.test\r\nAccept: image/avif,image/webp,*/*\r\n\r\n`;

const [first, second] = process.argv.slice(2);
if (first !== undefined && isServer(first)) await serve(first, second ?? '');
else await measure(Number(first ?? 8), Number(second ?? 1_000));

function isServer(text: string): text is Server {
  return SERVERS.some((server) => server === text);
}

/** In a process of its own. */
async function serve(server: Server, directory: string): Promise<void> {
  const { images, listener } = pictureService(directory, { disk: { directory: path.join(directory, server), bytes: 10_000_000 } });
  const service = await listen(listener);
  const made = await fetch(`http://127.0.0.1:${service.port}${TARGET}`, { headers: { accept: 'image/avif' } });
  const bytes = Buffer.from(await made.arrayBuffer());
  await images.settled();
  const subjects: Readonly<Record<Server, () => RequestListener>> = {
    disk: () => listener,
    edge: () => edgeBefore(listener),
    bare: () => bareServer([...made.headers], bytes),
  };
  const { port } = await listen(subjects[server]());
  process.send?.({ port, bytes: bytes.length });
}

function bareServer(headers: readonly (readonly [string, string])[], bytes: Buffer): RequestListener {
  const hopByHop = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);
  const fields = headers.filter(([name]) => !hopByHop.has(name)).flat();
  return (_req, res) => {
    res.writeHead(200, fields);
    res.end(bytes);
  };
}

async function measure(rounds: number, milliseconds: number): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-imagens-'));
  await publish(directory, 'foto', await photograph(2080, 1024), 1);
  pin(process.pid, '1');
  const running = new Map<Server, { readonly child: ChildProcess; readonly port: number }>();
  for (const server of SERVERS) {
    const child = fork(import.meta.filename, [server, directory]);
    const [message] = (await once(child, 'message')) as [{ port: number; bytes: number }];
    pin(child.pid, '0');
    running.set(server, { child, port: message.port });
    if (server === 'bare') process.stdout.write(`${message.bytes} bytes of AVIF, ${rounds} rounds of ${milliseconds} ms\n`);
  }
  const rates = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [server, { port }] of running) {
      const answers = await runLoad({ port, request: REQUEST, connections: 32, milliseconds });
      if (round > 0) rates.get(server)?.push((answers * 1_000) / milliseconds);
    }
  }
  for (const server of SERVERS) report(server, rates.get(server) ?? [], rates.get('bare') ?? []);
  for (const { child } of running.values()) child.kill();
  await rm(directory, { recursive: true });
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
