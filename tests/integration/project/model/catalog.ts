import type { ProjectDatabase } from './database.ts';
export interface ForeignKey {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
  readonly parent_column: string;
}

/** What the database knows of the schemas public, storage and auth. Names of tables carry their schema. */
export interface Catalog {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly views: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

const RELATIONS = `
  select n.nspname || '.' || c.relname as name, c.relkind = 'v' as view, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where n.nspname in ('public', 'storage', 'auth') and c.relkind in ('r', 'v')
   group by 1, 2`;

const FOREIGN_KEYS = `
  select cn.nspname || '.' || c.relname as child, ca.attname as column, pn.nspname || '.' || p.relname as parent, pa.attname as parent_column
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid
    join pg_namespace pn on pn.oid = p.relnamespace
    join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = k.conkey[1]
    join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[1]
   where k.contype = 'f' and cn.nspname in ('public', 'storage', 'auth')`;

export async function readCatalog(database: ProjectDatabase): Promise<Catalog> {
  const relations = await database.query<{ name: string; view: boolean; columns: string[] }>(RELATIONS);
  const foreignKeys = await database.query<ForeignKey>(FOREIGN_KEYS);
  return {
    columns: new Map(relations.rows.map((row) => [row.name, row.columns])),
    views: relations.rows.filter((row) => row.view).map((row) => row.name),
    foreignKeys: foreignKeys.rows,
  };
}
