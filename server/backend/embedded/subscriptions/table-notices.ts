/**
 * Makes sure that the changes of a table are told. The content tables of a project have triggers that name the changed rows; any other table
 * (those of sign-in, those of another project) gets a trigger for each statement when the first subscription reads it.
 */
import pg from 'pg';
import { z } from 'zod';
import { CHANGE_CHANNEL } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import type { TableName } from '../graphql/metadata/metadata.ts';

/** Carries the names of tables; see the function `embutido.avisar_tabela`. */
const TABLE_CHANNEL = 'embutido_tabelas';

/**
 * The tables of a list without a trigger for every kind of change. Bits of `tgtype`: 4 insert, 8 delete, 16 update, 32 truncate. A trigger
 * for some columns or with a condition does not count.
 */
const UNTOLD_QUERY = `
select n.nspname as schema, c.relname as name
from pg_catalog.jsonb_to_recordset($1::text::jsonb) as asked(schema text, name text)
join pg_catalog.pg_namespace n on n.nspname = asked.schema
join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = asked.name
left join pg_catalog.pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D' and t.tgqual is null and t.tgattr = ''
  and exists (select 1 from pg_catalog.pg_proc p where p.oid = t.tgfoid
    and (p.prosrc ~ 'pg_notify\\s*\\(\\s*''${CHANGE_CHANNEL}''' or p.oid = 'embutido.avisar_tabela'::regproc))
group by c.oid, n.nspname, c.relname
having coalesce(bit_or(t.tgtype), 0) & 60 <> 60`;

const untoldSchema = z.array(z.object({ schema: z.string(), name: z.string() }));

/** Key of the advisory lock under which triggers are made; an arbitrary number. Replicas would make the same trigger at once. */
const LOCK = 7_203_114_552_982;

/** A table that a long transaction writes makes the subscription fail rather than every later writer wait. */
const LOCK_LIMIT = '2s';

export interface TableNotices {
  /** Resolves when every later change of the tables will be told. @throws DatabaseError when a trigger cannot be made */
  follow(tables: readonly TableName[]): Promise<void>;
  close(): Promise<void>;
}

/** @param onTable told the name of a table whose rows may have changed; null when notices may have been missed. Nothing is asked before `follow`. */
export function createTableNotices(database: Database, onTable: (name: string | null) => void): TableNotices {
  const followed = new Set<string>();
  let listening: Promise<() => Promise<void>> | undefined;
  const listen = async (): Promise<void> => {
    listening ??= database
      .listen(TABLE_CHANNEL, onTable, () => onTable(null))
      .catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
    await listening;
  };
  return {
    async follow(tables) {
      const unknown = tables.filter((table) => !followed.has(keyOf(table)));
      if (unknown.length === 0) return;
      await listen();
      await tell(database, unknown);
      for (const table of unknown) followed.add(keyOf(table));
    },
    async close() {
      const stop = await listening?.catch(() => undefined);
      await stop?.();
    },
  };
}

function keyOf({ schema, name }: TableName): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

async function tell(database: Database, tables: readonly TableName[]): Promise<void> {
  const asked = [JSON.stringify(tables)];
  const read = async (on: Pick<Database, 'query'>): Promise<readonly TableName[]> =>
    untoldSchema.parse((await on.query(UNTOLD_QUERY, asked)).rows);
  if ((await read(database)).length === 0) return;
  await database.transaction(async (tx) => {
    await tx.script(`set local lock_timeout = '${LOCK_LIMIT}'; select pg_advisory_xact_lock(${LOCK})`);
    for (const table of await read(tx)) {
      await tx.script(`create or replace trigger embutido_avisar_tabela after insert or update or delete or truncate on ${keyOf(table)}
        for each statement execute function embutido.avisar_tabela()`);
    }
  });
}
