/**
 * What an upload costs: time and processor time of the door of uploads for each megabyte, against a bare parser of forms that drops the bytes, and the
 * peak memory of each process. Every file has bytes of its own, so each is stored. Absolute figures depend on the machine.
 *
 *   node tests/bench/uploads.ts [MB of a file] [files a round] [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { editor } from '../integration/uploads/upload-server.ts';
import { postgresForTests } from '../support/postgres.ts';

const MB = 1024 * 1024;
const size = Number(process.argv[2] ?? 20) * MB;
const files = Number(process.argv[3] ?? 5);
const rounds = Number(process.argv[4] ?? 3);

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly origin: string;
  ms: number;
  cpuMs: number;
}

async function start(name: string, ...args: readonly string[]): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'uploads-server.ts'), args);
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return { name, child, origin: `http://127.0.0.1:${port}`, ms: 0, cpuMs: 0 };
}

async function usage({ child }: Running): Promise<{ readonly cpuMs: number; readonly peakBytes: number }> {
  child.send('usage');
  const [answer] = (await once(child, 'message')) as [{ readonly cpuMs: number; readonly peakBytes: number }];
  return answer;
}

async function round(server: Running): Promise<void> {
  const before = (await usage(server)).cpuMs;
  const began = performance.now();
  for (let count = 0; count < files; count += 1) {
    const form = new FormData();
    form.append('bucket-id', 'default');
    form.append('file[]', new File([randomBytes(size)], 'a.bin', { type: 'application/x-bench' }));
    const answer = await fetch(`${server.origin}/v1/files`, { method: 'POST', headers: editor(), body: form });
    if (answer.status !== 201) throw new Error(`${server.name}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  server.ms += performance.now() - began;
  server.cpuMs += (await usage(server)).cpuMs - before;
}

const postgres = await postgresForTests();
const servers = [
  await start('bare parser', 'bare'),
  await start('door, directory', 'door'),
  await start('door, Postgres', 'postgres', postgres.connectionString),
];
// Unmeasured: the first requests compile.
for (const server of servers) await round({ ...server });
for (let count = 0; count < rounds; count += 1) for (const server of servers) await round(server);
const [bare] = servers as [Running, ...Running[]];
const megabytes = (size / MB) * files * rounds;
for (const server of servers) {
  const { peakBytes } = await usage(server);
  const time = `${(server.ms / megabytes).toFixed(2)} ms/MB (x${(server.ms / bare.ms).toFixed(2)})`;
  const cpu = `${(server.cpuMs / megabytes).toFixed(2)} ms CPU/MB (x${(server.cpuMs / bare.cpuMs).toFixed(2)})`;
  process.stdout.write(`${server.name.padEnd(16)} ${time}, ${cpu}, peak ${Math.round(peakBytes / MB)} MB\n`);
  server.child.kill();
}
await postgres.stop();
