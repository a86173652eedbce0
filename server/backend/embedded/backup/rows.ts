/**
 * The rows of a database as texts, one form for PGlite and for a server: each row is the literal of its composite type, which Postgres reads
 * back exactly, whatever its columns are. Read in one snapshot and in pieces, so that the memory needed does not grow with a table.
 */
import type { Queryable } from '../database.ts';
import { USER_TABLES } from '../upgrade/transfer.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';

/** Both sessions write values in the same form, and no setting of the server ends a long one. */
export const SESSION_SETTINGS = `
set local search_path = '';
set local timezone = 'UTC';
set local datestyle = 'ISO, MDY';
set local intervalstyle = 'postgres';
set local extra_float_digits = 1;
set local statement_timeout = 0;
set local idle_in_transaction_session_timeout = 0;`;

/**
 * What a server keeps of itself, and the contents of files, which the backup has as files whatever their store is. A restored database has its
 * own, and gets the files of the running build at its start.
 */
const OWN = [
  'migracao',
  'deposito',
  'replica',
  'gravacao',
  'pedaco',
  'conteudo',
  'conteudo_solto',
  'versao',
  'recurso',
  'recurso_da_versao',
];

const TABLES = `
select c.oid::regclass::text as name,
  (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
      'generated', a.attgenerated <> '') order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
${USER_TABLES}
  and not (n.nspname = 'embutido' and c.relname = any($1))
order by 1`;

export type Table = Pick<BackedUpTable, 'name' | 'columns'>;

/** The tables of the content, of sign-in and of cases. In a transaction with `SESSION_SETTINGS`. */
export async function tablesOf(tx: Queryable): Promise<readonly Table[]> {
  const { rows } = await tx.query(TABLES, [OWN]);
  return rows.map((row) => ({ name: String(row['name']), columns: (row['columns'] ?? []) as Table['columns'] }));
}

/** Number and digest of the rows. Columns that Postgres makes itself are left out: another major version may make them a little differently. */
export async function contentOf(tx: Queryable, { name, columns }: Table): Promise<Pick<BackedUpTable, 'rows' | 'digest'>> {
  const { rows } = await tx.query(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(row(${storedColumns(columns).join(', ')})::text, 0)), 0)::text as digest
     from only ${name}`,
  );
  return { rows: String(rows[0]?.['rows']), digest: String(rows[0]?.['digest']) };
}

export function storedColumns(columns: Table['columns']): readonly string[] {
  return columns.filter(({ generated }) => !generated).map(({ name }) => name);
}

/** Bytes of a piece, more or less: rows differ in size. */
const PIECE_BYTES = 4 * 2 ** 20;
const MOST_ROWS = 5_000;

/** The rows of a table in pieces of lines, each line a row as a JSON text. In a transaction with `SESSION_SETTINGS`. */
export async function* piecesOf(tx: Queryable, table: string): AsyncGenerator<Uint8Array> {
  await tx.query(`declare copia no scroll cursor for select t::text as linha from only ${table} t`);
  for (let wanted = 50; ; ) {
    const { rows } = await tx.query(`fetch ${wanted} from copia`);
    if (rows.length === 0) break;
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row['linha'])}\n`).join(''));
    yield bytes;
    wanted = Math.min(MOST_ROWS, Math.max(1, Math.floor((rows.length * PIECE_BYTES) / bytes.length)));
  }
  await tx.query('close copia');
}

export function linesOf(bytes: Buffer): readonly string[] {
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as string);
}

const SEQUENCES = `
select c.oid::regclass::text as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'S' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1`;

export async function sequencesOf(tx: Queryable): Promise<Manifest['sequences']> {
  const found: Manifest['sequences'] = [];
  for (const { name } of (await tx.query(SEQUENCES)).rows) {
    const { rows } = await tx.query(`select last_value::text as last, is_called as called from ${String(name)}`);
    for (const row of rows) found.push({ name: String(name), last: String(row['last']), called: row['called'] === true });
  }
  return found;
}

/** The content addresses that rows of `storage.files` name, with their sizes. */
export async function contentsNamed(tx: Queryable): Promise<readonly string[]> {
  const { rows } = await tx.query(
    `select distinct trim('"' from etag) as sha256 from storage.files where is_uploaded and etag ~ '^"[0-9a-f]{64}"$' order by 1`,
  );
  return rows.map((row) => String(row['sha256']));
}
