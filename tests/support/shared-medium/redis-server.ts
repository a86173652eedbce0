/** The installed Redis or Valkey server as a child of the test, without persistence. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';

const NAMES = ['valkey-server', 'redis-server'];

/** Returns the installed program; undefined where there is none. */
export function installedRedis(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((candidate) => existsSync(candidate));
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends the process, which forgets everything. */
  halt(): Promise<void>;
  /** Starts it again on the same port. */
  resume(): Promise<void>;
  /** Stops the process where it is, and lets it go on: its connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a server on a free port. @param settings further arguments, such as `--maxmemory`. */
export async function startRedis(program: string, settings: readonly string[] = [], portFrom?: number): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'redis-'));
  const port = await freePort(portFrom);
  const base = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const run = async () => {
    const child = spawn(program, [...base, ...settings], { stdio: 'ignore' });
    while (!(await listens(port))) if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return child;
  };
  let child = await run();
  const halt = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    halt,
    resume: async () => {
      child = await run();
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: async () => {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setImmediate(resolve, false));
  });
}
