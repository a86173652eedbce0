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
