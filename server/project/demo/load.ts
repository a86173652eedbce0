import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '../../../shared/cache/semaphore.ts';
import type { Queryable } from '../../backend/embedded/database.ts';
import { type DemoContent, readContent } from './loader/content.ts';
import { type ArquivoDemo, type DemoFileSink, storeFile } from './loader/files.ts';
import { insertRows, type Linha, type Tabela } from './loader/rows.ts';

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

/**
 * Makes and stores the files while the rows that name none of them are inserted, then inserts the other rows. The database must have the project's
 * migrations and no content. Rejects with the signal's reason when it is aborted, and when nothing is under way any more; stored files stay (their ids
 * are stable, a second load replaces them).
 */
export async function loadDemonstration(task: DemonstrationTask): Promise<void> {
  const { database } = task;
  const content = readContent(task.now ?? (await clockOf(database)));
  const secoes = await sectionIds(database);
  const arquivos = await storeFiles(task, content, secoes);
  const tables = content.tables(arquivos, secoes);
  await insertTables(task, tables, (done) => task.progress('Writing texts', done, tables.length));
  await database.script(content.links);
  task.progress('Writing texts', tables.length, tables.length);
}

async function clockOf(database: Queryable): Promise<Date> {
  const { rows } = await database.query('select (extract(epoch from now()) * 1000)::float8 as agora');
  return new Date(Number(rows[0]?.['agora']));
}

async function sectionIds(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query('select chave, id from public.secao_lai');
  return new Map(rows.map((row) => [String(row['chave']), Number(row['id'])]));
}

type Insertion = Pick<DemonstrationTask, 'database' | 'signal'>;

async function insertTables({ database, signal }: Insertion, tables: readonly Tabela[], progress?: (done: number) => void): Promise<void> {
  for (const [done, table] of tables.entries()) {
    signal.throwIfAborted();
    progress?.(done);
    await insertRows(database, table);
  }
}

/** Makes and stores the files, and meanwhile inserts the tables that name none. After the first failure it starts nothing and waits for what is under way. */
async function storeFiles(task: DemonstrationTask, content: DemoContent, secoes: ReadonlyMap<string, number>): Promise<readonly Linha[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([task.signal, failure.signal]);
  const inserting = insertTables({ ...task, signal }, content.tablesWithoutFiles(secoes));
  const storing = filesBeingStored({ ...task, signal }, content.files);
  const works = [inserting, ...storing];
  for (const work of works) work.catch((error: unknown) => failure.abort(error));
  await Promise.allSettled(works);
  signal.throwIfAborted();
  return Promise.all(storing);
}

/** A file is made while those before it wait for the database. */
function filesBeingStored({ files, progress, signal }: DemonstrationTask, list: readonly ArquivoDemo[]): readonly Promise<Linha>[] {
  const drawing = new Semaphore(PICTURES_AT_ONCE);
  const printing = new Semaphore(DOCUMENTS_AT_ONCE);
  let done = 0;
  return list.map(async (arquivo) => {
    const made = await (arquivo.mime.startsWith('image/') ? drawing : printing).run(async () => {
      // Printing is synchronous; between two documents the database and the network have their turn.
      await setImmediate();
      signal.throwIfAborted();
      return arquivo.make();
    });
    done += 1;
    progress('Preparing pictures and documents', done, list.length);
    return storeFile(arquivo, made, files);
  });
}
