/** What of the project changes with the time alone, read from the database and the permissions rather than from our own list. */

import type { TrackedTable } from '../../../unit/project/metadata.ts';
import type { Catalog } from './catalog.ts';
import type { ProjectDatabase } from './database.ts';

export interface TimeComparison {
  readonly table: string;
  readonly column: string;
  /** As the database writes it, `=` turned away from the clock: `<=`, `>`, `>=` or `<`. */
  readonly operator: string;
  readonly clock: 'now' | 'hoje';
}

export interface ReadView {
  readonly name: string;
  readonly comparisons: readonly TimeComparison[];
  /** How often it reads a clock otherwise than by comparing a column with it. */
  readonly otherReadings: number;
  /** Tables and views behind it. */
  readonly relations: readonly string[];
}

const VIEWS = `
  select v.viewname as name, pg_get_viewdef(format('%I.%I', v.schemaname, v.viewname)::regclass) as definition,
         (select coalesce(array_agg(u.table_name::text), '{}') from information_schema.view_table_usage u
           where u.view_schema = v.schemaname and u.view_name = v.viewname and u.table_schema in ('public', 'contagem')) as relations,
         (select json_agg(json_build_array(u.column_name, u.table_name)) from information_schema.view_column_usage u
            join pg_tables t on t.schemaname = u.table_schema and t.tablename = u.table_name
           where u.view_schema = v.schemaname and u.view_name = v.viewname) as columns
    from pg_views v
   where v.schemaname in ('public', 'contagem')`;

/** Every way in which PostgreSQL reads a clock, and our own. */
const CLOCK =
  /\b(?:now|hoje|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age)\(|\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b|'(?:now|today|tomorrow|yesterday)'/gi;
const COMPARISON = /(?:COALESCE\(([\w., ]+)\)|([\w.]+)) (<=|>=|<|>) (?:\( SELECT )?(now|hoje)\(\)/g;

export async function readViews(database: ProjectDatabase): Promise<readonly ReadView[]> {
  const { rows } = await database.query<{ name: string; definition: string; relations: string[]; columns: [string, string][] }>(VIEWS);
  return rows.map(({ name, definition, relations, columns }) => {
    const found = [...definition.matchAll(COMPARISON)];
    const comparisons = found.flatMap(([, alternatives, single, operator = '', clock]) =>
      (alternatives ?? single ?? '').split(', ').flatMap((written) => {
        const column = written.slice(written.lastIndexOf('.') + 1);
        const tables = columns.filter(([used]) => used === column).map(([, table]) => table);
        return tables.map((table) => ({ table, column, operator, clock: clock === 'now' ? ('now' as const) : ('hoje' as const) }));
      }),
    );
    return { name, comparisons, otherReadings: (definition.match(CLOCK) ?? []).length - found.length, relations };
  });
}

/**
 * Returns the functions that read a clock and may stand in a view: triggers run when a row is written, and that is an event. What returns rows
 * is asked for by a page, whose groups name the tables of the rows.
 */
export async function clockFunctions(database: ProjectDatabase): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string; body: string }>(
    `select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype and not p.proretset
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  return rows.filter(({ body }) => body.search(CLOCK) !== -1).map(({ name }) => name);
}

/** Returns the views whose rows come from a function that reads the clock: such a view need not read it itself. */
export async function viewsFilledWithClock(database: ProjectDatabase): Promise<readonly string[]> {
  const { rows } = await database.query<{ view: string; body: string }>(
    `select c.relname as view, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
      from pg_proc p join pg_class c on c.reltype = p.prorettype and c.relkind = 'v'
      where p.pronamespace = 'public'::regnamespace and p.proretset and p.provolatile = 's'`,
  );
  return [...new Set(rows.filter(({ body }) => body.search(CLOCK) !== -1).map(({ view }) => view))];
}

/** Returns the tables whose comparisons with the time decide what a view shows, those of the views behind it included. */
export function timedTables(view: string, views: readonly ReadView[]): readonly string[] {
  const read = views.find(({ name }) => name === view);
  if (read === undefined) return [];
  const own = read.comparisons.map(({ table }) => table);
  return [...new Set([...own, ...(read.otherReadings > 0 ? [view] : []), ...read.relations.flatMap((name) => timedTables(name, views))])];
}

/** Returns the relations of schema `public` that a row filter of `table` reaches, by the names of the relationships in it. */
export function reachedByFilter(
  table: string,
  filter: Readonly<Record<string, unknown>>,
  tables: ReadonlyMap<string, TrackedTable>,
  catalog: Catalog,
): readonly string[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    const parts = (Array.isArray(value) ? value : [value]).filter(isFilter);
    if (key.startsWith('_')) return parts.flatMap((part) => reachedByFilter(table, part, tables, catalog));
    const target = targetOf(table, key, tables, catalog);
    if (target === null) return [];
    return [target.replace(/^public\./, ''), ...parts.flatMap((part) => reachedByFilter(target, part, tables, catalog))];
  });
}

/** Returns every operator of a filter. */
export function operatorsOf(filter: unknown): readonly string[] {
  if (Array.isArray(filter)) return filter.flatMap(operatorsOf);
  if (!isFilter(filter)) return [];
  return Object.entries(filter).flatMap(([key, value]) => [...(key.startsWith('_') ? [key] : []), ...operatorsOf(value)]);
}

function isFilter(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function targetOf(table: string, relationship: string, tables: ReadonlyMap<string, TrackedTable>, catalog: Catalog): string | null {
  const tracked = tables.get(table);
  const found = [...(tracked?.object_relationships ?? []), ...(tracked?.array_relationships ?? [])].find(
    ({ name }) => name === relationship,
  );
  if (found === undefined) return null;
  if ('manual_configuration' in found.using) return found.using.manual_configuration.remote_table;
  const on = found.using.foreign_key_constraint_on;
  if (typeof on !== 'string') return on.table;
  return catalog.foreignKeys.find(({ child, column }) => child === table && column === on)?.parent ?? null;
}
