/** Writes fields as SQL expressions that give JSON: lists, single rows, aggregates, and the relationships inside them. */
import { ensured } from '../errors.ts';
import { allOf, type BoolExp } from '../model/bool-exp.ts';
import { EQUAL } from '../model/operators.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { ComputedValue, RelationField, RoleField, RoleTable } from '../model/role-table.ts';
import type { ColumnType, ComputedField, TrackedFunction } from '../model/tracked-table.ts';
import type { Input } from '../request/input.ts';
import type { SelectedField } from '../request/selection.ts';
import { encodeList, encodeText } from '../scalars/encode.ts';
import { parseJsonPath } from '../scalars/json-path.ts';
import { STRING_SCALAR } from '../scalars/postgres-scalars.ts';
import { type AggregatedRows, aggregateSql, typenameSql } from './aggregate.ts';
import { boolSql, conjunction, joinSql, operandSql, seenColumnSql, seenValueSql } from './bool-sql.ts';
import { fieldCallSql } from './function-call.ts';
import { answeredSql, objectSql, type Pair } from './json.ts';
import { type RowsQuery, readRowsArguments, rowsSql } from './rows.ts';
import type { StatementBuilder } from './statement.ts';
import { columnMember, joinOf, readOperand, seen, targetOf } from './where.ts';

export interface CompileContext {
  readonly model: RoleModel;
  readonly statement: StatementBuilder;
}

type Join = (alias: string) => readonly string[];
const NO_JOIN: Join = () => [];

/** Where the rows of a field come from: its own table or view, found through `join`, unless `source` names another. */
interface Origin {
  readonly join: Join;
  readonly source?: RowsQuery['source'];
}

function rowsQuery(context: CompileContext, table: RoleTable, field: SelectedField, { join, source: given }: Origin): RowsQuery {
  const source = given ?? (() => context.statement.relation(table.table.name));
  return { table, source, args: readRowsArguments(context.model, table, field), join, cap: table.limit };
}

/** The `path` argument: the steps are parsed when the value is known, and travel as one array. */
function jsonPathSql(context: CompileContext, column: string, field: SelectedField): string {
  const path = field.args.get('path');
  if (path?.kind !== 'leaf') return column;
  const steps = context.statement.parameter(({ variable }) => {
    const text = encodeText(path.source(variable), path.path);
    const items = parseJsonPath(text, `${field.path}.args`).map((item) => ({ kind: 'string', text: item }) as const);
    return encodeList(STRING_SCALAR, { kind: 'list', items }, path.path);
  }, 'pg_catalog.text[]');
  return `${column} #> ${steps}`;
}

function columnField(context: CompileContext, member: Extract<RoleField, { kind: 'column' }>, field: SelectedField, alias: string): string {
  const { column } = member;
  const sql = seenColumnSql(context.statement, seen(member), alias);
  return column.type.scalar.isJson && !column.type.isArray ? jsonPathSql(context, sql, field) : answeredSql(column.type, sql);
}

function relationSql(context: CompileContext, member: RelationField, field: SelectedField, alias: string): string {
  const target = targetOf(context.model, member);
  const join: Join = (inner) => joinSql(joinOf(member.relationship), alias, inner);
  switch (member.kind) {
    case 'object':
      return singleSql(context, target, target.filter, field, join);
    case 'array':
      return listSql(context, target, field, { join });
    case 'aggregate':
      return aggregateFieldSql(context, target, field, { join });
  }
}

/** The JSON object of one row. */
export function rowSql(context: CompileContext, table: RoleTable, fields: readonly SelectedField[], alias: string): string {
  const pairs = fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(table)];
    const member = ensured(table.fields.get(field.name));
    if (member.kind === 'column') return [field.key, columnField(context, member, field, alias)];
    if ('computed' in member) return [field.key, computedSql(context, table, member, field, alias)];
    return [field.key, relationSql(context, member, field, alias)];
  });
  return objectSql(pairs);
}

function singleSql(context: CompileContext, table: RoleTable, where: BoolExp, field: SelectedField, join: Join): string {
  const alias = context.statement.alias();
  const row = rowSql(context, table, field.fields, alias);
  const condition = conjunction([...join(alias), boolSql(context.statement, where, alias)]);
  return `(select ${row} from ${context.statement.relation(table.table.name)} as ${alias} where ${condition} limit 1)`;
}

/** Writes a list field: a JSON array in the order asked for, `[]` when there is no row. */
export function listSql(context: CompileContext, table: RoleTable, field: SelectedField, origin: Origin = { join: NO_JOIN }): string {
  const query = rowsQuery(context, table, field, origin);
  return rowsListSql(context, query, field.fields);
}

/** The JSON is built outside of the limit: inside, Postgres would build it also for the rows that an offset passes over. */
function rowsListSql(context: CompileContext, query: RowsQuery, fields: readonly SelectedField[]): string {
  const rows = rowsSql(context.statement, query);
  const outer = context.statement.alias();
  return `(select coalesce(json_agg(${rowSql(context, query.table, fields, outer)}), '[]'::json) from (${rows}) as ${outer})`;
}

