/**
 * Loads the demonstration content into a new database. The database records whether the content is loaded. The rows and the record are
 * written in one transaction, so an interrupted load leaves no row and is repeated at the next start.
 */
import { type Database, LONG_TRANSACTION, type Queryable } from '../database.ts';
import { type DemonstrationState, lockSchema } from '../migrations/installation.ts';
import type { BulkFiles } from '../storage/bulk-files.ts';

/** What the loader of a project gets. `database` is the transaction of the load, in which the rows of `files` are too. */
export interface DemonstrationTask {
  readonly database: Queryable;
  readonly files: Pick<BulkFiles, 'put'>;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export type DemonstrationLoader = (task: DemonstrationTask) => Promise<void>;

/** `auto` = on when the database is new and is not on a Postgres server of the operator. */
export type DemonstrationChoice = boolean | 'auto';

export interface DemonstrationOptions {
  readonly choice: DemonstrationChoice;
  readonly onServer: boolean;
  readonly recorded: DemonstrationState | undefined;
  /** Absent when the project brings no loader. */
  readonly loader: DemonstrationLoader | undefined;
  /** The files for a bulk load, whose rows appear with the commit of `tx`. */
  readonly filesFor: (tx: Queryable) => BulkFiles;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Returns the state to record for a choice. Loaded content keeps its record whatever is chosen later: `off` does not delete it, and the pages
 * must go on saying that it is a demonstration. Replaced content is not loaded again.
 */
export function wantedState(options: Pick<DemonstrationOptions, 'choice' | 'onServer' | 'recorded'>): DemonstrationState {
  const { choice, onServer, recorded } = options;
  if (recorded === 'carregada' || recorded === 'retirada') return recorded;
  if (choice === 'auto') return recorded ?? (onServer ? 'desligada' : 'pendente');
  return choice ? 'pendente' : 'desligada';
}

/** Loads the content when it is wanted and absent. Resolves with whether the database holds it. */
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
     on conflict (unica) do update set demonstracao = excluded.demonstracao where instalacao.demonstracao not in ('carregada', 'retirada')`,
    [state],
  );
}

async function load(database: Database, loader: DemonstrationLoader, options: DemonstrationOptions): Promise<void> {
  await database.transaction(async (tx) => {
    await lockSchema(tx);
    const { rows } = await tx.query('select demonstracao from embutido.instalacao');
    // Another replica loaded the content while this one waited for the lock.
    if (rows[0]?.['demonstracao'] === 'carregada') return;
    const files = options.filesFor(tx);
    const work = (): Promise<void> => loader({ database: tx, files, progress: options.progress, signal: options.signal });
    // On a server nobody could read a table from the moment its index is dropped until the load has ended.
    await (database.kind === 'pglite' ? withoutGinIndexes(tx, work) : work());
    await files.flush();
    await tx.query(`update embutido.instalacao set demonstracao = 'carregada', demonstracao_em = now()`);
    // The planner has no statistics of rows that one transaction inserted.
    await tx.script('analyze');
  }, LONG_TRANSACTION);
}

/** Each row costs a GIN index many times what it costs one that is made of all rows ("Populating a Database" in Postgres' documentation). */
async function withoutGinIndexes(tx: Queryable, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.query(`
    select format('drop index %s;', indexrelid::regclass) as dropping, pg_get_indexdef(indexrelid) || ';' as making
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
     where amname = 'gin' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`);
  await tx.script(rows.map(({ dropping }) => dropping).join(''));
  await work();
  await tx.script(rows.map(({ making }) => making).join(''));
}
