/**
 * Brings schema and rows from the older database into the new one: `pg_dump` writes the schema, COPY carries the rows as Postgres writes
 * them, in pieces, so that the memory needed does not grow with a table. Indexes, constraints and triggers come after the rows, as `pg_dump`
 * orders them: no trigger runs, and no row is looked up in a table that is still to come.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { OlderEngine } from './engines.ts';

export type ReportProgress = (message: string, done: number, total: number) => void;

/** Both sessions write values in the same form. */
const SESSION = `
set search_path = '';
set timezone = 'UTC';
set datestyle = 'ISO, MDY';
set intervalstyle = 'postgres';
set extra_float_digits = 1;
set statement_timeout = 0;`;

/** Bytes on disk that one COPY reads. Compressed values grow several times in the text. */
const PIECE_BYTES = 8 * 2 ** 20;
/** PGlite makes no checkpoint by itself, so the log of what was written would grow with the whole database. */
const CHECKPOINT_BYTES = 64 * 2 ** 20;
const MEGABYTE = 2 ** 20;

export async function transfer(older: OlderEngine, newer: PGlite, report: ReportProgress): Promise<void> {
  report('Reading the older schema', 0, 0);
  const [before, after] = [await older.dumpSchema('pre-data'), await older.dumpSchema('post-data')];
  await older.database.exec(SESSION);
  await newer.exec(SESSION);
  await newer.exec(before);
  await copyTables(older.database, newer, report);
  await copySequences(older.database, newer);
  report('Making indexes and constraints', 0, 0);
  await newer.exec(after);
  await newer.exec(`${SESSION}\nanalyze;\ncheckpoint;`);
}

interface TableToCopy {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted names of the columns that are stored as given; generated ones are made again. */
  readonly columns: string;
  readonly blocks: number;
  readonly bytes: number;
}

/** Ordinary tables outside the system's schemas and outside extensions. */
export const USER_TABLES = `
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const TABLES = `
select c.oid::regclass::text as name, pg_relation_size(c.oid) / current_setting('block_size')::int as blocks, pg_table_size(c.oid) as bytes,
  (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
${USER_TABLES} order by 1`;

async function copyTables(from: PGlite, to: PGlite, report: ReportProgress): Promise<void> {
  const { rows: tables } = await from.query<TableToCopy>(TABLES);
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let sinceCheckpoint = 0;
  for (const table of tables) {
    for (const { text, bytes } of piecesOf(table)) {
      report('Copying rows, in MB', Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
      const { blob } = await from.query(`copy (${text}) to '/dev/blob'`);
      if (blob !== undefined && blob.size > 0) await to.query(`copy ${table.name} (${table.columns}) from '/dev/blob'`, [], { blob });
      done += bytes;
      sinceCheckpoint += blob?.size ?? 0;
      if (sinceCheckpoint < CHECKPOINT_BYTES) continue;
      await to.exec('checkpoint');
      sinceCheckpoint = 0;
    }
  }
}

/** Queries that read a table from its first block to its last. A range of `ctid` reads its blocks only. */
function* piecesOf({ name, columns, blocks, bytes }: TableToCopy): Generator<{ readonly text: string; readonly bytes: number }> {
  const perBlock = bytes / Math.max(1, blocks);
  const step = Math.max(1, Math.floor(PIECE_BYTES / perBlock));
  for (let first = 0; first < blocks; first += step) {
    const range = `ctid >= '(${first},0)'::tid and ctid < '(${first + step},0)'::tid`;
    yield { text: `select ${columns} from only ${name} where ${range}`, bytes: Math.min(step, blocks - first) * perBlock };
  }
}

async function copySequences(from: PGlite, to: PGlite): Promise<void> {
  const { rows } = await from.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname !~ '^pg_'`);
  for (const { name } of rows) {
    const { rows: state } = await from.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    for (const { last, called } of state) await to.query('select pg_catalog.setval($1::regclass, $2::bigint, $3)', [name, last, called]);
  }
}
