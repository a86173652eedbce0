/**
 * One statement that describes every table, view and key of the database as JSON text. It reads the system catalog only, so it is the
 * same on PGlite and on every Postgres from version 13.
 */
export const CATALOG_QUERY = `
with recursive relation as (
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind, obj_description(c.oid, 'pg_class') as comment
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
),
-- A column of a domain has the type under the domain, as in Hasura.
domain as (
  select oid, typbasetype as base from pg_catalog.pg_type where typtype = 'd'
  union all
  select domain.oid, t.typbasetype from domain join pg_catalog.pg_type t on t.oid = domain.base where t.typtype = 'd'
),
typed as (
  select a.attrelid, a.attnum, a.attname as name, a.attnotnull as required, col_description(a.attrelid, a.attnum) as comment,
    coalesce(e.typname, t.typname) as type, e.oid is not null as is_array,
    quote_ident(tn.nspname) || '.' || quote_ident(coalesce(e.typname, t.typname)) as sql_type,
    -- A view's column is writable where Postgres can pass the value on; a generated column and an identity "always" never are.
    a.attgenerated = '' and a.attidentity <> 'a' and (r.kind <> 'v' or pg_catalog.pg_column_is_updatable(r.oid, a.attnum, true)) as writable
  from relation r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid
  left join domain d on d.oid = a.atttypid
  join pg_catalog.pg_type t on t.oid = coalesce(d.base, a.atttypid) and t.typtype <> 'd'
  left join pg_catalog.pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  join pg_catalog.pg_namespace tn on tn.oid = coalesce(e.typnamespace, t.typnamespace)
  where a.attnum > 0 and not a.attisdropped
),
-- Once for all relations: one by one they would each read all types again.
described as (
  select attrelid, json_agg(json_build_object('name', name, 'type', type, 'sqlType', sql_type, 'isArray', is_array,
    'required', required, 'writable', writable, 'comment', comment) order by attnum) as columns
  from typed group by attrelid
)
select coalesce(json_agg(json_build_object(
  'schema', r.schema, 'name', r.name, 'kind', r.kind, 'comment', r.comment,
  'columns', coalesce(d.columns, '[]'),
  -- Bits of the events that reach the table behind it: 8 insert, 4 update, 16 delete.
  'events', pg_catalog.pg_relation_is_updatable(r.oid, true),
  'uniqueKeys', (
    select coalesce(json_agg(json_build_object('name', u.conname, 'columns', (
      select json_agg(ua.attname order by uk.position) from unnest(u.conkey) with ordinality as uk(attnum, position)
      join pg_catalog.pg_attribute ua on ua.attrelid = u.conrelid and ua.attnum = uk.attnum)) order by u.conname), '[]')
    from pg_catalog.pg_constraint u where u.conrelid = r.oid and u.contype in ('p', 'u')),
  'primaryKey', (
    select coalesce(json_agg(a.attname order by k.position), '[]')
    from pg_catalog.pg_constraint p
    cross join lateral unnest(p.conkey) with ordinality as k(attnum, position)
    join pg_catalog.pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
    where p.conrelid = r.oid and p.contype = 'p'),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object('name', f.conname, 'schema', o.schema, 'table', o.name,
      'columns', (
        select json_agg(json_build_array(la.attname, fa.attname) order by k.position)
        from unnest(f.conkey, f.confkey) with ordinality as k(local, foreign_, position)
        join pg_catalog.pg_attribute la on la.attrelid = f.conrelid and la.attnum = k.local
        join pg_catalog.pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = k.foreign_)
      ) order by f.conname), '[]')
    from pg_catalog.pg_constraint f join relation o on o.oid = f.confrelid
    where f.conrelid = r.oid and f.contype = 'f')
) order by r.schema, r.name), '[]')::text as catalog
from relation r left join described d on d.attrelid = r.oid`;

/**
 * One statement that describes every function of the project as JSON text: what it takes and what it gives. Arguments that a function gives
 * back (`out`, `returns table`) and lists of any length (`variadic`) keep it from being called by name: such a function is left out, and so
 * are those of extensions.
 */
export const FUNCTIONS_QUERY = `
with callable as (
  select p.*, n.nspname from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where p.prokind = 'f' and p.proargmodes is null and n.nspname not in ('pg_catalog', 'information_schema')
    and not exists (
      select 1 from pg_catalog.pg_depend e
      where e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and e.objid = p.oid and e.deptype = 'e')
),
-- Each type that a function takes or gives: of an array its element, of the rows of a table that table.
described as (
  select t.oid, coalesce(e.typname, t.typname) as type, e.oid is not null as is_array, t.typtype = 'p' as is_pseudo,
    quote_ident(tn.nspname) || '.' || quote_ident(coalesce(e.typname, t.typname)) as sql_type,
    case when c.oid is not null then json_build_object('schema', cn.nspname, 'name', c.relname) end as relation
  from pg_catalog.pg_type t
  left join pg_catalog.pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  join pg_catalog.pg_namespace tn on tn.oid = coalesce(e.typnamespace, t.typnamespace)
  left join pg_catalog.pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p', 'v', 'm', 'f')
  left join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace
  where t.oid in (select prorettype from callable) or t.oid in (select unnest(proargtypes) from callable)
)
select coalesce(json_agg(json_build_object(
  'schema', p.nspname, 'name', p.proname, 'isSet', p.proretset, 'isVolatile', p.provolatile = 'v',
  'comment', obj_description(p.oid, 'pg_proc'),
  'table', r.relation,
  'result', case when r.relation is null and not r.is_pseudo
    then json_build_object('type', r.type, 'sqlType', r.sql_type, 'isArray', r.is_array) end,
  'arguments', (
    select coalesce(json_agg(json_build_object('name', coalesce(p.proargnames[a.position], ''), 'type', d.type, 'sqlType', d.sql_type,
      'isArray', d.is_array, 'table', d.relation, 'hasDefault', a.position > p.pronargs - p.pronargdefaults) order by a.position), '[]')
    from unnest(p.proargtypes::oid[]) with ordinality as a(type, position)
    join described d on d.oid = a.type)
) order by p.nspname, p.proname), '[]')::text as functions
from callable p join described r on r.oid = p.prorettype`;
