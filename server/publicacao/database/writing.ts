/** Starts the process that writes the database, and gives it the rows of all sets as the public reads them. */
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../shared/errors/app-error.ts';
import { cellOf, type Dataset } from '../../../shared/open-data/dataset.ts';
import { LICENCE } from '../../../shared/open-data/datasets.ts';
import type { Publisher } from '../publisher.ts';
import { databaseLine } from './lines.ts';

/** Gives a set with its rows as lines, whatever their type. */
export type TableLines = (site: string) => AsyncIterable<string>;

export interface DatabaseOrder {
  /** The file that is written. */
  readonly path: string;
  readonly tables: readonly TableLines[];
  readonly publisher: Publisher;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds after which the process is killed. */
  readonly timeMs: number;
  /** Kills the process. */
  readonly signal: AbortSignal;
}

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url));

/** Megabytes of JavaScript objects of the process: it holds one row at a time. */
const HEAP_MB = 128;

/** Makes the lines of a set whose rows come in batches. */
export function tableLines<Row>({ key, description, columns }: Dataset<Row>, rows: () => AsyncIterable<readonly Row[]>): TableLines {
  return async function* (site) {
    const described = columns.map(({ name, type, meaning, example }) => ({ name, type, meaning, example }));
    yield databaseLine({ kind: 'table', name: key, description, columns: described });
    for await (const batch of rows()) {
      yield batch.map((row) => databaseLine({ kind: 'row', cells: columns.map((column) => cellOf(column, row, site)) })).join('');
    }
  };
}

/**
 * Writes the database.
 * @throws AppError INTERNAL where the process fails or takes too long; what the rows fail with; an AbortError
 */
export async function writeDatabase({ path, tables, publisher, now, timeMs, signal }: DatabaseOrder): Promise<void> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', ENTRY, path], {
    env: { MALLOC_ARENA_MAX: '2' },
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: timeMs,
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  // A process that ends early closes its input; its exit says more than the broken pipe.
  const fed = pipeline(Readable.from(allLines(tables, publisher, now)), child.stdin).catch((error: unknown) => {
    child.kill('SIGKILL');
    return error;
  });
  const [code, fault] = await Promise.all([ended, fed]);
  if (fault instanceof AppError) throw fault;
  if (code !== 0) throw new AppError('INTERNAL', { detail: `the process of the database ended with ${code}`, cause: fault });
}

async function* allLines(tables: readonly TableLines[], { site, name }: Publisher, now: number): AsyncGenerator<string> {
  const facts = { titulo: 'Dados abertos', publicador: name, site, feito_em: new Date(now).toISOString(), licenca: LICENCE.name };
  yield databaseLine({ kind: 'about', facts });
  for (const table of tables) yield* table(site);
}
