/**
 * What stands behind the tables, views and functions that a statement names: a change of any of it may change the answer. Views and SQL
 * bodies are followed through `pg_depend`; of a function whose body is text every word that is the name of a table, a view or a function
 * counts, so a function may be taken to read more than it does, never less. Not covered: a name that a function puts together at run time.
 */
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { Reads } from '../compiler/statement.ts';
import type { TableName } from '../metadata/metadata.ts';
import { tableKey } from './catalog.ts';

const sourcesSchema = z.object({
  relations: z.array(z.object({ id: z.string(), schema: z.string(), name: z.string(), kind: z.string() })),
  functions: z.array(z.object({ id: z.string(), schema: z.string(), name: z.string(), body: z.string() })),
  /** Pairs: the first reads the second. */
  edges: z.array(z.tuple([z.string(), z.string()])),
});

type Sources = z.infer<typeof sourcesSchema>;

export interface ReadSources {
  /** Names of everything that is read, views among them, without their schemas: so the notices of changes name tables. */
  readonly names: ReadonlySet<string>;
  /** The tables among them, which are where changes happen. */
  readonly tables: readonly TableName[];
}

/** Functions of extensions and in C read no table of the project. */
const SOURCES_QUERY = `
with relation as (
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
),
function as (
  select p.oid, n.nspname as schema, p.proname as name, p.prosrc as body
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  where l.lanname not in ('c', 'internal') and p.prorettype <> 'pg_catalog.trigger'::regtype
    and n.nspname not in ('pg_catalog', 'information_schema')
    and not exists (select 1 from pg_catalog.pg_depend e where e.classid = 'pg_catalog.pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
),
edge as (
  select 'r' || w.ev_class as reader, d.refclassid, d.refobjid
  from pg_catalog.pg_rewrite w
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = w.oid and d.refobjid <> w.ev_class
  union
  select 'f' || d.objid, d.refclassid, d.refobjid from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::regclass
  union
  select 'r' || i.inhparent, 'pg_catalog.pg_class'::regclass, i.inhrelid from pg_catalog.pg_inherits i
)
select json_build_object(
  'relations', (select coalesce(json_agg(json_build_object('id', 'r' || oid, 'schema', schema, 'name', name, 'kind', kind)), '[]') from relation),
  'functions', (select coalesce(json_agg(json_build_object('id', 'f' || oid, 'schema', schema, 'name', name, 'body', body)), '[]') from function),
  'edges', (
    select coalesce(json_agg(json_build_array(reader, case refclassid when 'pg_catalog.pg_class'::regclass then 'r' else 'f' end || refobjid)), '[]')
    from edge where refclassid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass))
)::text as sources`;

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/gu;

function edgesOf({ relations, functions, edges }: Sources): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy([...relations, ...functions], ({ name }) => name);
  const named = functions.flatMap(({ id, body }) =>
    [...new Set(body.match(WORD))].flatMap((word) => (byName.get(word) ?? []).map((read) => [id, read.id] as const)),
  );
  const grouped = Map.groupBy([...edges, ...named], ([reader]) => reader);
  return new Map([...grouped].map(([reader, pairs]) => [reader, pairs.map(([, read]) => read)]));
}

/** Loads the catalog's part of the answer and returns the function that follows what a statement reads. @throws DatabaseError */
export async function loadReadSources(database: Queryable): Promise<(reads: Reads) => ReadSources> {
  const { rows } = await database.query(SOURCES_QUERY);
  const sources = sourcesSchema.parse(JSON.parse(String(rows[0]?.['sources'])));
  const edges = edgesOf(sources);
  const relations = new Map(sources.relations.map((relation) => [relation.id, relation]));
  const idsOf = (known: readonly (TableName & { readonly id: string })[]): ((names: readonly TableName[]) => readonly string[]) => {
    const ids = Map.groupBy(known, tableKey);
    return (names) => names.flatMap((name) => (ids.get(tableKey(name)) ?? []).map(({ id }) => id));
  };
  const relationIds = idsOf(sources.relations);
  const functionIds = idsOf(sources.functions);
  return (reads) => {
    const seen = new Set<string>();
    const open = [...relationIds(reads.relations), ...functionIds(reads.functions)];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...(edges.get(id) ?? []));
    }
    const found = [...seen].flatMap((id) => relations.get(id) ?? []);
    const tables = found.filter(({ kind }) => kind === 'r' || kind === 'p' || kind === 'f').map(({ schema, name }) => ({ schema, name }));
    return { names: new Set(found.map(({ name }) => name)), tables };
  };
}
