/**
 * The invented content that a new data directory begins with. Whether it is there is recorded in the database; the load is one
 * transaction, rows and record together, so a killed load leaves no row and is done again at the next start.
 */
import { pathToFileURL } from 'node:url';
import type { Database, Queryable } from '../database.ts';
import { type DemonstrationState, lockSchema } from '../migrations/installation.ts';
import { BlobStore } from '../storage/blob-store.ts';
import { FileStore } from '../storage/file-store.ts';

/** What a project's loader gets. `transaction` is a savepoint of the one transaction that the load is. */
interface DemonstrationTask {
  readonly database: Queryable & Pick<Database, 'transaction'>;
  readonly files: FileStore;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export type DemonstrationLoader = (task: DemonstrationTask) => Promise<void>;

/** `auto` = on when this database is new and no server of the operator's was named. */
export type DemonstrationChoice = boolean | 'auto';

export interface DemonstrationOptions {
  readonly choice: DemonstrationChoice;
  readonly onServer: boolean;
  readonly recorded: DemonstrationState | undefined;
  /** Absent when the project brings no loader. */
  readonly loader: DemonstrationLoader | undefined;
  readonly filesDirectory: string;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * What the choice means for what is recorded. Content that is there stays there and keeps its record, whatever is chosen now: `off`
 * cannot take it away, and pages must go on saying what it is.
 */
export function wantedState(options: Pick<DemonstrationOptions, 'choice' | 'onServer' | 'recorded'>): DemonstrationState {
  const { choice, onServer, recorded } = options;
  if (recorded === 'carregada') return 'carregada';
  if (choice === 'auto') return recorded ?? (onServer ? 'desligada' : 'pendente');
  return choice ? 'pendente' : 'desligada';
}

/** Loads the content when it is wanted and absent. Resolves with whether the database holds it. Reads nothing when nothing changes. */
export async function settleDemonstration(database: Database, options: DemonstrationOptions): Promise<boolean> {
  const wanted = options.loader === undefined ? (options.recorded ?? 'desligada') : wantedState(options);
  if (wanted !== options.recorded) await recordState(database, wanted);
  if (wanted !== 'pendente' || options.loader === undefined) return wanted === 'carregada';
  await load(database, options.loader, options);
  return true;
}

async function recordState(database: Queryable, state: DemonstrationState): Promise<void> {
  await database.query(
    `insert into embutido.instalacao (demonstracao) values ($1)
     on conflict (unica) do update set demonstracao = excluded.demonstracao where instalacao.demonstracao <> 'carregada'`,
    [state],
  );
}

async function load(database: Database, loader: DemonstrationLoader, options: DemonstrationOptions): Promise<void> {
  await database.transaction(async (tx) => {
    await lockSchema(tx);
    const { rows } = await tx.query('select demonstracao from embutido.instalacao');
    // Another replica loaded it while this one waited for the lock.
    if (rows[0]?.['demonstracao'] === 'carregada') return;
    const files = new FileStore(tx, new BlobStore(options.filesDirectory, 'deferred'));
    await loader({ database: withSavepoints(tx), files, progress: options.progress, signal: options.signal });
    await files.flush();
    await tx.query(`update embutido.instalacao set demonstracao = 'carregada', demonstracao_em = now()`);
  });
  // The planner knows nothing about rows that came in one transaction.
  await database.script('analyze');
}

/** Gives a transaction the face of a database whose transactions are savepoints. */
function withSavepoints(tx: Queryable): DemonstrationTask['database'] {
  let depth = 0;
  return {
    query: (text, values, options) => tx.query(text, values, options),
    script: (text) => tx.script(text),
    async transaction(work) {
      depth += 1;
      const name = `parte_${depth}`;
      await tx.script(`savepoint ${name}`);
      try {
        const result = await work(tx);
        await tx.script(`release savepoint ${name}`);
        return result;
      } catch (error) {
        await tx.script(`rollback to savepoint ${name}`);
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
}

/** Imports a project's loader (`loadDemonstration`). Only done when it is needed: it draws in what makes PDFs and pictures. */
export function importLoader(file: string): DemonstrationLoader {
  return async (task) => {
    const module: unknown = await import(pathToFileURL(file).href);
    await loaderOf(module, file)(task);
  };
}

function loaderOf(module: unknown, file: string): DemonstrationLoader {
  if (typeof module === 'object' && module !== null && 'loadDemonstration' in module && typeof module.loadDemonstration === 'function') {
    return module.loadDemonstration as DemonstrationLoader;
  }
  throw new Error(`${file} exports no function loadDemonstration`);
}
