/** Starts a script of this folder as a process of its own, with the Node that runs the tests, and follows what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  /** The next printed line; undefined when the output has ended. */
  nextLine(): Promise<string | undefined>;
  /** Ends the process at once, as a power failure of the process would, and resolves when it is gone. */
  killHard(): Promise<void>;
  /** Resolves with the exit code (null after a signal). */
  readonly exited: Promise<number | null>;
}

export function startChild(script: string, ...given: readonly string[]): Child {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  return {
    process: child,
    exited,
    async nextLine() {
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
    async killHard() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Whether a process runs. One that has ended and that nobody has waited for still has a number, but no command line. */
export function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
