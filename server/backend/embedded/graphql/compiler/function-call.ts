/** Writes calls of functions. */
import { GraphqlFault } from '../errors.ts';
import type { Binder, RowCall } from '../model/bool-exp.ts';
import { inputArguments } from '../model/functions.ts';
import type { CallableFunction, FunctionArgument } from '../model/tracked-table.ts';
import { entriesIn, type Input } from '../request/input.ts';
import type { SelectedField } from '../request/selection.ts';
import { quoteIdentifier, quoteTable } from './identifiers.ts';
import type { StatementBuilder } from './statement.ts';

/** Gives the SQL of an argument, undefined for one that takes its default. */
type ValueOf = (argument: FunctionArgument) => string | undefined;

const sessionText: Binder = ({ session }) => JSON.stringify(session);

/** Arguments are named; where one has no name, those before it and itself stand in their order. */
function writeCall(statement: StatementBuilder, { name, arguments: args }: CallableFunction, valueOf: ValueOf, path = '$'): string {
  let inOrder = args.some((argument) => argument.name === '');
  const values = args.flatMap((argument) => {
    const value = valueOf(argument);
    if (value === undefined) {
      inOrder = false;
      return [];
    }
    if (inOrder) return [value];
    if (argument.name === '') throw new GraphqlFault('not-supported', 'Only last set of positional arguments can be omitted', path);
    return [`${quoteIdentifier(argument.name)} => ${value}`];
  });
  return `${statement.function(name)}(${values.join(', ')})`;
}

/** The row as a value of its table's type: rows of a subquery are rows of no table to Postgres. */
function rowValue(alias: string, row: RowCall['row']): string {
  return `row(${alias}.*)::${quoteTable(row)}`;
}

/** Writes the call of a function for the row `alias`; all other arguments take their defaults. */
export function rowCallSql(statement: StatementBuilder, { fn, row }: RowCall, alias: string): string {
  return writeCall(statement, fn, (argument) => {
    if (argument.kind === 'row') return rowValue(alias, row);
    return argument.kind === 'session' ? statement.parameter(sessionText, argument.cast) : undefined;
  });
}

interface FieldCall {
  readonly fn: CallableFunction;
  /** The row of a computed field, and its table. */
  readonly row?: { readonly alias: string; readonly table: RowCall['row'] };
  readonly field: SelectedField;
  readonly valueSql: (argument: Extract<FunctionArgument, { kind: 'input' }>, input: Input) => string;
}

/** Writes the call that a field asks for with its `args`. @throws GraphqlFault for an argument that is missing */
export function fieldCallSql(statement: StatementBuilder, { fn, row, field, valueSql }: FieldCall): string {
  const entries = entriesIn(field.args.get('args'));
  const path = `${field.path}.args.args`;
  const isMissing = inputArguments(fn).some((argument) => !argument.hasDefault && !entries.has(argument.field));
  if (isMissing) throw new GraphqlFault('not-supported', 'Non default arguments cannot be omitted', path);
  const valueOf: ValueOf = (argument) => {
    if (argument.kind === 'session') return statement.parameter(sessionText, argument.cast);
    if (argument.kind === 'row') return row === undefined ? undefined : rowValue(row.alias, row.table);
    const input = entries.get(argument.field);
    return input === undefined ? undefined : valueSql(argument, input);
  };
  return writeCall(statement, fn, valueOf, path);
}
