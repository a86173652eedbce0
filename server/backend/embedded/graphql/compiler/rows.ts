/** The five arguments of a list field and the part of a SELECT that they make. */
import { validationFault } from '../errors.ts';
import { allOf, type Binder, type BoolExp, type SeenColumn } from '../model/bool-exp.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RoleTable } from '../model/role-table.ts';
import type { Input } from '../request/input.ts';
import type { SelectedField } from '../request/selection.ts';
import { encodeLimit, encodeOffset } from '../scalars/encode.ts';
import type { InputValue } from '../scalars/input-value.ts';
import { boolSql, conjunction, seenColumnSql } from './bool-sql.ts';
import { type Ordering, readOrderings } from './order-by.ts';
import type { StatementBuilder } from './statement.ts';
import { readWhere, selectedColumns } from './where.ts';

export interface RowsArguments {
  readonly distinctOn: readonly SeenColumn[];
  readonly orderings: readonly Ordering[];
  /** A number when the document says it; the planner then knows how few rows are wanted. */
  readonly limit: Binder | number | undefined;
  readonly offset: Binder | undefined;
  /** The role's row filter and the caller's condition. */
  readonly where: BoolExp;
}

/** The argument, undefined when it is absent or null: the dialect treats them alike here. */
function argument(field: SelectedField, name: string): Input | undefined {
  const input = field.args.get(name);
  return input === undefined || input.kind === 'null' ? undefined : input;
}

function binderOf(input: Input | undefined, encode: (given: InputValue, path: string) => string): Binder | undefined {
  if (input?.kind !== 'leaf') return undefined;
  return ({ variable }) => encode(input.source(variable), input.path);
}

export function limitOf(input: Input | undefined): Binder | number | undefined {
  if (input?.kind === 'leaf' && input.literal !== undefined) return Number(encodeLimit(input.literal, input.path));
  return binderOf(input, encodeLimit);
}

function requireLeading(distinctOn: readonly SeenColumn[], orderings: readonly Ordering[], path: string): void {
  if (orderings.length === 0) return;
  const leading = orderings.slice(0, distinctOn.length).map(({ column }) => column?.name);
  const isLeading = leading.length === distinctOn.length && distinctOn.every(({ column }) => leading.includes(column));
  if (!isLeading) throw validationFault('"distinct_on" columns must match initial "order_by" columns', `${path}.args`);
}

function unique(columns: readonly SeenColumn[]): readonly SeenColumn[] {
  return [...new Map(columns.map((item) => [item.column, item])).values()];
}

/** Reads the arguments of a list field. @throws GraphqlFault */
export function readRowsArguments(model: RoleModel, table: RoleTable, field: SelectedField): RowsArguments {
  const where = argument(field, 'where');
  const orderBy = argument(field, 'order_by');
  const distinctOn = unique(selectedColumns(table, argument(field, 'distinct_on')));
  const orderings = orderBy === undefined ? [] : readOrderings(model, table, orderBy);
  requireLeading(distinctOn, orderings, field.path);
  return {
    distinctOn,
    orderings,
    limit: limitOf(argument(field, 'limit')),
    offset: binderOf(argument(field, 'offset'), encodeOffset),
    where: where === undefined ? table.filter : allOf([table.filter, readWhere(model, table, where)]),
  };
}

export interface RowsQuery {
  readonly table: RoleTable;
  readonly args: RowsArguments;
  /** Writes what the rows are read from, with its parameters: the database refuses a statement that has a parameter and does not use it. */
  readonly source: () => string;
  /** Conditions that tie the rows to an outer row. */
  readonly join: (alias: string) => readonly string[];
  /** The most rows that may come back, whatever was asked. */
  readonly cap: number | undefined;
}

function limitSql(statement: StatementBuilder, { args, cap }: RowsQuery): string {
  if (args.limit === undefined) return cap === undefined ? '' : ` limit ${cap}`;
  if (typeof args.limit === 'number') return ` limit ${Math.min(args.limit, cap ?? args.limit)}`;
  const limit = statement.parameter(args.limit, 'pg_catalog.int8');
  return cap === undefined ? ` limit ${limit}` : ` limit least(${limit}, ${cap})`;
}

/** Writes `select <all columns> from ... where ... order by ... limit ... offset ...`; the planner drops columns that are not read. */
export function rowsSql(statement: StatementBuilder, query: RowsQuery): string {
  const { args } = query;
  const alias = statement.alias();
  const distinct = new Map(args.distinctOn.map((column) => [column.column, seenColumnSql(statement, column, alias)]));
  const condition = conjunction([...query.join(alias), boolSql(statement, args.where, alias)]);
  // Postgres compares the two lists as texts: a column that is distinct is ordered by the same text.
  const ordered = args.orderings.map(({ expression, direction, column }) => {
    const same = column === undefined ? undefined : distinct.get(column.name);
    return `${same ?? expression(statement, alias)} ${direction}`;
  });
  const order = ordered.join(', ');
  return [
    `select ${distinct.size === 0 ? '' : `distinct on (${[...distinct.values()].join(', ')}) `}${alias}.*`,
    ` from ${query.source()} as ${alias}`,
    ` where ${condition}`,
    order === '' ? '' : ` order by ${order}`,
    limitSql(statement, query),
    args.offset === undefined ? '' : ` offset ${statement.parameter(args.offset, 'pg_catalog.int8')}`,
  ].join('');
}
