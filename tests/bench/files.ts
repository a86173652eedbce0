/**
 * What files cost. First: resident memory of a process while it sends a large one, from disk and from a storage service, with and without
 * the cache in front, to one reader and to several slow ones. Then: how much of a bare `http` server's speed a small file has that the
 * cache keeps. Absolute figures depend on the machine.
 *
 *   node tests/bench/files.ts [MB of the large file] [bytes of the small one] [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgresDatabase } from '../../server/backend/embedded/database/postgres-database.ts';
import { PostgresBlobs } from '../../server/backend/embedded/storage/postgres-blobs.ts';
import { bootstrapTables } from '../support/embedded/written-rows.ts';
import { postgresForTests } from '../support/postgres.ts';
import { runLoad } from './keep-alive-load.ts';

const MB = 1024 * 1024;
const largeSize = Number(process.argv[2] ?? 500) * MB;
const smallSize = Number(process.argv[3] ?? 100_000);
const rounds = Number(process.argv[4] ?? 3);
const ROUND_MS = 3_000;
/** Readers at one time that take a piece and then none until all the others have one. */
const SLOW_READERS = 20;
const PATH = '/nhostprovider/0f8fad5b-d9cb-469f-a165-70867728950e';

interface Usage {
  readonly residentBytes: number;
  readonly peakBytes: number;
  readonly cpuMicroseconds: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

async function start(...args: readonly string[]): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'files-server.ts'), args);
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, port: message.port };
}

async function usage({ child }: Running, message: 'mark' | 'usage'): Promise<Usage> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [Usage];
  return answer;
}

/** Writes `size` bytes as the store of files keeps them; resolves to their hash. */
async function storeBlob(folder: string, size: number): Promise<string> {
  const chunk = Buffer.alloc(MB, 'a');
  const hash = createHash('sha256');
  const temporary = path.join(folder, 'novo');
  const handle = await open(temporary, 'w');
  for (let left = size; left > 0; left -= chunk.length) {
    const bytes = chunk.subarray(0, left);
    hash.update(bytes);
    await handle.write(bytes);
  }
  await handle.close();
  const sha256 = hash.digest('hex');
  await mkdir(path.join(folder, sha256.slice(0, 2)), { recursive: true });
  await rename(temporary, path.join(folder, sha256.slice(0, 2), sha256.slice(2)));
  return sha256;
}