/** A function that returns one row, not a set, gives one of nulls where it has none. */
const isRow: Join = (alias) => [`not (${alias} is null)`];

/** The only row of a function that returns no set, or null. */
function rowsSingleSql(context: CompileContext, table: RoleTable, field: SelectedField, origin: Origin): string {
  const rows = rowsSql(context.statement, rowsQuery(context, table, field, origin));
  const outer = context.statement.alias();
  return `(select ${rowSql(context, table, field.fields, outer)} from (${rows}) as ${outer} limit 1)`;
}

/** The rows under an aggregate: without the cap, and unordered unless the order decides which rows they are. */
function aggregatedRows(query: RowsQuery): RowsQuery {
  const { args } = query;
  const orderMatters = args.limit !== undefined || args.offset !== undefined || args.distinctOn.length > 0;
  return { ...query, cap: undefined, args: orderMatters ? args : { ...args, orderings: [] } };
}

/** Writes an aggregate field. The role's row cap holds for `nodes` only: a count covers all rows that the role may see. */
export function aggregateFieldSql(
  context: CompileContext,
  table: RoleTable,
  field: SelectedField,
  origin: Origin = { join: NO_JOIN },
): string {
  const query = rowsQuery(context, table, field, origin);
  const pairs = field.fields.map((part): Pair => {
    if (part.name === '__typename') return [part.key, typenameSql(table, '_aggregate')];
    if (part.name === 'nodes') return [part.key, rowsListSql(context, query, part.fields)];
    const rows = rowsSql(context.statement, aggregatedRows(query));
    const outer = context.statement.alias();
    const computed: AggregatedRows['computed'] = (member, value) => computedValueSql(context, table, member, value, outer);
    const object = aggregateSql(context.statement, { table, alias: outer, computed }, part);
    // With a condition on groups it is one row, also where only names of types are asked for.
    return [part.key, `(select ${object} from (${rows}) as ${outer} having true)`];
  });
  return objectSql(pairs);
}

/** Writes a `_by_pk` field: the row, or null when there is none that the role may see. */
export function byPrimaryKeySql(context: CompileContext, table: RoleTable, field: SelectedField): string {
  const keys = table.table.primaryKey.map((column): BoolExp => {
    const subject = { kind: 'column', ...seen(columnMember(table, column.field)), asText: false } as const;
    return { kind: 'compare', subject, operator: EQUAL, operand: readOperand(column.type, EQUAL, ensured(field.args.get(column.field))) };
  });
  return singleSql(context, table, allOf([...keys, table.filter]), field, NO_JOIN);
}

function argumentSql(context: CompileContext): (argument: { readonly type: ColumnType }, input: Input) => string {
  return ({ type }, input) => (input.kind === 'null' ? 'null' : operandSql(context.statement, readOperand(type, EQUAL, input), []));
}

/** Writes a field over the rows that a function returns. The role's permission on their table holds for them as for the table's own. */
export function functionSql(
  context: CompileContext,
  root: { readonly kind: 'function' | 'function_aggregate'; readonly table: RoleTable; readonly fn: TrackedFunction },
  field: SelectedField,
): string {
  const { fn, table, kind } = root;
  const source = (): string => fieldCallSql(context.statement, { fn: fn.call, field, valueSql: argumentSql(context) });
  const origin = { join: fn.isSet ? NO_JOIN : isRow, source };
  if (kind === 'function_aggregate') return aggregateFieldSql(context, table, field, origin);
  return fn.isSet ? listSql(context, table, field, origin) : rowsSingleSql(context, table, field, origin);
}

function computedCall(context: CompileContext, table: RoleTable, computed: ComputedField, field: SelectedField, alias: string): string {
  const row = { alias, table: table.table.name };
  return fieldCallSql(context.statement, { fn: computed.call, row, field, valueSql: argumentSql(context) });
}

function computedValueSql(context: CompileContext, table: RoleTable, member: ComputedValue, field: SelectedField, alias: string): string {
  return seenValueSql(context.statement, computedCall(context, table, member.computed, field, alias), member.visibleWhen, alias);
}

function computedSql(
  context: CompileContext,
  table: RoleTable,
  member: Extract<RoleField, { computed: ComputedField }>,
  field: SelectedField,
  alias: string,
): string {
  if (member.kind === 'computed') {
    const value = computedValueSql(context, table, member, field, alias);
    return member.type.scalar.isJson && !member.type.isArray ? jsonPathSql(context, value, field) : answeredSql(member.type, value);
  }
  const source = (): string => computedCall(context, table, member.computed, field, alias);
  const target = targetOf(context.model, member);
  if (member.isSet) return listSql(context, target, field, { join: NO_JOIN, source });
  return rowsSingleSql(context, target, field, { join: isRow, source });
}
