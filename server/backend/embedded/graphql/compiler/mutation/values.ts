/** What every step of a mutation has, and how the values of its arguments are read. */
import type { Row } from '../../../database.ts';
import { ensured, mismatchFault, validationFault } from '../../errors.ts';
import type { BindInputs } from '../../model/bool-exp.ts';
import type { RoleModel } from '../../model/role-model.ts';
import type { Column, ColumnType } from '../../model/tracked-table.ts';
import type { Preset } from '../../model/writable-table.ts';
import type { Input } from '../../request/input.ts';
import { encodeArray, encodeScalar, nullFault } from '../../scalars/encode.ts';
import { quoteIdentifier } from '../identifiers.ts';
import type { StatementBuilder } from '../statement.ts';

/** The view of the role, the values of the request, and the transaction. */
export interface MutationContext {
  readonly model: RoleModel;
  readonly inputs: BindInputs;
  /** Runs one statement, with its parameters, in the transaction of the request. @throws GraphqlFault for what the database refuses */
  run(statement: StatementBuilder, text: string): Promise<readonly Row[]>;
}

type Entries = ReadonlyMap<string, Input>;

/** The text of a value for a column, null for SQL null. @throws GraphqlFault for what does not fit the type, and for null where the column is required */
export function columnText({ type, isRequired }: Column, input: Input, inputs: BindInputs): string | null {
  switch (input.kind) {
    case 'null':
      return nullText(type, isRequired, input.path);
    case 'boolean':
      return String(input.value);
    case 'enum':
      return input.name;
    case 'leaf': {
      const given = input.source(inputs.variable);
      if (given.kind === 'null') return nullText(type, isRequired, input.path);
      return type.isArray ? encodeArray(type.scalar, given, input.path) : encodeScalar(type.scalar, given, input.path);
    }
    default:
      // The schema has no list of enums and no object in the place of a column.
      return ensured<string>(undefined);
  }
}

function nullText({ scalar }: ColumnType, isRequired: boolean, path: string): null {
  if (isRequired) throw nullFault(scalar.name, path);
  return null;
}

export function sqlTypeOf({ scalar, isArray }: ColumnType): string {
  return isArray ? `${scalar.sqlType}[]` : scalar.sqlType;
}

/** The entries of an object that must be there. @throws GraphqlFault for null: it never means "everything" */
export function entriesOf(given: Input | undefined, typeName: string): Entries {
  const input = ensured(given);
  if (input.kind === 'object') return new Map(input.entries);
  throw mismatchFault('an object', typeName, 'null', input.path);
}

/** The items of a list that must be there; a single value counts as a list of one. @throws GraphqlFault for null */
export function itemsOf(given: Input | undefined): readonly Input[] {
  const input = ensured(given);
  if (input.kind === 'null') throw mismatchFault('a list', null, 'null', input.path);
  return input.kind === 'list' ? input.items : [input];
}

/** Writes the assignments of the values that the permission sets in place of the caller. @throws GraphqlFault for a session variable that is missing */
export function presetsSql({ inputs }: MutationContext, statement: StatementBuilder, presets: readonly Preset[]): readonly string[] {
  return presets.map(({ column, text }) => {
    const value = text(inputs);
    const sql = value === null ? 'null' : statement.parameter(() => value, sqlTypeOf(column.type));
    return `${quoteIdentifier(column.name)} = ${sql}`;
  });
}

export function columnOf(columns: readonly Column[], field: string): Column {
  return ensured(columns.find((item) => item.field === field));
}

/** Writes names as the dialect lists them: `['a', 'b']`. */
function nameList(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

export function refuseSharedColumns(names: readonly string[], path: string): void {
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  if (shared.length > 0) throw validationFault(`Column found in multiple operators: ${nameList([...new Set(shared)])}.`, path);
}
