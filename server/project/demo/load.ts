import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '../../../shared/cache/semaphore.ts';
import type { Queryable } from '../../backend/embedded/database.ts';
import { readContent, type Step } from './loader/content.ts';
import { type ArquivoDemo, type DemoFileSink, storeFile } from './loader/files.ts';
import { insertRows, type Linha } from './loader/rows.ts';

/**
 * Loads the demonstration content: an invented institute with its news, documents, pictures and texts.
 * Everything but a few display windows, drafts and coming meetings is told from a fixed day, so ids, files and texts are the same on every machine.
 */
export interface DemonstrationTask {
  /** A transaction, which the caller rolls back when the load rejects. The rows that `files` writes may be part of it. */
  readonly database: Queryable;
  readonly files: DemoFileSink;
  /** The moment that display windows and coming meetings are counted from. Absent = the clock of the database. */
  readonly now?: Date;
  readonly progress: (step: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

// Two pictures at a time keep both cores busy beside the printing; more would only hold more bitmaps in memory.
const PICTURES_AT_ONCE = 2;
const DOCUMENTS_AT_ONCE = 8;

/** What is searched of a document are the texts of its files too: with these triggers each would be indexed without them first. */
const INDEXING = ['documento', 'documento_arquivo'];
const HOLD_INDEXING = INDEXING.map((table) => `alter table public.${table} disable trigger indexar_insercao;`).join('');
const INDEX_DOCUMENTS = `select indice.refazer('documento', array(select id::text from public.documento));
${INDEXING.map((table) => `alter table public.${table} enable trigger indexar_insercao;`).join('')}`;

/**
 * Makes and stores the files, and inserts the rows of each step as soon as the files that they name are stored. The database must have the project's
 * migrations and no content. Rejects with the signal's reason when it is aborted, and when nothing is under way any more; stored files stay (their ids
 * are stable, a second load replaces them).
 */
export async function loadDemonstration(task: DemonstrationTask): Promise<void> {
  const { database } = task;
  const content = readContent(task.now ?? (await clockOf(database)));
  const secoes = await sectionIds(database);
  await database.script(HOLD_INDEXING);
  await runSteps(task, content.steps, secoes);
  task.progress('Indexing documents', 0, 0);
  await database.script(INDEX_DOCUMENTS);
  await database.script(content.links);
}

async function clockOf(database: Queryable): Promise<Date> {
  const { rows } = await database.query('select (extract(epoch from now()) * 1000)::float8 as agora');
  return new Date(Number(rows[0]?.['agora']));
}

async function sectionIds(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query('select chave, id from public.secao_lai');
  return new Map(rows.map((row) => [String(row['chave']), Number(row['id'])]));
}

/** The files of all steps are made at once, in their order. After the first failure nothing is started, and what is under way is waited for. */
async function runSteps(task: DemonstrationTask, steps: readonly Step[], secoes: ReadonlyMap<string, number>): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([task.signal, failure.signal]);
  const store = fileStorer({ ...task, signal }, steps.flatMap(({ files }) => files).length);
  const stored = steps.map(({ files }) => files.map(store));
  const inserting = async (): Promise<void> => {
    for (const [index, { tables }] of steps.entries()) {
      for (const table of tables(await Promise.all(stored[index] ?? []), secoes)) {
        signal.throwIfAborted();
        await insertRows(task.database, table);
      }
    }
  };
  const works = [...stored.flat(), inserting()];
  for (const work of works) work.catch((error: unknown) => failure.abort(error));
  await Promise.allSettled(works);
  signal.throwIfAborted();
}

/** Returns the function that makes and stores one of `total` files. A file is made while those before it wait for the database. */
function fileStorer({ files, progress, signal }: DemonstrationTask, total: number): (arquivo: ArquivoDemo) => Promise<Linha> {
  const drawing = new Semaphore(PICTURES_AT_ONCE);
  const printing = new Semaphore(DOCUMENTS_AT_ONCE);
  let done = 0;
  return async (arquivo) => {
    const made = await (arquivo.mime.startsWith('image/') ? drawing : printing).run(async () => {
      // Printing is synchronous; between two documents the database and the network have their turn.
      await setImmediate();
      signal.throwIfAborted();
      return arquivo.make();
    });
    done += 1;
    progress('Preparing pictures and documents', done, total);
    return storeFile(arquivo, made, files);
  };
}
