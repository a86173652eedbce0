/**
 * The schema `embutido`: what this backend records about itself in the database it serves. It belongs to no migration, because a hosted
 * Nhost has no use for it.
 */
import type { Database, Queryable } from '../database.ts';

/**
 * `pendente`: to be loaded; the load is one transaction, so an interrupted one leaves `pendente`. `retirada`: an administrator has replaced it.
 */
const STATES = ['desligada', 'pendente', 'carregada', 'retirada'] as const;

export type DemonstrationState = (typeof STATES)[number];

/** Key of the advisory lock under which the schema changes; an arbitrary number. */
const MIGRATION_LOCK = 7_203_114_552_981;

const CREATE = `
create schema if not exists embutido;
create table if not exists embutido.migracao (
  nome text primary key,
  soma text not null,
  aplicada_em timestamptz not null default now()
);
create table if not exists embutido.instalacao (
  unica boolean primary key default true check (unica),
  demonstracao text not null,
  criada_em timestamptz not null default now(),
  demonstracao_em timestamptz
);
alter table embutido.instalacao
  drop constraint if exists instalacao_demonstracao_check,
  add constraint instalacao_demonstracao_check check (demonstracao in ('${STATES.join("', '")}'));`;

/** The record in the database: applied migrations by name with their checksums, and the recorded demonstration state. */
export interface Installation {
  readonly applied: ReadonlyMap<string, string>;
  readonly demonstration: DemonstrationState | undefined;
}

/** Reads the record in one or two statements; an untouched database has an empty one. */
export async function readInstallation(database: Queryable): Promise<Installation> {
  const { rows: found } = await database.query(`select to_regclass('embutido.instalacao') is not null as existe`);
  if (found[0]?.['existe'] !== true) return { applied: new Map(), demonstration: undefined };
  const { rows } = await database.query(`
    select nome, soma from embutido.migracao
    union all select '', demonstracao from embutido.instalacao`);
  const applied = new Map(rows.map((row) => [String(row['nome']), String(row['soma'])]));
  const demonstration = parseState(applied.get(''));
  applied.delete('');
  return { applied, demonstration };
}

function parseState(text: string | undefined): DemonstrationState | undefined {
  return STATES.find((state) => state === text);
}

/** Creates the schema `embutido` where it is absent. Safe against another replica that does the same. */
export async function createInstallation(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await lockSchemaToChange(tx);
    await tx.script(CREATE);
  });
}

/** Holds the schema lock until the transaction ends, waiting for another replica as long as that needs. */
export async function lockSchema(tx: Queryable): Promise<void> {
  await tx.script('set local statement_timeout = 0');
  await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/**
 * How long a statement waits for a table that others use. Who asks for the table after it waits behind it: without a limit a backup, which holds
 * all tables to its end, would keep the replicas that serve from them.
 */
const LOCK_LIMIT = '2s';

/** Holds the schema lock as well; a statement that waits longer than `LOCK_LIMIT` for a table fails, and its transaction is to be tried again. */
export async function lockSchemaToChange(tx: Queryable): Promise<void> {
  await lockSchema(tx);
  await tx.script(`set local lock_timeout = '${LOCK_LIMIT}'`);
}
