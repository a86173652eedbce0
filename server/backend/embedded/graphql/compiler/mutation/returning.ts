/** Writes what a mutation gives back: the rows that it wrote, as the role may read them. */
import type { Row } from '../../../database.ts';
import type { WritableTable } from '../../model/writable-table.ts';
import type { SelectedField } from '../../request/selection.ts';
import { quoteTable } from '../identifiers.ts';
import { rowSql } from '../select.ts';
import { StatementBuilder } from '../statement.ts';
import type { MutationContext } from './values.ts';

/** Name of the rows that were written, in the statement that reads them. */
export const WRITTEN_CTE = 'written';

/** What is asked of the written rows: the fields of a response, or those of the one row of a `_by_pk` or `_one` field. */
export interface Answer {
  readonly isOne: boolean;
  readonly field: SelectedField;
}

interface Column {
  readonly name: string;
  readonly sql: string;
}

function rowsOf({ isOne, field }: Answer): readonly { readonly name: string; readonly fields: readonly SelectedField[] }[] {
  if (isOne) return [{ name: 'c0', fields: field.fields }];
  return field.fields.flatMap(({ name, fields }, index) => (name === 'returning' ? [{ name: `c${index}`, fields }] : []));
}

/** True when the answer shows rows of other tables, which the statement that writes sees as they were before it. */
export function showsRelated(answer: Answer): boolean {
  return rowsOf(answer).some(({ fields }) => fields.some((field) => field.fields.length > 0));
}

/** The columns of a statement in which `written` holds the rows: one for each list of rows in the answer. */
export function returningColumns(
  context: MutationContext,
  statement: StatementBuilder,
  table: WritableTable,
  answer: Answer,
): readonly Column[] {
  const compile = { model: context.model, statement };
  return rowsOf(answer).map(({ name, fields }) => {
    const alias = statement.alias();
    const row = rowSql(compile, table.rows, fields, alias);
    const value = answer.isOne
      ? `${row} from ${WRITTEN_CTE} as ${alias} limit 1`
      : `coalesce(json_agg(${row}), '[]'::json) from ${WRITTEN_CTE} as ${alias}`;
    return { name, sql: `(select ${value})::text as ${name}` };
  });
}

function textOf(row: Row, name: string, absent: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : absent;
}

/** The JSON of the answer, in the order of the selection. `row` has the columns of `returningColumns`, or none where no row was written. */
export function answerJson(table: WritableTable, answer: Answer, affected: number, row: Row): string {
  if (answer.isOne) return textOf(row, 'c0', 'null');
  const members = answer.field.fields.map(({ key, name }, index) => {
    if (name === 'affected_rows') return `${JSON.stringify(key)}:${affected}`;
    if (name === 'returning') return `${JSON.stringify(key)}:${textOf(row, `c${index}`, '[]')}`;
    return `${JSON.stringify(key)}:${JSON.stringify(table.table.naming.ownType(`${table.table.typeName}_mutation_response`))}`;
  });
  return `{${members.join(',')}}`;
}

/** Reads the written rows, each a line as Postgres writes a composite value, as the role sees them after everything is written. */
export async function readWritten(
  context: MutationContext,
  table: WritableTable,
  { affected, lines }: { readonly affected: number; readonly lines: readonly string[] },
  answer: Answer,
): Promise<string> {
  if (lines.length === 0 || rowsOf(answer).length === 0) return answerJson(table, answer, affected, {});
  const statement = new StatementBuilder();
  const given = statement.parameter(() => JSON.stringify(lines), 'pg_catalog.jsonb');
  const columns = returningColumns(context, statement, table, answer);
  // "offset 0" keeps Postgres from reading each line once a column.
  const read = `select given.line::${quoteTable(table.table.name)} as line from jsonb_array_elements_text(${given}) with ordinality as given(line, n) order by given.n offset 0`;
  const text = `with ${WRITTEN_CTE} as (select (read.line).* from (${read}) as read) select ${columns.map(({ sql }) => sql).join(', ')}`;
  const [row = {}] = await context.run(statement, text);
  return answerJson(table, answer, affected, row);
}
