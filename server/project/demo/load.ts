import type { Database, Queryable } from '../../backend/embedded/database.ts';
import { type DemoContent, readContent } from './loader/content.ts';
import { type ArquivoDemo, type DemoFileSink, storeFile } from './loader/files.ts';
import { insertRows, type Linha } from './loader/rows.ts';

/**
 * Loads the demonstration content: an invented institute with its news, documents, pictures and texts.
 * Everything but a few display windows, drafts and coming meetings is told from a fixed day, so ids, files and texts are the same on every machine.
 */
export interface DemonstrationTask {
  readonly database: Queryable & Pick<Database, 'transaction'>;
  readonly files: DemoFileSink;
  /** The moment that display windows and coming meetings are counted from. Absent = the clock of the database. */
  readonly now?: Date;
  readonly progress: (step: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

// Two pictures at a time keep both cores busy beside the printing; more would only hold more bitmaps in memory.
const PICTURES_AT_ONCE = 2;
const DOCUMENTS_AT_ONCE = 8;

/**
 * Makes and stores the files, then inserts all rows in one transaction. The database must have the project's migrations and no content.
 * Rejects with the signal's reason when it is aborted; the rows are then rolled back, stored files stay (their ids are stable, a second load replaces them).
 */
export async function loadDemonstration(task: DemonstrationTask): Promise<void> {
  const now = task.now ?? (await clockOf(task.database));
  const content = readContent(now);
  const arquivos = await storeFiles(task, content);
  task.signal?.throwIfAborted();
  await task.database.transaction(async (tx) => {
    const tables = content.tables(arquivos, await sectionIds(tx));
    for (const [done, table] of tables.entries()) {
      task.signal?.throwIfAborted();
      task.progress('Writing texts', done, tables.length);
      await insertRows(tx, table);
    }
    await tx.script(content.links);
    task.progress('Writing texts', tables.length, tables.length);
  });
}

async function clockOf(database: Queryable): Promise<Date> {
  const { rows } = await database.query('select (extract(epoch from now()) * 1000)::float8 as agora');
  return new Date(Number(rows[0]?.['agora']));
}

async function sectionIds(tx: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query('select chave, id from public.secao_lai');
  return new Map(rows.map((row) => [String(row['chave']), Number(row['id'])]));
}

async function storeFiles(task: DemonstrationTask, content: DemoContent): Promise<readonly Linha[]> {
  const pictures = content.files.filter(({ mime }) => mime.startsWith('image/'));
  const documents = content.files.filter(({ mime }) => !mime.startsWith('image/'));
  let done = 0;
  const store = async (arquivo: ArquivoDemo): Promise<Linha> => {
    task.signal?.throwIfAborted();
    const row = await storeFile(arquivo, task.files);
    done += 1;
    task.progress('Preparing pictures and documents', done, content.files.length);
    return row;
  };
  const [pictureRows, documentRows] = await Promise.all([
    mapAtOnce(pictures, PICTURES_AT_ONCE, store),
    mapAtOnce(documents, DOCUMENTS_AT_ONCE, store),
  ]);
  return [...pictureRows, ...documentRows];
}

/** Maps a list with at most `limit` calls at a time; results keep the order of the list. A rejection stops the others from starting. */
async function mapAtOnce<T, R>(list: readonly T[], limit: number, work: (element: T) => Promise<R>): Promise<readonly R[]> {
  const results: { index: number; value: R }[] = [];
  const entries = list.entries();
  let failed = false;
  const run = async (): Promise<void> => {
    for (const [index, element] of entries) {
      if (failed) {
        return;
      }
      try {
        results.push({ index, value: await work(element) });
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, run));
  return results.toSorted((a, b) => a.index - b.index).map(({ value }) => value);
}
