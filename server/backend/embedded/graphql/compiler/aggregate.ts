/** Writes the aggregates of a table: `aggregate { count sum {...} ... }`. */
import type { RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';
import type { SelectedField } from '../request/selection.ts';
import { AGGREGATE_OPERATIONS } from '../schema/aggregate-operations.ts';
import { countArgument, seenColumnSql } from './bool-sql.ts';
import { quoteName } from './identifiers.ts';
import { answeredSql, objectSql, type Pair } from './json.ts';
import type { StatementBuilder } from './statement.ts';
import { seen, selectedColumns } from './where.ts';

/** Writes `operation(value)`, where `value` is the SQL of `column`. */
export function aggregateCall(operation: string, column: Column, value: string): string {
  const known = AGGREGATE_OPERATIONS.find(({ name }) => name === operation);
  if (known === undefined) throw new Error('an unknown aggregate reached the compiler; please report it');
  // min and max of uuid are new in Postgres 18; the lower-case text of uuids sorts like their bytes.
  if (column.type.scalar.sqlType === 'pg_catalog.uuid') return `${known.name}(${value}::text)::uuid`;
  return `${known.name}(${value})`;
}

function typenameSql(name: string): string {
  return `${quoteName(name)}::text`;
}

function countSql(statement: StatementBuilder, table: RoleTable, field: SelectedField, alias: string): string {
  const distinct = field.args.get('distinct');
  const columns = selectedColumns(table, field.args.get('columns')).map((column) => seenColumnSql(statement, column, alias));
  return `count(${countArgument(columns, distinct?.kind === 'boolean' && distinct.value)})`;
}

function operationSql(statement: StatementBuilder, table: RoleTable, operation: SelectedField, alias: string): string {
  const pairs = operation.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(`${table.table.typeName}_${operation.name}_fields`)];
    const member = table.fields.get(field.name);
    if (member?.kind !== 'column') throw new Error('an unknown column reached the compiler; please report it');
    const value = aggregateCall(operation.name, member.column, seenColumnSql(statement, seen(member), alias));
    return [field.key, answeredSql(member.column.type, value)];
  });
  return objectSql(pairs);
}

/** Writes the object of an `aggregate` field over the rows `alias`. */
export function aggregateSql(statement: StatementBuilder, table: RoleTable, aggregate: SelectedField, alias: string): string {
  const pairs = aggregate.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(`${table.table.typeName}_aggregate_fields`)];
    return [field.key, field.name === 'count' ? countSql(statement, table, field, alias) : operationSql(statement, table, field, alias)];
  });
  return objectSql(pairs);
}
