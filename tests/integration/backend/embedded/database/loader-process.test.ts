/** The process in which the loader of a project runs: what it asks for, and every way in which it can end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DatabaseError } from '../../../../../server/backend/embedded/database.ts';
import type { DemonstrationTask } from '../../../../../server/backend/embedded/demonstration/demonstration.ts';
import { loaderInProcess } from '../../../../../server/backend/embedded/demonstration/loader-process.ts';
import { isRunning } from '../../../../support/embedded/child.ts';

let directory: string;
let written = 0;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'carregador-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A loader whose body is a text, in a file of its own. */
async function loaderOf(body: string): Promise<ReturnType<typeof loaderInProcess>> {
  written += 1;
  const file = path.join(directory, `${written}.mjs`);
  await writeFile(file, `export async function loadDemonstration({ database, files, progress }) { ${body} }`);
  return loaderInProcess(file);
}

const NO_ROWS = { rows: [], rowCount: 0 };

/** A task that keeps what the loader asks for. */
function recordingTask(query: DemonstrationTask['database']['query'] = () => Promise.resolve(NO_ROWS)) {
  const asked: unknown[] = [];
  const controller = new AbortController();
  const task: DemonstrationTask = {
    database: {
      query: (...call) => {
        asked.push(call);
        return query(...call);
      },
      script: async (text) => void asked.push(text),
    },
    files: {
      put: async ({ bytes, ...file }) => {
        asked.push({ ...file, text: new TextDecoder().decode(bytes) });
        return { sha256: 'f00d', size: bytes.length };
      },
    },
    progress: (...progress) => void asked.push(progress),
    signal: controller.signal,
  };
  return { task, asked, controller };
}

const pidOf = (asked: readonly unknown[]): number => Number((asked[0] as readonly [string, readonly unknown[]])[1][0]);

it('asks for statements and files in their order, and gets what they return', async () => {
  const load = await loaderOf(`
    const { rows } = await database.query('select $1', [new Date(0)]);
    await database.script('drop table a');
    const stored = await files.put({ id: '1', name: 'a.txt', mimeType: 'text/plain', bytes: new TextEncoder().encode(rows[0].nome) });
    progress('Writing', 1, 2);
    await database.query('insert', [stored.sha256, stored.size]);`);
  const { task, asked } = recordingTask(async () => ({ rows: [{ nome: 'água' }], rowCount: 1 }));
  await load(task);
  expect(asked).toEqual([
    ['select $1', [new Date(0)]],
    'drop table a',
    { id: '1', name: 'a.txt', mimeType: 'text/plain', text: 'água' },
    ['Writing', 1, 2],
    ['insert', ['f00d', 5]],
  ]);
});

it('has nothing of the environment, in which there are secrets', async () => {
  vi.stubEnv('GRAPHQL_ADMIN_SECRET', 'um segredo');
  const { task, asked } = recordingTask();
  await (await loaderOf(`await database.query('names', Object.keys(process.env).sort());`))(task);
  vi.unstubAllEnvs();
  expect(asked).toEqual([['names', ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']]]);
});

it('rejects with what the loader fails with', async () => {
  const { task } = recordingTask();
  const fault = new RangeError('content/a.yaml:3: no such person');
  await expect((await loaderOf(`throw new RangeError('${fault.message}');`))(task)).rejects.toEqual(fault);
});

it('rejects with the error of the statement that the load did not survive, not with a copy', async () => {
  const fault = new DatabaseError('a value is missing', { code: '23502' });
  const { task } = recordingTask(() => Promise.reject(fault));
  await expect((await loaderOf(`await database.query('insert');`))(task)).rejects.toBe(fault);
});

it('goes on after the error of a statement that the loader expects', async () => {
  const { task, asked } = recordingTask(() => Promise.reject(new Error('a table is missing')));
  await (await loaderOf(`await database.query('insert').catch(({ message }) => database.script(message));`))(task);
  expect(asked).toEqual([['insert', []], 'Error: a table is missing']);
});

it('an abort ends the process, and the load rejects with its reason once no statement is under way', async () => {
  const statement = Promise.withResolvers<typeof NO_ROWS>();
  const { task, asked, controller } = recordingTask(() => statement.promise);
  let isSettled = false;
  const loading = (await loaderOf(`await database.query('insert', [process.pid]);`))(task).finally(() => (isSettled = true));
  loading.catch(() => undefined);
  await vi.waitUntil(() => asked.length === 1, { timeout: 20_000 });
  controller.abort(new Error('stopped'));
  await vi.waitUntil(() => !isRunning(pidOf(asked)), { timeout: 20_000 });
  await setTimeout(20);
  expect(isSettled).toBe(false);
  statement.resolve(NO_ROWS);
  await expect(loading).rejects.toThrow('stopped');
});

it('starts no process after an abort', async () => {
  const { task, asked, controller } = recordingTask();
  controller.abort(new Error('stopped'));
  await expect((await loaderOf(`await database.script('insert');`))(task)).rejects.toThrow('stopped');
  expect(asked).toEqual([]);
});

it('rejects when the process is killed or ends before its load has ended', async () => {
  const { task } = recordingTask();
  await expect((await loaderOf(`process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`))(task)).rejects.toThrow(
    'the process that loads the demonstration ended with SIGKILL',
  );
  await expect((await loaderOf('process.exit(3);'))(task)).rejects.toThrow('the process that loads the demonstration ended with 3');
});

it('rejects for a file that has no loader', async () => {
  const { task } = recordingTask();
  await expect(loaderInProcess(path.join(directory, 'nada.mjs'))(task)).rejects.toThrow('nada.mjs');
});
