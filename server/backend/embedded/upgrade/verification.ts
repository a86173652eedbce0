/** Compares two databases by what they hold: the objects of the schema by name and form, and the rows of each table by number and digest. */
import type { PGlite } from '@electric-sql/pglite';
import { type ReportProgress, USER_TABLES } from './transfer.ts';

/** Objects of users, one a row. NOT NULL is read from the columns, since Postgres 18 also lists it as a constraint. */
const OBJECTS = `
with own as (select oid, nspname from pg_catalog.pg_namespace where nspname <> 'information_schema' and nspname !~ '^pg_'),
extension as (select classid, objid from pg_catalog.pg_depend where deptype = 'e'),
relation as (
  select c.oid, c.relkind, c.oid::regclass::text as name from pg_catalog.pg_class c join own n on n.oid = c.relnamespace
  where not exists (select from extension e where e.classid = 'pg_class'::regclass and e.objid = c.oid))
select 'schema ' || nspname as object from own
union all select concat_ws(' ', 'relation', name, relkind) from relation
union all select concat_ws(' ', 'column', r.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated)
  from relation r join pg_catalog.pg_attribute a on a.attrelid = r.oid where a.attnum > 0 and not a.attisdropped
union all select concat_ws(' ', 'constraint', r.name, k.conname, k.contype, k.convalidated)
  from relation r join pg_catalog.pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
union all select concat_ws(' ', 'trigger', r.name, t.tgname, t.tgenabled)
  from relation r join pg_catalog.pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
union all select 'policy ' || r.name || ' ' || p.polname from relation r join pg_catalog.pg_policy p on p.polrelid = r.oid
union all select 'function ' || p.oid::regprocedure from pg_catalog.pg_proc p join own n on n.oid = p.pronamespace
  where not exists (select from extension e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
union all select 'type ' || t.oid::regtype || ' ' || coalesce((select string_agg(quote_literal(v.enumlabel), ' ' order by v.enumsortorder)
    from pg_catalog.pg_enum v where v.enumtypid = t.oid), '')
  from pg_catalog.pg_type t join own n on n.oid = t.typnamespace where t.typtype in ('d', 'e')
union all select 'extension ' || extname from pg_catalog.pg_extension
union all select 'role ' || rolname from pg_catalog.pg_roles where rolname !~ '^pg_'
union all select 'setting ' || setting from pg_catalog.pg_db_role_setting, unnest(setconfig) setting
union all select 'large object ' || oid from pg_catalog.pg_largeobject_metadata`;

/** Thrown when the new database does not hold what the older one holds. */
class NotTheSameError extends Error {
  override readonly name = 'NotTheSameError';
}

/** Compares schema and rows; both sessions write values in the same form (`transfer`). @throws NotTheSameError naming what differs. */
export async function verifySame(older: PGlite, newer: PGlite, report: ReportProgress): Promise<void> {
  report('Comparing the schemas', 0, 0);
  const [before, after] = [await objectsOf(older), await objectsOf(newer)];
  const missing = [...before].filter((object) => !after.has(object));
  const added = [...after].filter((object) => !before.has(object));
  if (missing.length + added.length > 0) {
    throw new NotTheSameError(`the schemas differ: ${[...missing.map((name) => `no ${name}`), ...added].slice(0, 5).join('; ')}`);
  }
  const { rows: tables } = await older.query<{ name: string }>(`select c.oid::regclass::text as name ${USER_TABLES} order by 1`);
  for (const [done, { name }] of tables.entries()) {
    report('Comparing the tables', done, tables.length);
    const [was, is] = [await contentOf(older, name), await contentOf(newer, name)];
    if (was.rows !== is.rows) throw new NotTheSameError(`the table ${name} has ${is.rows} rows in place of ${was.rows}`);
    if (was.digest !== is.digest) throw new NotTheSameError(`the rows of the table ${name} differ`);
  }
}

async function objectsOf(database: PGlite): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ object: string }>(OBJECTS);
  return new Set(rows.map(({ object }) => object));
}

/** The digest is a sum, because rows need not lie in the same order. */
async function contentOf(database: PGlite, table: string): Promise<{ readonly rows: string; readonly digest: string }> {
  const { rows } = await database.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from only ${table} t`,
  );
  return rows[0] ?? { rows: '', digest: '' };
}
