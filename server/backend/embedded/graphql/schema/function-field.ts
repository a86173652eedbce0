/** The field of a function that returns rows of a table, as a query or as a mutation. */
import { labelOf } from '../metadata/names.ts';
import type { RoleTable } from '../model/role-table.ts';
import type { TrackedFunction } from '../model/tracked-table.ts';
import type { FunctionArguments } from './function-arguments.ts';
import type { InputTypes } from './input-types.ts';
import type { LeafTypes } from './leaf-types.ts';
import { descriptionOf, type OutputFields, type OutputTypes, rowsOf } from './output-types.ts';

/** What the root types of one schema are built from. */
export interface SchemaParts {
  readonly leaves: LeafTypes;
  readonly inputs: InputTypes;
  readonly outputs: OutputTypes;
  readonly calls: FunctionArguments;
}

export function functionField({ outputs, calls }: SchemaParts, fn: TrackedFunction, table: RoleTable): OutputFields[string] {
  const { function: name } = fn.rootNames;
  const row = outputs.row(table);
  const args = { ...calls(fn.argumentsType, fn.call, `input parameters for function "${name}"`), ...outputs.rowsArguments(table) };
  const description = descriptionOf(
    fn.comment,
    `execute ${fn.isMutation ? 'VOLATILE ' : ''}function "${labelOf(fn.call.name)}" which returns "${table.table.label}"`,
  );
  return { type: fn.isSet ? rowsOf(row) : row, args, description };
}
