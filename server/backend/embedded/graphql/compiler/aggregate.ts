/** Writes the aggregates of a table: `aggregate { count sum {...} ... }`. */
import { ensured } from '../errors.ts';
import type { ComputedValue, RoleTable } from '../model/role-table.ts';
import type { ColumnType } from '../model/tracked-table.ts';
import type { SelectedField } from '../request/selection.ts';
import { AGGREGATE_OPERATIONS } from '../schema/aggregate-operations.ts';
import { countArgument, seenColumnSql } from './bool-sql.ts';
import { quoteName } from './identifiers.ts';
import { answeredSql, objectSql, type Pair } from './json.ts';
import type { StatementBuilder } from './statement.ts';
import { columnMember, isDistinct, seen, selectedColumns } from './where.ts';

/** Writes `operation(value)`. */
export function aggregateCall(operation: string, { scalar }: ColumnType, value: string): string {
  const known = ensured(AGGREGATE_OPERATIONS.find(({ name }) => name === operation));
  // min and max of uuid are new in Postgres 18; the lower-case text of uuids sorts like their bytes.
  if (scalar.sqlType === 'pg_catalog.uuid') return `${known.name}(${value}::text)::uuid`;
  return `${known.name}(${value})`;
}

export interface AggregatedRows {
  readonly table: RoleTable;
  readonly alias: string;
  /** Writes a value that is computed from a row, as the role sees it, with the arguments of `field`. */
  readonly computed: (member: ComputedValue, field: SelectedField) => string;
}

/** Writes the name of a type of the table: that of its rows, or one with a word behind it. */
export function typenameSql({ table: { naming, typeName } }: RoleTable, behind = ''): string {
  return `${quoteName(naming.ownType(typeName + behind))}::text`;
}

function countSql(statement: StatementBuilder, table: RoleTable, field: SelectedField, alias: string): string {
  const columns = selectedColumns(table, field.args.get('columns')).map((column) => seenColumnSql(statement, column, alias));
  return `count(${countArgument(columns, isDistinct(field.args.get('distinct')))})`;
}

function operationSql(statement: StatementBuilder, rows: AggregatedRows, operation: SelectedField): string {
  const { table, alias } = rows;
  const pairs = operation.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(table, `_${operation.name}_fields`)];
    const member = table.fields.get(field.name);
    if (member?.kind === 'computed') {
      return [field.key, answeredSql(member.type, aggregateCall(operation.name, member.type, rows.computed(member, field)))];
    }
    const column = columnMember(table, field.name);
    const { type } = column.column;
    return [field.key, answeredSql(type, aggregateCall(operation.name, type, seenColumnSql(statement, seen(column), alias)))];
  });
  return objectSql(pairs);
}

/** Writes the object of an `aggregate` field. */
export function aggregateSql(statement: StatementBuilder, rows: AggregatedRows, aggregate: SelectedField): string {
  const { table, alias } = rows;
  const pairs = aggregate.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(table, '_aggregate_fields')];
    return [field.key, field.name === 'count' ? countSql(statement, table, field, alias) : operationSql(statement, rows, field)];
  });
  return objectSql(pairs);
}
