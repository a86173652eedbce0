/** Runs the built site as its users run it: the bundle of the server in a process of its own, on a free port, with a data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVER_BUNDLE, SERVER_FLAGS } from '../../server/tooling/server-process.ts';
import { freePort } from './free-port.ts';

export interface RunningSite {
  readonly url: string;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** Everything that the process wrote so far. */
  output(): string;
  /** Ends the process as a container does, and removes the data directory when it was made here. */
  stop(): Promise<void>;
}

export interface SiteOptions {
  /** Kept at the end; without it, the site has a data directory of its own that is removed. */
  readonly dataDirectory?: string;
  /** A closed data directory that the site's own one is a copy of. */
  readonly copyOf?: string;
  /** Changes the closed data directory before the start. */
  readonly prepare?: (dataDirectory: string) => Promise<void>;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is started; the site where it is left out. */
  readonly script?: string;
  /** Milliseconds until the site must be ready. */
  readonly readyWithinMs?: number;
  /** In place of a free one. */
  readonly port?: number;
  /** The folder that holds `dist/` and `public/`, in place of this checkout. */
  readonly root?: string;
  /** A command that becomes the one that its last arguments name. */
  readonly startedBy?: readonly string[];
  /** A whole command in place of all of that. */
  readonly command?: readonly string[];
}

/** The first administrator of the demonstration that tests load. */
export const ADMINISTRATOR = { email: 'ana@exemplo.br', password: 'cavalo correto bateria' };

/** Nothing stands in front of these sites that must notice their end first, and most of them end before the warm-up would. */
const SHORT_LIVED = { DRAIN_DELAY_MS: '0', WARM_UP: 'off' };

/** Starts the site and waits until it says that it is ready. */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const site = await launchSite(options);
  try {
    await untilReady(site, options.readyWithinMs ?? 120_000);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}

/** Starts the site and does not wait. */
export async function launchSite(options: SiteOptions = {}): Promise<RunningSite> {
  const made = options.dataDirectory === undefined;
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(path.join(tmpdir(), 'portal-')));
  if (options.copyOf !== undefined) copyDataDirectory(options.copyOf, dataDirectory);
  await options.prepare?.(dataDirectory);
  const port = options.port ?? (await freePort());
  const started = options.script === undefined ? [...SERVER_FLAGS, path.resolve(SERVER_BUNDLE)] : [path.resolve(options.script)];
  const [command = '', ...parameters] = options.command ?? [...(options.startedBy ?? []), process.execPath, ...started];
  const child = spawn(command, parameters, {
    cwd: options.root ?? process.cwd(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      // Of processes that ran before (vitest.config.ts). A whole command may know other folders.
      ...(options.command === undefined ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDirectory,
      ...SHORT_LIVED,
      ...options.environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const stop = async (): Promise<void> => {
    await ended(child, 'SIGTERM');
    if (made) await rm(dataDirectory, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, dataDirectory, process: child, output: () => output, stop };
}

/**
 * Copies a data directory whose site has ended. The lock of that site, a socket, is of no use to another one. At one go, because the threads
 * that would copy its thousands of files beside each other take half as much processor time again.
 */
function copyDataDirectory(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (file) => !file.endsWith('.sock') });
}

/** Resolves when the site says that it is ready. */
export async function untilReady(site: RunningSite, withinMs: number): Promise<void> {
  const { url, process: child } = site;
  const deadline = AbortSignal.timeout(withinMs);
  while (!deadline.aborted) {
    if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}:\n${site.output()}`);
    try {
      const answer = await fetch(`${url}/health/ready`, { signal: deadline });
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the site was not ready within ${withinMs} ms:\n${site.output()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}
