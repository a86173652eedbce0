/** One checkout with a build: starts its server as `npm start` and the container do, and reads what Linux says about the process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as ServerProcess from '../../../server/tooling/server-process.ts';
import { groupCommand } from './memory-limit.ts';

export interface Subject {
  readonly name: string;
  readonly root: string;
  /** Arguments of Node, and the environment that goes with them. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds until it said that it is ready: by the clock, and of processor time with its children. */
  readonly readyMs: number;
  readonly readyCpuMs: number;
  resident(): Promise<Resident>;
  /** Resolves when the pages of the warm-up are stored, or when it has ended otherwise. */
  warmed(): Promise<void>;
  stop(): Promise<void>;
}

/** MB. */
export interface Resident {
  readonly now: number;
  readonly most: number;
}

/** A checkout from before the bundle is started from its sources. */
export async function subjectAt(name: string, root: string): Promise<Subject> {
  const file = path.join(root, 'server/tooling/server-process.ts');
  if (!existsSync(file)) return { name, root, command: ['server/main.ts'], environment: {} };
  const { SERVER_BUNDLE, SERVER_ENVIRONMENT, SERVER_FLAGS } = (await import(pathToFileURL(file).href)) as typeof ServerProcess;
  return { name, root, command: [...SERVER_FLAGS, SERVER_BUNDLE], environment: SERVER_ENVIRONMENT };
}

/** A production site on a server has a key for the cases of citizens; there are none here. */
const CASES_KEY = Buffer.alloc(32).toString('base64');

/** Starts it, in a control group where one is named. @throws when it ends before it is ready */
export async function start(subject: Subject, variables: Readonly<Record<string, string>>, group?: string): Promise<Running> {
  const startedAt = performance.now();
  const [command, ...parameters] = groupCommand(group, [process.execPath, ...subject.command]);
  const child = spawn(command, parameters, {
    cwd: subject.root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...subject.environment, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', CASES_KEY, ...variables },
  });
  const log = new Log(child);
  await log.until(/"msg":"ready on/);
  const readyMs = performance.now() - startedAt;
  const readyCpuMs = await processorTime(child);
  return {
    pid: Number(child.pid),
    url: `http://127.0.0.1:${/"port":(\d+)/.exec(log.text)?.[1]}`,
    readyMs,
    readyCpuMs,
    resident: () => residentOf(child),
    warmed: () => log.until(/"msg":"(?:pages were|some pages could not be) warmed/),
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

class Log {
  text = '';
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
    });
  }

  async until(line: RegExp): Promise<void> {
    while (!line.test(this.text)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`the server ended with ${this.#child.signalCode ?? this.#child.exitCode}: ${this.text.slice(-300)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A tick of the kernel's clock is 10 ms. The four figures are user and system time, of the process and of its children. */
async function processorTime({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

async function residentOf({ pid }: ChildProcess): Promise<Resident> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (key: string): number => Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
