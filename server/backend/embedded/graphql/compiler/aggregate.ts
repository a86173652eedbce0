/** Writes the aggregates of a table: `aggregate { count sum {...} ... }`. */
import type { RoleTable } from '../model/role-model.ts';
import type { SelectedField } from '../request/selection.ts';
import { aggregateCall } from './aggregate-call.ts';
import { columnSql, countArgument } from './bool-sql.ts';
import { quoteName } from './identifiers.ts';
import { objectSql, type Pair } from './json.ts';
import { columnNames } from './where.ts';

function typenameSql(name: string): string {
  return `${quoteName(name)}::text`;
}

function countSql(table: RoleTable, field: SelectedField, alias: string): string {
  const distinct = field.args.get('distinct');
  const columns = columnNames(table, field.args.get('columns')).map((name) => columnSql(alias, name));
  return `count(${countArgument(columns, distinct?.kind === 'boolean' && distinct.value)})`;
}

function operationSql(table: RoleTable, operation: SelectedField, alias: string): string {
  const pairs = operation.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(`${table.table.typeName}_${operation.name}_fields`)];
    const member = table.fields.get(field.name);
    if (member?.kind !== 'column') throw new Error('an unknown column reached the compiler; please report it');
    return [field.key, aggregateCall(operation.name, member.column, columnSql(alias, member.column.name))];
  });
  return objectSql(pairs);
}

/** Writes the object of an `aggregate` field over the rows `alias`. */
export function aggregateSql(table: RoleTable, aggregate: SelectedField, alias: string): string {
  const pairs = aggregate.fields.map((field): Pair => {
    if (field.name === '__typename') return [field.key, typenameSql(`${table.table.typeName}_aggregate_fields`)];
    return [field.key, field.name === 'count' ? countSql(table, field, alias) : operationSql(table, field, alias)];
  });
  return objectSql(pairs);
}