/** A storage service with one file, for `remote`. */
async function serveBlob(folder: string, sha256: string, size: number): Promise<{ readonly url: string; readonly close: () => void }> {
  const file = path.join(folder, sha256.slice(0, 2), sha256.slice(2));
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Length': size, 'Content-Type': 'application/pdf', Etag: `"${sha256}"` });
    createReadStream(file)
      .on('error', () => res.destroy())
      .pipe(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function respond({ port }: Running): Promise<IncomingMessage> {
  const [message] = (await once(get({ host: '127.0.0.1', port, path: PATH, agent: false }), 'response')) as [IncomingMessage];
  return message.on('error', () => undefined);
}

async function download(running: Running): Promise<number> {
  let received = 0;
  for await (const chunk of await respond(running)) received += (chunk as Buffer).length;
  return received;
}

/** Some pieces each, in turn; then all leave. */
async function sipTogether(running: Running): Promise<void> {
  const messages = await Promise.all(Array.from({ length: SLOW_READERS }, () => respond(running)));
  for (let piece = 0; piece < 5; piece += 1) {
    for (const message of messages) {
      message.resume();
      await once(message, 'data');
      message.pause();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  for (const message of messages) message.destroy();
}

const mb = (bytes: number): string => `${(bytes / MB).toFixed(0).padStart(4)} MB`;

/** Downloads, measures the memory meanwhile, and returns the seconds of the fastest download. */
async function measureDownload(name: string, running: Running): Promise<number> {
  await download(running);
  const before = await usage(running, 'mark');
  let received = 0;
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    received = await download(running);
    seconds = Math.min(seconds, (performance.now() - begun) / 1_000);
  }
  const after = await usage(running, 'mark');
  await sipTogether(running);
  const slow = await usage(running, 'usage');
  process.stdout.write(
    `${name.padEnd(14)} ${mb(received)} in ${seconds.toFixed(2)} s: resident ${mb(before.residentBytes)} before, ${mb(after.peakBytes)} at most; ` +
      `with ${SLOW_READERS} slow readers ${mb(slow.peakBytes)}\n`,
  );
  running.child.disconnect();
  return seconds;
}

/** Puts the large file into a database, as the store of files keeps it. */
async function storeInPostgres(folder: string, connectionString: string, sha256: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString });
  await database.script('create schema embutido');
  await database.script(await bootstrapTables());
  const begun = performance.now();
  const staged = await new PostgresBlobs(database).stage(createReadStream(path.join(folder, sha256.slice(0, 2), sha256.slice(2))));
  await staged.keep();
  process.stdout.write(`put into Postgres in ${((performance.now() - begun) / 1_000).toFixed(2)} s\n`);
  await database.close();
}

async function measureSpeed(folder: string): Promise<void> {
  const sha256 = await storeBlob(folder, smallSize);
  const args = [folder, sha256, String(smallSize)];
  const servers = new Map([
    ['bare', await start('bare', '', ...args)],
    ['edge', await start('door', 'edge', ...args)],
  ]);
  const rates = new Map<string, number[]>([...servers.keys()].map((name) => [name, []]));
  const costs = new Map<string, number[]>([...servers.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, running] of servers) {
      const request = `GET ${PATH} HTTP/1.1\r\nHost: site.test\r\nUser-Agent: bench\r\n\r\n`;
      const before = await usage(running, 'usage');
      const answers = await runLoad({ port: running.port, request, connections: 16, milliseconds: ROUND_MS });
      const after = await usage(running, 'usage');
      // The first round warms up.
      if (round === 0) continue;
      rates.get(name)?.push((answers * 1_000) / ROUND_MS);
      costs.get(name)?.push((after.cpuMicroseconds - before.cpuMicroseconds) / answers);
    }
  }
  const rate = (name: string): number => Math.max(...(rates.get(name) ?? []));
  const cost = (name: string): number => Math.min(...(costs.get(name) ?? []));
  for (const name of servers.keys()) {
    process.stdout.write(
      `${name.padEnd(5)} ${smallSize} bytes: ${Math.round(rate(name))}/s (${(rate(name) / rate('bare')).toFixed(3)} of bare), ` +
        `${cost(name).toFixed(1)} µs CPU (${(cost('bare') / cost(name)).toFixed(3)} of bare)\n`,
    );
  }
  for (const { child } of servers.values()) child.disconnect();
}

const folder = await mkdtemp(path.join(tmpdir(), 'arquivos-'));
const postgres = await postgresForTests();
try {
  const sha256 = await storeBlob(folder, largeSize);
  const onDisk = [folder, sha256, String(largeSize)];
  const remote = await serveBlob(folder, sha256, largeSize);
  const fromDisk = await measureDownload('disk', await start('door', '', ...onDisk));
  await measureDownload('disk, edge', await start('door', 'edge', ...onDisk));
  await measureDownload('remote', await start('remote', '', remote.url));
  await measureDownload('remote, edge', await start('remote', 'edge', remote.url));
  remote.close();
  await storeInPostgres(folder, postgres.connectionString, sha256);
  const inDatabase = [postgres.connectionString, sha256, String(largeSize)];
  const fromPostgres = await measureDownload('postgres', await start('postgres', '', ...inDatabase));
  await measureDownload('postgres, edge', await start('postgres', 'edge', ...inDatabase));
  process.stdout.write(`postgres takes ${(fromPostgres / fromDisk).toFixed(1)} times as long as the disk\n`);
  await measureSpeed(folder);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
