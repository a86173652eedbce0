/** The process that loads the demonstration: it imports the loader from the file that its argument names, and asks the process that started it for each statement. */
import { pathToFileURL } from 'node:url';
import type { DemonstrationLoader } from './demonstration.ts';
import type { LoaderAnswer, LoaderCall, LoaderEnd, LoaderMessage } from './loader-process.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
const refusals = new Map<unknown, number>();
let calls = 0;

const send = (message: LoaderMessage): unknown => process.send?.(message);

function ask<Value>(call: LoaderCall): Promise<Value> {
  calls += 1;
  const id = calls;
  send({ kind: 'call', id, call });
  return new Promise((resolve, reject) => waiting.set(id, { resolve: resolve as Waiting['resolve'], reject }));
}

process.on('message', (answer: LoaderAnswer) => {
  const call = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.kind === 'answer') call?.resolve(answer.value);
  else {
    const error = new Error(answer.message);
    refusals.set(error, answer.id);
    call?.reject(error);
  }
});
process.once('disconnect', () => process.exit());

async function load(file: string): Promise<LoaderEnd> {
  try {
    await (await importLoader(file))({
      database: { query: (text, values = []) => ask({ kind: 'query', text, values }), script: (text) => ask({ kind: 'script', text }) },
      files: { put: (given) => ask({ kind: 'put', file: given }) },
      progress: (...progress) => send({ kind: 'progress', progress }),
      // An abort ends this process.
      signal: new AbortController().signal,
    });
    return { kind: 'loaded' };
  } catch (error) {
    return { kind: 'failed', error, refusal: refusals.get(error) };
  }
}

async function importLoader(file: string): Promise<DemonstrationLoader> {
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  if (typeof module === 'object' && module !== null && 'loadDemonstration' in module && typeof module.loadDemonstration === 'function') {
    return module.loadDemonstration as DemonstrationLoader;
  }
  throw new Error(`${file} exports no function loadDemonstration`);
}

process.send?.(await load(process.argv[2] ?? ''), () => process.disconnect?.());
