/**
 * Starts an inspection process for each file, with limits on its time and memory, and without the means to do more than read that file: it
 * inherits no environment, and Node's permission model keeps it from the network, from other processes and from writing. Native code is outside
 * that model, so only pictures, whose decoder is native, are given it. Pictures and texts may write one file: the copy that is published.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../../shared/cache/semaphore.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { spaceFault } from '../../http/spool.ts';
import type { FileFacts, InspectionOrder, UnwrittenCopy } from './facts.ts';

export interface InspectionLimits {
  /** Milliseconds for one file; after them the process is killed. */
  readonly timeMs: number;
  /** Bytes of memory of the process. */
  readonly memoryBytes: number;
  /** Characters that the process may answer with. */
  readonly answerLength: number;
  /** Processes at the same time; the other files wait. */
  readonly atOnce: number;
}

/** A scanned document of 50 MB takes ten seconds and 300 MB on a small machine. A list of people has 40 characters of answer for each CPF. */
export const INSPECTION_LIMITS: InspectionLimits = {
  timeMs: 60_000,
  memoryBytes: 700 * 1024 * 1024,
  answerLength: 32 * 1024 * 1024,
  atOnce: 1,
};

/** Returns what was found out; `exhausted` also where the process came to one of its limits, or crashed. */
export type Inspector = (order: InspectionOrder, signal: AbortSignal) => Promise<FileFacts>;

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url));

/** The folder of the program: of its sources or its bundle, and of the packages. */
const PROGRAM = path.resolve(path.dirname(ENTRY), ENTRY.endsWith('.ts') ? '../../..' : '../..');

/** Megabytes of JavaScript objects; what a parser unpacks lies beside them and is watched from outside. */
const HEAP_MB = 400;

/** Milliseconds between two looks at the memory of a process. */
const LOOK_MS = 50;

/** Makes an inspector. @throws AppError BACKEND_UNAVAILABLE where no process could be started or the disk failed, NO_SPACE; the signal's reason */
export function createInspector(limits: InspectionLimits = INSPECTION_LIMITS): Inspector {
  const turns = new Semaphore(limits.atOnce);
  return (order, signal) =>
    turns.run(async () => {
      signal.throwIfAborted();
      return inspect(order, limits, signal);
    });
}

async function inspect(order: InspectionOrder, limits: InspectionLimits, signal: AbortSignal): Promise<FileFacts> {
  const child = start(order);
  let exhausted: string | undefined;
  const kill = (why: string): void => {
    exhausted ??= why;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(() => kill(`not done within ${limits.timeMs} ms`), limits.timeMs);
  const looks = setInterval(() => {
    void residentBytes(child).then((bytes) => {
      if (bytes > limits.memoryBytes) kill(`${bytes} bytes of memory`);
    });
  }, LOOK_MS);
  const leave = (): void => kill('the client left');
  signal.addEventListener('abort', leave);
  try {
    const [answer, code] = await Promise.all([answerOf(child.stdout, limits.answerLength, kill), ended(child)]);
    signal.throwIfAborted();
    if (exhausted !== undefined || code !== 0) return { kind: 'exhausted', detail: exhausted ?? `the process ended with ${code}` };
    return factsIn(JSON.parse(answer) as FileFacts | UnwrittenCopy);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(deadline);
    clearInterval(looks);
  }
}

async function answerOf(stdout: NodeJS.ReadableStream, most: number, kill: (why: string) => void): Promise<string> {
  let answer = '';
  stdout.setEncoding('utf8');
  for await (const piece of stdout) {
    answer += String(piece);
    if (answer.length > most) {
      kill(`more than ${most} characters of answer`);
      break;
    }
  }
  return answer;
}

/** @throws AppError NO_SPACE, BACKEND_UNAVAILABLE where the disk did not take what the process wrote */
function factsIn(answer: FileFacts | UnwrittenCopy): FileFacts {
  if (answer.kind !== 'unwritten') return answer;
  const cause = Object.assign(new Error(answer.detail), { code: answer.code });
  const fault = spaceFault(cause);
  throw fault instanceof AppError ? fault : new AppError('BACKEND_UNAVAILABLE', { cause, detail: 'the disk of files on their way in' });
}

/** Node's options for the process of an order: what it may use, and that it may do nothing else. */
export function confinement({ kind, path: file, cleanedPath }: InspectionOrder): readonly string[] {
  const writing = kind === 'picture' || kind === 'text' ? [`--allow-fs-write=${cleanedPath}`] : [];
  const decoding = kind === 'picture' ? ['--allow-addons'] : [];
  return [
    `--max-old-space-size=${HEAP_MB}`,
    '--permission',
    `--allow-fs-read=${PROGRAM}`,
    `--allow-fs-read=${file}`,
    ...writing,
    ...decoding,
  ];
}

function start(order: InspectionOrder): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'];
  const child = spawn(process.execPath, [...quiet, ...confinement(order), ENTRY, JSON.stringify(order)], {
    // Two allocation arenas and one thread, as for the decoder of pictures.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // When no descriptor is left, `spawn` returns a child without pipes and emits an error.
  const stdout: unknown = child.stdout;
  if (stdout === null || stdout === undefined) {
    child.once('error', () => undefined);
    throw new AppError('BACKEND_UNAVAILABLE', { detail: 'no process for the inspection of a file' });
  }
  return child;
}

/** Resolves with the exit code, or the name of the signal. */
function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new AppError('BACKEND_UNAVAILABLE', { cause })));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
}

/** Bytes of memory that a process has, as Linux says; 0 on other systems, where the limit of time alone holds. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
}
