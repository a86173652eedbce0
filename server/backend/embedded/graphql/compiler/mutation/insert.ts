/**
 * Inserts: consecutive objects with the same columns are one statement with all rows in one parameter; an object with rows of other tables
 * in it is inserted between those that it refers to and those that refer to it.
 */
import { z } from 'zod';
import { ensured, faultAt, GraphqlFault } from '../../errors.ts';
import { allOf } from '../../model/bool-exp.ts';
import type { WritableTable } from '../../model/writable-table.ts';
import type { Input } from '../../request/input.ts';
import { boolSql, columnSql } from '../bool-sql.ts';
import { quoteIdentifier, quoteTable } from '../identifiers.ts';
import { StatementBuilder } from '../statement.ts';
import { CHECK_FAILED } from './change.ts';
import { type Conflict, type InsertObject, type NestedInsert, readConflict, readInsertObject, type Values } from './insert-input.ts';
import { type Answer, readWritten } from './returning.ts';
import { type MutationContext, presetsSql, sqlTypeOf } from './values.ts';

/** A row that an insert wrote, also by updating one that stood in the way. */
interface InsertedRow {
  /** The row as Postgres writes a composite value. */
  readonly line: string;
  /** Texts of the columns that related rows refer to, by name. */
  readonly keys: Values;
}

interface Inserted {
  /** Rows of this table and of the nested ones. */
  readonly affected: number;
  readonly rows: readonly InsertedRow[];
}

interface Batch {
  /** Where its objects stand in the request. */
  readonly path: string;
  readonly table: WritableTable;
  readonly conflict: Conflict | undefined;
}

