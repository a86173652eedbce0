/** Writes rows: what is made, what a form changed, and the rows of other tables that belong to it. */
import { HttpError } from 'react-admin';
import type { ContentType, Row } from '../resources/content-type.ts';
import type { TableAccess } from './access.ts';
import { EditConflict } from './edit-conflict.ts';
import type { RunGraphql } from './graphql.ts';
import { changedColumns, columnsOf, isSame, normalised, rowsFields, VERSION_COLUMN, wholeRow } from './selection.ts';

type RowsField = ReturnType<typeof rowsFields>[number];

export interface RowToUpdate {
  readonly id: unknown;
  readonly data: Row;
  /** The row as the form read it; its version is what the update begins from. */
  readonly previous: Row;
}

/** Makes a row and the rows that belong to it in one request, which is one transaction. */
export async function createRow(run: RunGraphql, type: ContentType, access: TableAccess, data: Row): Promise<Row> {
  const columns = changedColumns(type, access.insertable, data, {});
  const children = rowsFields(type).flatMap((field) => {
    const rows = childRows(field, data[field.name]);
    return rows.length === 0 ? [] : [[field.rows.relationship, { data: rows }] as const];
  });
  const { table } = type;
  const answer = await run<{ readonly row: Row | null }>(
    `mutation Create($object: ${table}_insert_input!) { row: insert_${table}_one(object: $object) { ${wholeRow(type, access)} } }`,
    { object: { ...columns, ...Object.fromEntries(children) } },
    { table, form: { fields: type.fields, values: data } },
  );
  if (answer.row === null) throw new HttpError('O conteúdo não foi criado.', 403);
  return answer.row;
}

/**
 * Writes what the form changed if the row still has the version that the form read. The check of the version and the changes are one
 * transaction for the row itself; rows that belong to it are replaced in the same transaction, but are guarded only by the check that precedes
 * it: two saves of attachments within the milliseconds between the two requests are both told to have met a conflict, and the later one stands.
 */
export async function updateRow(run: RunGraphql, type: ContentType, access: TableAccess, row: RowToUpdate): Promise<Row> {
  const { id, data, previous } = row;
  const changed = changedColumns(type, access.changeable, data, previous);
  const replaced = replacedRows(type, data, previous);
  if (Object.keys(changed).length === 0 && replaced.length === 0) return previous;
  const version = access.readable.has(VERSION_COLUMN) ? previous[VERSION_COLUMN] : undefined;
  if (replaced.length > 0 && version !== undefined) await requireVersion(run, type, access, { id, version, changed });
  const where = { [type.key]: { _eq: id }, ...(version === undefined ? {} : { [VERSION_COLUMN]: { _eq: version } }) };
  // Changed attachments are a change of the row: its version rises with them.
  const set = Object.keys(changed).length > 0 ? changed : { [type.title]: normalised(data[type.title]) };
  const { table } = type;
  const steps = replaced.map((field) => replaceStep(field, id, data[field.name]));
  const answer = await run<{ readonly update: { readonly affected_rows: number; readonly returning: readonly Row[] } }>(
    `mutation Update($where: ${table}_bool_exp!, $set: ${table}_set_input!${steps.map(({ declared }) => declared).join('')}) {
      update: update_${table}(where: $where, _set: $set) { affected_rows returning { ${columnsOf(type, access).join(' ')} } }
      ${steps.map(({ text }) => text).join('\n')}
    }`,
    { where, set, ...Object.assign({}, ...steps.map(({ variables }) => variables)) },
    { table, form: { fields: type.fields, values: data } },
  );
  const [saved] = answer.update.returning;
  if (saved !== undefined) return { ...Object.fromEntries(rowsFields(type).map(({ name }) => [name, data[name]])), ...saved };
  throw await conflictOf(run, type, access, { id, changed });
}

/** What a form changed, as an update would write it: columns, and the whole of each list of rows that belong to the row. */
export function changesOf(type: ContentType, access: TableAccess, { data, previous }: Omit<RowToUpdate, 'id'>): Row {
  const lists = replacedRows(type, data, previous).map((field) => [field.name, childRows(field, data[field.name])] as const);
  return { ...changedColumns(type, access.changeable, data, previous), ...Object.fromEntries(lists) };
}

function replacedRows(type: ContentType, data: Row, previous: Row): readonly RowsField[] {
  return rowsFields(type).filter((field) => field.name in data && !isSame(cleanRows(data[field.name]), cleanRows(previous[field.name])));
}

interface Attempt {
  readonly id: unknown;
  readonly changed: Row;
}

async function requireVersion(
  run: RunGraphql,
  type: ContentType,
  access: TableAccess,
  { id, version, changed }: Attempt & { readonly version: unknown },
): Promise<void> {
  const current = await readRow(run, type, access, id);
  if (current[VERSION_COLUMN] !== version) throw new EditConflict(current, changed);
}

async function conflictOf(run: RunGraphql, type: ContentType, access: TableAccess, { id, changed }: Attempt): Promise<EditConflict> {
  return new EditConflict(await readRow(run, type, access, id), changed);
}

/** Reads one row with the rows that belong to it. @throws HttpError 404 when there is none, or none that the role may see. */
export async function readRow(run: RunGraphql, type: ContentType, access: TableAccess, id: unknown, signal?: AbortSignal): Promise<Row> {
  const { table, key } = type;
  const answer = await run<{ readonly rows: readonly Row[] }>(
    `query Row($where: ${table}_bool_exp!) { rows: ${table}(where: $where, limit: 1) { ${wholeRow(type, access)} } }`,
    { where: { [key]: { _eq: id } } },
    { signal },
  );
  const [row] = answer.rows;
  if (row === undefined) throw new HttpError('Este conteúdo não existe mais.', 404);
  return row;
}

interface Step {
  readonly declared: string;
  readonly text: string;
  readonly variables: Row;
}

/** Replaces the rows that belong to the row: those of the database go, those of the form come. */
function replaceStep(field: RowsField, id: unknown, value: unknown): Step {
  const { rows, name } = field;
  const { table, parentColumn } = rows;
  const objects = childRows(field, value).map((row) => ({ ...row, [parentColumn]: id }));
  return {
    declared: `, $old_${name}: ${table}_bool_exp!, $new_${name}: [${table}_insert_input!]!`,
    text: `delete_${name}: delete_${table}(where: $old_${name}) { affected_rows }
      insert_${name}: insert_${table}(objects: $new_${name}) { affected_rows }`,
    variables: { [`old_${name}`]: { [parentColumn]: { _eq: id } }, [`new_${name}`]: objects },
  };
}

function cleanRows(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as readonly Row[]) : [];
}

/** The rows of a form as the table has them; their place in the list becomes their order. */
function childRows({ rows }: RowsField, value: unknown): readonly Row[] {
  return cleanRows(value).map((row, index) => ({
    ...Object.fromEntries(rows.fields.map(({ name }) => [name, normalised(row[name])])),
    ...(rows.ordered ? { ordem: index } : {}),
  }));
}
