/** The aggregate functions of the dialect and the columns that each takes. */

import type { RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';

export interface AggregateOperation {
  readonly name: string;
  /** `Float` where the result is no longer of the column's type. */
  readonly result: 'same' | 'float';
  readonly takes: (column: Column) => boolean;
}

const isNumeric = ({ type }: Column): boolean => type.scalar.isNumeric && !type.isArray;
const isComparable = ({ type }: Column): boolean => type.scalar.isComparable && !type.isArray && type.enumValues === undefined;

export const AGGREGATE_OPERATIONS: readonly AggregateOperation[] = [
  { name: 'avg', result: 'float', takes: isNumeric },
  { name: 'max', result: 'same', takes: isComparable },
  { name: 'min', result: 'same', takes: isComparable },
  { name: 'stddev', result: 'float', takes: isNumeric },
  { name: 'stddev_pop', result: 'float', takes: isNumeric },
  { name: 'stddev_samp', result: 'float', takes: isNumeric },
  { name: 'sum', result: 'same', takes: isNumeric },
  { name: 'var_pop', result: 'float', takes: isNumeric },
  { name: 'var_samp', result: 'float', takes: isNumeric },
  { name: 'variance', result: 'float', takes: isNumeric },
];

/** The operations that a table has columns for, with those columns. */
export function operationsOf(table: RoleTable): readonly { readonly operation: AggregateOperation; readonly columns: readonly Column[] }[] {
  return AGGREGATE_OPERATIONS.map((operation) => ({ operation, columns: table.columns.filter(operation.takes) })).filter(
    ({ columns }) => columns.length > 0,
  );
}

export function isBooleanColumn({ type }: Column): boolean {
  return type.scalar.encoding === 'boolean' && !type.isArray;
}
