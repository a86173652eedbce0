/** Which columns a request asks for, and what a form changed of them. */
import type { ContentType, Field, Row } from '../resources/content-type.ts';
import type { TableAccess } from './access.ts';

/** Raised by the database at each change of the row; an update names the value that it began from. */
export const VERSION_COLUMN = 'versao';

/** Columns that screens show beside those of the form. */
const KEPT_BY_DATABASE = ['criado_em', 'atualizado_em', VERSION_COLUMN];

type RowsField = Extract<Field, { readonly kind: 'rows' }>;

/** Returns the fields of a content type that hold rows of other tables. */
export function rowsFields(type: ContentType): readonly RowsField[] {
  return type.fields.filter((field): field is RowsField => field.kind === 'rows');
}

/** Whether the role may write a field, `columns` being those that it may write: rows of other tables are written by who sees them with the row. */
export function isWritable(field: Field, access: TableAccess, columns: ReadonlySet<string>): boolean {
  return field.kind === 'rows' ? access.readable.has(field.rows.relationship) : columns.has(field.name);
}

/** Columns that the role may read. */
export function columnsOf(type: ContentType, access: TableAccess): readonly string[] {
  const named = type.fields.filter(({ kind }) => kind !== 'rows').map(({ name }) => name);
  return [...new Set([type.key, type.title, ...named, ...KEPT_BY_DATABASE])].filter((column) => access.readable.has(column));
}

/** The selection set of one row with the rows that its form edits. */
export function wholeRow(type: ContentType, access: TableAccess): string {
  const children = rowsFields(type)
    .filter(({ rows }) => access.readable.has(rows.relationship))
    .map(({ rows }) => {
      const order = rows.ordered ? '(order_by: {ordem: asc})' : '';
      return `${rows.relationship}${order} { ${rows.fields.map(({ name }) => name).join(' ')} }`;
    });
  return [...columnsOf(type, access), ...children].join(' ');
}

/** An empty input of a form is an absent value; the database holds empty texts only where its column may not be null. */
export function normalised(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}

/** Returns the columns of `data` that differ from `previous` and may be written. */
export function changedColumns(type: ContentType, writable: ReadonlySet<string>, data: Row, previous: Row): Row {
  const changed: Record<string, unknown> = {};
  for (const field of type.fields) {
    if (field.kind === 'rows' || !writable.has(field.name) || !(field.name in data)) continue;
    const value = columnValue(field, data[field.name]);
    if (!isSame(value, columnValue(field, previous[field.name]))) changed[field.name] = value;
  }
  return changed;
}

/** Text columns that may not be null hold an empty text. */
function columnValue(field: Field, value: unknown): unknown {
  const normal = normalised(value);
  return normal === null && field.kind === 'html' && field.initial === '' ? '' : normal;
}

/** Compares values as JSON has them. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
