/** Operands of row filters: literals of the metadata, session variables, and other columns of the same row. */
import { ensured, GraphqlFault } from '../errors.ts';
import type { MetadataNode } from '../metadata/metadata-node.ts';
import { qualifiedName } from '../metadata/names.ts';
import { inputValueFromJson } from '../scalars/input-value.ts';
import { type ScalarType, STRING_SCALAR } from '../scalars/postgres-scalars.ts';
import type { Binder, BindInputs, Operand } from './bool-exp.ts';
import { encoderOf, type Operator, operandCast } from './operators.ts';
import type { Column, ColumnType, Table } from './tracked-table.ts';

const SESSION_VARIABLE = /^x-hasura-[a-z0-9-]+$/i;

const NUMBERS: ReadonlySet<ScalarType['encoding']> = new Set(['integer', 'decimal']);

/** Column comparisons, which only row filters have, and the operator each stands for. */
export const COLUMN_COMPARISONS: Readonly<Record<string, string>> = {
  _ceq: '_eq',
  _cne: '_neq',
  _cneq: '_neq',
  _cgt: '_gt',
  _cgte: '_gte',
  _clt: '_lt',
  _clte: '_lte',
};

function readSession(name: string): Binder {
  const key = name.toLowerCase();
  return ({ session }: BindInputs) => {
    const value = session[key];
    if (value === undefined) throw new GraphqlFault('not-found', `missing session variable: "${key}"`, '$');
    return value;
  };
}

function encodeLiteral(node: MetadataNode, type: ColumnType, operator: Operator): string {
  const given = inputValueFromJson(node.value);
  const scalar = operator.shape === 'text' || operator.shape === 'texts' ? STRING_SCALAR : type.scalar;
  // A number that is none would fail in each request; it is the metadata's fault.
  if (given.kind === 'string' && NUMBERS.has(scalar.encoding) && Number.isNaN(Number(given.text))) node.fail('expected a number');
  try {
    return encoderOf(type, operator)(scalar, given, '');
  } catch (error) {
    if (error instanceof GraphqlFault) node.fail(error.message);
    throw error;
  }
}

/** Reads the right side of a comparison of a row filter. A session variable is looked up when a request runs. @throws MetadataError */
export function readFilterOperand(node: MetadataNode, type: ColumnType, operator: Operator): Exclude<Operand, { kind: 'column' }> {
  const cast = operandCast(type, operator.shape);
  if (typeof node.value === 'string' && SESSION_VARIABLE.test(node.value)) return { kind: 'value', bind: readSession(node.value), cast };
  const text = encodeLiteral(node, type, operator);
  if (type.scalar.encoding === 'boolean' && operator.shape === 'same' && !type.isArray) return { kind: 'boolean', value: text === 'true' };
  return { kind: 'constant', text, cast };
}

/** The table whose rows are compared, and the one that the permission is for, so many `exists` outside of it. */
export interface FilteredTable {
  readonly table: Table;
  readonly root: Table;
  readonly outward: number;
}

/** Reads the other column of a column comparison: `column` or `[column]` of the same row, `["$", column]` of the permission's row. @throws MetadataError */
export function readColumnOperand(node: MetadataNode, { table, root, outward }: FilteredTable): Operand {
  const path = Array.isArray(node.value) ? node.strings() : [node.string()];
  const ofRoot = path.length === 2 && path[0] === '$';
  if (path.length !== 1 && !ofRoot) return node.fail('expected a column, or ["$", column]');
  const owner = ofRoot ? root : table;
  const name = ensured(path.at(-1));
  const column: Column | undefined = owner.columns.get(name);
  if (column === undefined) return node.fail(`table ${qualifiedName(owner.name)} has no column "${name}"`);
  return { kind: 'column', column: column.name, outward: ofRoot ? outward : 0 };
}
