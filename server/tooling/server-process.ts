/**
 * How Node runs the built server: `npm start` and the Dockerfile (which a test compares) say the same. The figures were measured with
 * `tests/bench/process/process.ts`.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The bundle of `server/main.ts`. */
export const SERVER_BUNDLE = 'dist/site/main.js';

export const SERVER_FLAGS: readonly string[] = [
  // Log lines name the lines of the sources.
  '--enable-source-maps',
  // Room for garbage, in percent of what a full collection leaves. V8's own choice for a heap of 60 MB is less than its young part can bring, so
  // that it collected all of it at every third page that is not stored: three quarters of what such a page cost.
  '--heap-growing-percent=40',
];

/**
 * Two allocation arenas instead of eight for each core, and large blocks that go back to the system when they are freed: glibc otherwise raises
 * that limit to 32 MB, and what the compiler of WebAssembly needs for a moment stays.
 */
export const SERVER_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Runs the server below `root` in place of this process, which leaves nothing behind. Where the system cannot do that, in this process. */
export async function becomeServer(root: string): Promise<void> {
  const bundle = path.join(root, SERVER_BUNDLE);
  if (process.execve === undefined || process.platform === 'win32') {
    const { run } = (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as typeof import('../main.ts');
    return run({ root });
  }
  process.execve(process.execPath, [process.execPath, ...SERVER_FLAGS, bundle], { ...SERVER_ENVIRONMENT, ...process.env });
}
