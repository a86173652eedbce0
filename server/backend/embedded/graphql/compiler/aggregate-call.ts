/** The SQL of one aggregate function on one column. */

import type { Column } from '../model/tracked-table.ts';
import { AGGREGATE_OPERATIONS } from '../schema/aggregate-operations.ts';

/** Writes `operation(value)`, where `value` is the SQL of `column`. */
export function aggregateCall(operation: string, column: Column, value: string): string {
  const known = AGGREGATE_OPERATIONS.find(({ name }) => name === operation);
  if (known === undefined) throw new Error('an unknown aggregate reached the compiler; please report it');
  // min and max of uuid are new in Postgres 18; the lower-case text of uuids sorts like their bytes.
  if (column.type.scalar.encoding === 'uuid') return `${known.name}(${value}::text)::uuid`;
  return `${known.name}(${value})`;
}
