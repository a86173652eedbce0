/** Runs the loader of a project in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BulkFile } from '../storage/bulk-files.ts';
import type { DemonstrationLoader, DemonstrationTask } from './demonstration.ts';

/** What the loader asks of the process that has the transaction. */
export type LoaderCall =
  | { readonly kind: 'query'; readonly text: string; readonly values?: readonly unknown[] }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'put'; readonly file: BulkFile };

/** The last message of a loader. `refusal` is the number of the call whose error it rejected with. */
export type LoaderEnd =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly refusal: number | undefined };

export type LoaderMessage =
  | LoaderEnd
  | { readonly kind: 'call'; readonly id: number; readonly call: LoaderCall }
  | { readonly kind: 'progress'; readonly progress: Parameters<DemonstrationTask['progress']> };

export type LoaderAnswer =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string };

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url));

/**
 * Returns a loader that starts a process, which imports `loadDemonstration` from a file. The libraries for PDFs and pictures, and what they leave in
 * memory, go back to the system with it. The process has no environment, and reaches the database and the files only through this one.
 * It ends when this process does. The loader rejects when nothing is under way any more: with the signal's reason, with the error of a statement or
 * of a file that the load did not survive, or with what the load failed with.
 */
export function loaderInProcess(file: string): DemonstrationLoader {
  return async ({ database, files, progress, signal }) => {
    signal.throwIfAborted();
    const child = fork(ENTRY, [file], {
      serialization: 'advanced',
      // The same bounds as the server's (decision 0041): without them the process takes 80 MB more.
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
      env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const run = (call: LoaderCall): Promise<unknown> => {
      if (call.kind === 'query') return database.query(call.text, call.values);
      return call.kind === 'script' ? database.script(call.text) : files.put(call.file);
    };
    const refusals = new Map<number, unknown>();
    const answer = async (id: number, call: LoaderCall): Promise<LoaderAnswer> => {
      try {
        return { kind: 'answer', id, value: await run(call) };
      } catch (error) {
        refusals.set(id, error);
        return { kind: 'refusal', id, message: String(error) };
      }
    };
    // The answer to a process that has ended reaches nobody.
    const send = (message: LoaderAnswer): boolean => child.send(message, () => undefined);
    const underWay = new Set<Promise<unknown>>();
    let end: LoaderEnd | undefined;
    child.on('message', (message: LoaderMessage) => {
      if (message.kind === 'call') {
        const answering = answer(message.id, message.call).then(send);
        underWay.add(answering);
        void answering.finally(() => underWay.delete(answering));
      } else if (message.kind === 'progress') progress(...message.progress);
      else end = message;
    });
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    // Comes after the last message.
    const [code, killedBy] = await once(child, 'close').finally(() => signal.removeEventListener('abort', kill));
    await Promise.all(underWay);
    signal.throwIfAborted();
    if (end === undefined) throw new Error(`the process that loads the demonstration ended with ${killedBy ?? code}`);
    if (end.kind === 'failed') throw end.refusal === undefined ? end.error : refusals.get(end.refusal);
  };
}
