/** Writes conditions as SQL. Row filters and `where` arguments come here alike. */
import { ensured } from '../errors.ts';
import type { AggregateFunction, BoolExp, Join, Operand, SeenColumn, Subject } from '../model/bool-exp.ts';
import { rowCallSql } from './function-call.ts';
import { quoteIdentifier } from './identifiers.ts';
import type { StatementBuilder } from './statement.ts';

export function columnSql(alias: string, column: string): string {
  return `${alias}.${quoteIdentifier(column)}`;
}

/** The condition that ties the rows `inner` of a related table to a row `outer`. */
export function joinSql(join: Join, outer: string, inner: string): readonly string[] {
  return join.mapping.map(([own, remote]) => `${columnSql(inner, remote)} = ${columnSql(outer, own)}`);
}

/** The parts that are always true fall away; none left is `true`. */
export function conjunction(parts: readonly string[]): string {
  const real = parts.filter((part) => part !== 'true');
  return real.length === 0 ? 'true' : real.join(' and ');
}

type Related = Pick<Extract<BoolExp, { kind: 'exists' }>, 'join' | 'where' | 'rows'>;

/** Aliases of the rows around a condition, from the innermost to the outermost. */
type Rows = readonly [string, ...string[]];

function relatedSql(statement: StatementBuilder, { join, where, rows: call }: Related, rows: Rows): { alias: string; from: string } {
  const alias = statement.alias();
  const condition = conjunction([...joinSql(join, rows[0], alias), conditionSql(statement, where, [alias, ...rows])]);
  const source = call === undefined ? statement.relation({ schema: join.schema, name: join.table }) : rowCallSql(statement, call, rows[0]);
  return { alias, from: `from ${source} as ${alias} where ${condition}` };
}

/** The argument of `count`: everything, one column, or a row of columns. */
export function countArgument(columns: readonly string[], isDistinct: boolean): string {
  if (columns.length === 0) return '*';
  const list = `(${columns.join(', ')})`;
  return isDistinct ? `distinct ${list}` : list;
}

function aggregateArguments(fn: AggregateFunction, columns: readonly string[], isDistinct: boolean): string {
  if (fn === 'count') return countArgument(columns, isDistinct);
  return `${isDistinct ? 'distinct ' : ''}${columns.join(', ')}`;
}

function seenSql(statement: StatementBuilder, { column, visibleWhen }: SeenColumn, rows: Rows): string {
  return visibleSql(statement, columnSql(rows[0], column), visibleWhen, rows);
}

function visibleSql(statement: StatementBuilder, sql: string, visibleWhen: BoolExp | undefined, rows: Rows): string {
  return visibleWhen === undefined ? sql : `(case when ${conditionSql(statement, visibleWhen, rows)} then ${sql} end)`;
}

/** Writes a column of the row `alias` as the role sees it. */
export function seenColumnSql(statement: StatementBuilder, column: SeenColumn, alias: string): string {
  return seenSql(statement, column, [alias]);
}

/** Writes a value that is computed from the row `alias` as the role sees it. */
export function seenValueSql(statement: StatementBuilder, value: string, visibleWhen: BoolExp | undefined, alias: string): string {
  return visibleSql(statement, value, visibleWhen, [alias]);
}

function subjectSql(statement: StatementBuilder, subject: Subject, rows: Rows): string {
  if (subject.kind === 'column') {
    const column = seenSql(statement, subject, rows);
    return subject.asText ? `${column}::text` : column;
  }
  if (subject.kind === 'computed') {
    const value = visibleSql(statement, rowCallSql(statement, subject.call, rows[0]), subject.visibleWhen, rows);
    return subject.asText ? `${value}::text` : value;
  }
  const related = relatedSql(statement, subject, rows);
  const columns = subject.columns.map((column) => seenSql(statement, column, [related.alias, ...rows]));
  return `(select ${subject.fn}(${aggregateArguments(subject.fn, columns, subject.isDistinct)}) ${related.from})`;
}

/** The right side of a comparison. `rows` are the rows that it may refer to, from the innermost to the outermost. */
export function operandSql(statement: StatementBuilder, operand: Operand, rows: readonly string[]): string {
  switch (operand.kind) {
    case 'column':
      return columnSql(ensured(rows[operand.outward]), operand.column);
    case 'boolean':
      return String(operand.value);
    case 'constant':
      return statement.constant(operand.text, operand.cast);
    case 'value':
      return statement.parameter(operand.bind, operand.cast);
  }
}

function listSql(statement: StatementBuilder, items: readonly BoolExp[], rows: Rows, kind: 'and' | 'or'): string {
  const parts = items.map((item) => conditionSql(statement, item, rows));
  if (kind === 'and') {
    const text = conjunction(parts);
    return parts.length > 1 && text !== 'true' ? `(${text})` : text;
  }
  if (parts.length === 0) return 'false';
  const text = parts.join(' or ');
  return parts.length === 1 ? text : `(${text})`;
}

function conditionSql(statement: StatementBuilder, exp: BoolExp, rows: Rows): string {
  switch (exp.kind) {
    case 'and':
    case 'or':
      return listSql(statement, exp.items, rows, exp.kind);
    case 'not':
      return `not (${conditionSql(statement, exp.item, rows)})`;
    case 'is-null':
      return `(${subjectSql(statement, exp.subject, rows)} is ${exp.isNull ? 'null' : 'not null'})`;
    case 'compare': {
      const subject = subjectSql(statement, exp.subject, rows);
      return `(${exp.operator.sql(subject, operandSql(statement, exp.operand, rows))})`;
    }
    case 'exists':
      return `exists (select 1 ${relatedSql(statement, exp, rows).from})`;
  }
}

/** Writes a condition on the rows `alias`. */
export function boolSql(statement: StatementBuilder, exp: BoolExp, alias: string): string {
  return conditionSql(statement, exp, [alias]);
}
