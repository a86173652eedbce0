/**
 * What a backup of all but the personal tables holds: the rows of every table outside the schema `casos`, as `pg_dump` would write them. Personal are
 * that schema, the rows of `storage.files` in the bucket of cases, and the bytes of files, which have no name in the database.
 */
type Rows = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const TABLES = `
select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'casos') and n.nspname not like 'pg\\_%'
   and c.relname <> 'pedaco' order by 1, 2`;

/** Returns the texts by table. */
export async function rowsOutsideCases(rows: Rows): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const { schema, name } of await rows(TABLES)) {
    const table = `${String(schema)}.${String(name)}`;
    const only = table === 'storage.files' ? "where bucket_id <> 'casos'" : '';
    const found = await rows(`select to_jsonb(t)::text as text from "${String(schema)}"."${String(name)}" t ${only}`);
    kept.set(table, found.map(({ text }) => String(text)).join('\n'));
  }
  return kept;
}
