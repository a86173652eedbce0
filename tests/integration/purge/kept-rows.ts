/** The rows that a case finds, whatever the cases before it did to them. */
import type { Database } from '../../../server/backend/embedded/database.ts';

export interface KeptRows {
  /** Restores the kept rows, and the counts and search entries derived from them. No trigger runs, so no change event comes. */
  putBack(): Promise<void>;
}

const EVERY_TABLE = `select schemaname, tablename, format('guardado.%I', schemaname || '.' || tablename) as kept,
  format('%I.%I', schemaname, tablename) as own from pg_tables where schemaname in ('public', 'storage', 'contagem', 'indice')`;

const KEEP = `
  create schema guardado;
  do $$ declare t record; begin
    for t in ${EVERY_TABLE} loop
      execute format('create table %s as table %s', t.kept, t.own);
    end loop;
  end $$`;

// Compared as text, since not every type of a column knows equality.
const PUT_BACK = `
  begin;
  set local session_replication_role = replica;
  do $$ declare t record; columns text; changed boolean; begin
    for t in ${EVERY_TABLE} loop
      execute format('select exists ((select x::text from %1$s x except all select x::text from %2$s x)
        union all (select x::text from %2$s x except all select x::text from %1$s x))', t.own, t.kept) into changed;
      continue when not changed;
      select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
        where table_schema = t.schemaname and table_name = t.tablename and is_generated = 'NEVER';
      execute format('delete from %s', t.own);
      execute format('insert into %s (%s) overriding system value select %2$s from %s', t.own, columns, t.kept);
    end loop;
  end $$;
  commit`;

/** Keeps the rows of all tables of the project as they are now. */
export async function keepRows(database: Database): Promise<KeptRows> {
  await database.script(KEEP);
  return { putBack: () => database.script(PUT_BACK) };
}