function conflictSql(context: MutationContext, statement: StatementBuilder, { table, conflict }: Batch, alias: string): string {
  if (conflict === undefined) return '';
  const target = ` on conflict on constraint ${quoteIdentifier(conflict.constraint)}`;
  if (conflict.columns.length === 0) return `${target} do nothing`;
  const update = ensured(table.update);
  const taken = conflict.columns.map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`);
  const preset = presetsSql(context, statement, update.presets);
  const where = boolSql(statement, allOf([update.filter, conflict.where]), alias);
  return `${target} do update set ${[...taken, ...preset].join(', ')} where ${where}`;
}

/** The check of an inserted row; a row that stood in the way and was updated has that of the update. */
function checkSql(statement: StatementBuilder, { table, conflict }: Batch, alias: string): string {
  const inserted = boolSql(statement, ensured(table.insert).check, alias);
  if (conflict === undefined || conflict.columns.length === 0) return inserted;
  return `case when ${alias}.xmax = 0 then ${inserted} else ${boolSql(statement, ensured(table.update).check, alias)} end`;
}

/** The texts of some columns as a JSON list. */
function keysSql(alias: string, columns: readonly string[]): string {
  return `jsonb_build_array(${columns.map((name) => `${columnSql(alias, name)}::text`).join(', ')})::text`;
}

function parseKeys(columns: readonly string[], text: unknown): Values {
  const values = z.array(z.string().nullable()).parse(JSON.parse(String(text)));
  return new Map(columns.map((name, index) => [name, values[index] ?? null]));
}

/** Inserts rows that give the same columns, and returns them with the texts of `keys`. */
async function insertRows(
  context: MutationContext,
  batch: Batch,
  rows: readonly Values[],
  keys: readonly string[],
): Promise<readonly InsertedRow[]> {
  const { table } = batch.table;
  const names = [...ensured(rows[0]).keys()];
  const types = names.map((name) => table.columns.get(name)?.type);
  const statement = new StatementBuilder();
  const alias = statement.alias();
  const name = quoteTable(table.name);
  const given = statement.parameter(
    () => JSON.stringify(rows.map((row) => names.map((column) => row.get(column) ?? null))),
    'pg_catalog.jsonb',
  );
  const values = types.map((type, index) => `(given.line->>${index})::${type === undefined ? 'pg_catalog.text' : sqlTypeOf(type)}`);
  const text = [
    `insert into ${name} as ${alias}`,
    names.length === 0 ? '' : ` (${names.map(quoteIdentifier).join(', ')})`,
    ` select ${values.join(', ')} from jsonb_array_elements(${given}) with ordinality as given(line, n) order by given.n`,
    conflictSql(context, statement, batch, alias),
    ` returning (row(${alias}.*)::${name})::text as line, coalesce(${checkSql(statement, batch, alias)}, false)::text as passed`,
    `, ${keysSql(alias, keys)} as keys`,
  ].join('');
  const written = await context.run(statement, text).catch((error: unknown) => {
    throw faultAt(error, batch.path);
  });
  if (written.some((row) => row['passed'] !== 'true')) throw new GraphqlFault('permission-error', CHECK_FAILED, batch.path);
  return written.map((row) => ({ line: String(row['line']), keys: parseKeys(keys, row['keys']) }));
}

function withPresets(context: MutationContext, table: WritableTable, values: Values): Values {
  return new Map([...values, ...ensured(table.insert).presets.map(({ column, text }) => [column.name, text(context.inputs)] as const)]);
}

function hasNested({ before, after }: InsertObject): boolean {
  return before.length > 0 || after.length > 0;
}

/** The objects cut into runs that one statement can insert. */
function runsOf(objects: readonly InsertObject[]): readonly (readonly [InsertObject, ...InsertObject[]])[] {
  const runs: [InsertObject, ...InsertObject[]][] = [];
  let last = '';
  for (const object of objects) {
    const isFlat = !hasNested(object);
    const shape = isFlat ? JSON.stringify([...object.values.keys()].sort()) : '';
    const run = runs.at(-1);
    if (isFlat && run !== undefined && shape === last) run.push(object);
    else runs.push([object]);
    last = shape;
  }
  return runs;
}

/** Inserts the row that the object refers to, and returns the values of the object's own key. */
async function insertBefore(
  context: MutationContext,
  { relationship, target, objects, conflict, path }: NestedInsert,
): Promise<Inserted & { own: Values }> {
  const remote = relationship.mapping.map(([, column]) => column);
  const inserted = await insertObjects(context, { table: target, conflict, path: `${path}.data` }, objects, remote);
  const [row] = inserted.rows;
  if (row === undefined) {
    const { typeName } = target.table;
    const message = `cannot proceed to insert object relation "${relationship.name}" since insert to table "${typeName}" affects zero rows`;
    throw new GraphqlFault('not-supported', message, path);
  }
  return { ...inserted, own: new Map(relationship.mapping.map(([own, column]) => [own, row.keys.get(column) ?? null])) };
}

/** Inserts the rows that refer to `parent`, and returns how many were written. */
async function insertAfter(
  context: MutationContext,
  { relationship, target, objects, conflict, path }: NestedInsert,
  parent: InsertedRow,
): Promise<number> {
  const key = relationship.mapping.map(([own, remote]) => [remote, parent.keys.get(own) ?? null] as const);
  const children = objects.map((object) => ({ ...object, values: new Map([...object.values, ...key]) }));
  return (await insertObjects(context, { table: target, conflict, path: `${path}.data` }, children, [])).affected;
}

async function insertNested(context: MutationContext, batch: Batch, object: InsertObject, keys: readonly string[]): Promise<Inserted> {
  let affected = 0;
  let values = object.values;
  for (const item of object.before) {
    const inserted = await insertBefore(context, item);
    affected += inserted.affected;
    values = new Map([...values, ...inserted.own]);
  }
  const referred = object.after.flatMap(({ relationship }) => relationship.mapping.map(([own]) => own));
  const needed = [...new Set([...keys, ...referred])];
  const rows = await insertRows(context, batch, [withPresets(context, batch.table, values)], needed);
  affected += rows.length;
  const [row] = rows;
  for (const item of object.after.filter(({ objects }) => objects.length > 0)) {
    if (row === undefined) {
      const { typeName } = batch.table.table;
      const message = `cannot proceed to insert array relations since insert to table "${typeName}" affects zero rows`;
      throw new GraphqlFault('not-supported', message, object.path);
    }
    affected += await insertAfter(context, item, row);
  }
  return { affected, rows };
}

async function insertObjects(
  context: MutationContext,
  batch: Batch,
  objects: readonly InsertObject[],
  keys: readonly string[],
): Promise<Inserted> {
  let affected = 0;
  const rows: InsertedRow[] = [];
  // One nested object in a list gives each of them a place of its own, as in Hasura.
  const places = objects.some(hasNested) ? objects.map(({ path }) => path) : [];
  for (const run of runsOf(objects)) {
    const [first] = run;
    const own = { ...batch, path: places[objects.indexOf(first)] ?? batch.path };
    const values = run.map((object) => withPresets(context, batch.table, object.values));
    const inserted = hasNested(first) ? await insertNested(context, own, first, keys) : await insertFlat(context, own, values, keys);
    affected += inserted.affected;
    rows.push(...inserted.rows);
  }
  return { affected, rows };
}

async function insertFlat(context: MutationContext, batch: Batch, values: readonly Values[], keys: readonly string[]): Promise<Inserted> {
  const rows = await insertRows(context, batch, values, keys);
  return { affected: rows.length, rows };
}

/** Runs `insert_T` and `insert_T_one`. @throws GraphqlFault */
export async function insert(
  context: MutationContext,
  table: WritableTable,
  { field, isOne, objects }: Answer & { readonly objects: readonly Input[] },
): Promise<string> {
  const path = `${field.path}.args.${isOne ? 'object' : 'objects'}`;
  const read = objects.map((input, index) => readInsertObject(context, table, { input, path: `${path}[${index}]` }));
  const conflict = readConflict(context, table, field.args.get('on_conflict'));
  const { affected, rows } = await insertObjects(context, { table, conflict, path }, read, []);
  return readWritten(context, table, { affected, lines: rows.map(({ line }) => line) }, { field, isOne });
}
