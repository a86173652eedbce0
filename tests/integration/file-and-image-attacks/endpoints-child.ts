/** Starts the endpoints as a process under a limit of memory that the system enforces, and looks at that process from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { EndpointsNews, EndpointsOrder, EndpointsSettings } from './endpoints-process.ts';

export interface ChildLimits {
  /** KiB of private writable memory (RLIMIT_DATA), which counts what is used and not what V8 reserves; each decoder has as much. */
  readonly dataKb?: number;
  /** Blocks of 512 bytes that one file may have (RLIMIT_FSIZE). */
  readonly fileBlocks?: number;
  /** A command that the process is started by: its last argument is followed by ours. */
  readonly before?: readonly string[];
}

export interface Usage {
  readonly descriptors: number;
  readonly processes: number;
  /** Bytes of objects and buffers that something still refers to, in the endpoints alone. */
  readonly used: number;
  /** Bytes of memory that the endpoints have from the system; the C library gives little of it back. */
  readonly resident: number;
}

const ENTRY = path.join(import.meta.dirname, 'endpoints-process.ts');

/** The endpoints, running. */
export class EndpointsChild {
  readonly pid: number;
  readonly port: number;
  /** Lines of the log so far. */
  readonly log: readonly string[];
  /** How it ended; null while it lives. */
  ended: string | null = null;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number, log: readonly string[]) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.port = port;
    this.log = log;
    child.once('exit', (code, signal) => {
      this.ended = String(signal ?? code);
    });
  }

  static async start(settings: EndpointsSettings, { dataKb, fileBlocks, before = [] }: ChildLimits = {}): Promise<EndpointsChild> {
    const limits = [dataKb === undefined ? '' : `ulimit -d ${dataKb};`, fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks};`];
    const node = [process.execPath, '--expose-gc', '--disable-warning=ExperimentalWarning', ENTRY, JSON.stringify(settings)];
    const [command = '', ...rest] = [...before, 'sh', '-c', `${limits.join(' ')} exec "$@"`, 'sh', ...node];
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => log.push(line));
    }
    const opened = Promise.withResolvers<number>();
    child.once('error', opened.reject);
    child.once('exit', () => opened.reject(new Error(`the endpoints did not open: ${log.join('\n')}`)));
    child.on('message', (news: EndpointsNews) => news.kind === 'open' && opened.resolve(news.port));
    return new EndpointsChild(child, await opened.promise, log);
  }

  send(order: EndpointsOrder): void {
    this.#child.send(order);
  }

  /** What it holds, once it has given back what it does not need. */
  async usage(): Promise<Usage> {
    const rested = once(this.#child, 'message') as Promise<[EndpointsNews]>;
    this.send({ kind: 'rest' });
    const [news] = await rested;
    const used = news.kind === 'rested' ? news.used : Number.NaN;
    const descriptors = (await readdir(`/proc/${this.pid}/fd`)).length;
    const resident = (await this.status(this.pid, 'VmRSS')) * 1_024;
    return { descriptors, processes: (await this.decoders()).length, used, resident };
  }

  /** Ids of its decoders. */
  async decoders(): Promise<readonly number[]> {
    const running = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const parents = await Promise.all(running.map((id) => readFile(`/proc/${id}/stat`, 'utf8').then(parentOf, () => null)));
    return running.map(Number).filter((_id, index) => parents[index] === this.pid);
  }

  /** A field of the system's description of a process, in KiB. */
  async status(pid: number, field: 'VmRSS' | 'VmData' | 'VmHWM'): Promise<number> {
    const text = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]);
  }

  /** Hundredths of a second that processes have worked, all together (proc_pid_stat(5): utime). */
  async ticks(pids: readonly number[]): Promise<number> {
    const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')));
    return stats.reduce((sum, stat) => sum + numberIn(stat, 11), 0);
  }

  /** Settles with the way in which it ends. */
  async end(): Promise<string> {
    if (this.ended === null) await once(this.#child, 'exit');
    return this.ended ?? '';
  }

  async close(): Promise<void> {
    if (this.ended !== null) return;
    this.#child.disconnect();
    await this.end();
  }
}

function parentOf(stat: string): number {
  return numberIn(stat, 1);
}

/** A field behind the name of the program, which stands in brackets and may hold anything. */
function numberIn(stat: string, field: number): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field]);
}
