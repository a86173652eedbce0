/** The aggregate functions of the dialect and the columns that each takes. */

import type { AggregateFunction } from '../model/bool-exp.ts';
import type { ComputedValue, RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';
import { BOOLEAN_SCALAR, DOUBLE_SCALAR, INT_SCALAR, type ScalarType } from '../scalars/postgres-scalars.ts';

export interface AggregateOperation {
  readonly name: string;
  /** `Float` where the result is no longer of the column's type. */
  readonly result: 'same' | 'float';
  readonly takes: (column: Typed) => boolean;
}

type Typed = Pick<Column, 'type'>;

const isNumeric = ({ type }: Typed): boolean => type.scalar.isNumeric && !type.isArray;
const isComparable = ({ type }: Typed): boolean => type.scalar.isComparable && !type.isArray && type.enumValues === undefined;

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

export interface TableOperation {
  readonly operation: AggregateOperation;
  readonly columns: readonly Column[];
  readonly values: readonly ComputedValue[];
}

/** The operations that a table has columns or computed values for, with those. */
export function operationsOf(table: RoleTable): readonly TableOperation[] {
  const computed = [...table.fields.values()].filter((field) => field.kind === 'computed');
  return AGGREGATE_OPERATIONS.map((operation) => ({
    operation,
    columns: table.columns.filter(operation.takes),
    values: computed.filter(operation.takes),
  })).filter(({ columns, values }) => columns.length > 0 || values.length > 0);
}

const isBoolean = ({ type }: Column): boolean => type.scalar.encoding === 'boolean' && !type.isArray;
const isDouble = ({ type }: Column): boolean => type.scalar.sqlType === DOUBLE_SCALAR.sqlType && !type.isArray;

/** An aggregate of related rows that a condition may compare. */
export interface AggregatePredicate {
  readonly name: AggregateFunction;
  /** The columns that its arguments may be; any number of any columns where that is not said. */
  readonly takes?: (column: Column) => boolean;
  /** Names of its two arguments in the order in which the function takes them, where it has two. */
  readonly pair?: readonly [string, string];
  readonly result: ScalarType;
}

export const AGGREGATE_PREDICATES: readonly AggregatePredicate[] = [
  { name: 'avg', takes: isDouble, result: DOUBLE_SCALAR },
  { name: 'bool_and', takes: isBoolean, result: BOOLEAN_SCALAR },
  { name: 'bool_or', takes: isBoolean, result: BOOLEAN_SCALAR },
  { name: 'corr', takes: isDouble, pair: ['Y', 'X'], result: DOUBLE_SCALAR },
  { name: 'count', result: INT_SCALAR },
  { name: 'covar_samp', takes: isDouble, pair: ['Y', 'X'], result: DOUBLE_SCALAR },
  { name: 'max', takes: isDouble, result: DOUBLE_SCALAR },
  { name: 'min', takes: isDouble, result: DOUBLE_SCALAR },
  { name: 'stddev_samp', takes: isDouble, result: DOUBLE_SCALAR },
  { name: 'sum', takes: isDouble, result: DOUBLE_SCALAR },
  { name: 'var_samp', takes: isDouble, result: DOUBLE_SCALAR },
];
