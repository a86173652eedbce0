/** The row of a version as the form has it: a version names its lists by their tables, the form by its fields. */
import { normalised, rowsFields } from '../../data/selection.ts';
import type { ContentType, Row } from '../../resources/content-type.ts';
import { differingColumns } from '../difference.ts';

type RowsField = ReturnType<typeof rowsFields>[number];

/** Returns the columns of a version, and its lists under the names of their fields. */
export function versionRow(type: ContentType, linha: Row): Row {
  const lists = rowsFields(type).filter(({ rows }) => Array.isArray(linha[rows.table]));
  return { ...linha, ...Object.fromEntries(lists.map((field) => [field.name, entries(field, linha[field.rows.table])])) };
}

/** Names of the fields in which a version differs from the form, in the order of the form. Of a list without an order, the order does not count. */
export function differingFields(type: ContentType, version: Row, values: Row): readonly string[] {
  const lists = new Map(rowsFields(type).map((field) => [field.name, field]));
  const comparable = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const field = lists.get(name);
        return [name, field === undefined ? value : comparableList(field, value)];
      }),
    );
  const names = type.fields.map(({ name }) => name);
  return differingColumns(names, comparable(version), comparable(values));
}

/**
 * Names of the fields that decide whether the public sees the row. An earlier version does not bring them: the text of a draft took the page from
 * the site, that of before a withdrawal undid it, and an earlier end of a term took a notice, a banner or a member from their lists, or put them
 * back. The beginning of a term goes with its end, which it must not come after.
 */
export function publicationFields({ publication }: Pick<ContentType, 'publication'>): ReadonlySet<string> {
  if (publication === undefined) return new Set();
  const { flag, since, until, withdrawal } = publication;
  return new Set([
    flag,
    ...(since === undefined ? [] : [since.column]),
    ...(until === undefined ? [] : [until.column, ...(until.from === undefined ? [] : [until.from])]),
    ...(withdrawal === undefined ? [] : [withdrawal.column, withdrawal.reason]),
  ]);
}

function comparableList(field: RowsField, value: unknown): readonly string[] {
  const texts = entries(field, value).map((entry) => JSON.stringify(entry));
  return field.rows.ordered ? texts : texts.sort();
}

/** The entries of a list with the columns that its form has. */
function entries({ rows }: RowsField, value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Row) => Object.fromEntries(rows.fields.map(({ name }) => [name, normalised(row[name])])));
}
