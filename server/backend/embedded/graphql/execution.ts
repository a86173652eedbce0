/** Runs a compiled request and assembles its answer as text, in the order of the selection. */
import type { ExecuteOptions } from '../../backend.ts';
import type { Queryable, QueryOptions, Row } from '../database.ts';
import { databaseFault } from './database-fault.ts';
import type { BindInputs } from './model/bool-exp.ts';
import type { CompiledRequest } from './query-compiler.ts';

export interface Execution {
  readonly database: Queryable;
  readonly options: ExecuteOptions;
  readonly timeoutMs: number;
  readonly onFault: ((error: unknown) => void) | undefined;
}

function lowerCaseNames(session: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(session).map(([name, value]) => [name.toLowerCase(), value]));
}

async function queryRow(execution: Execution, text: string, name: string | undefined, values: readonly string[]): Promise<Row> {
  const { signal, timeoutMs = execution.timeoutMs } = execution.options;
  const options: QueryOptions = { timeoutMs, ...(name === undefined ? {} : { name }), ...(signal === undefined ? {} : { signal }) };
  try {
    const { rows } = await execution.database.query(text, values, options);
    return rows[0] ?? {};
  } catch (error) {
    signal?.throwIfAborted();
    const fault = databaseFault(error);
    if (fault.code === 'unexpected') execution.onFault?.(error);
    throw fault;
  }
}

/**
 * Returns the JSON text of `data`.
 * @throws GraphqlFault for values that do not fit and for what the database refuses; the signal's reason when it was aborted
 */
export async function runPlan({ plan, variables, statementName }: CompiledRequest, execution: Execution): Promise<string> {
  const inputs: BindInputs = { variable: (name) => variables.read(name), session: lowerCaseNames(execution.options.caller.session) };
  const values = plan.binders.map((bind) => bind(inputs));
  const row = plan.text === undefined ? {} : await queryRow(execution, plan.text, statementName, values);
  const members = plan.columns.map((column) => {
    const value = column.kind === 'constant' ? column.json : row[column.column];
    // SQL null is a row that is not there.
    return `${JSON.stringify(column.key)}:${typeof value === 'string' ? value : 'null'}`;
  });
  return `{${members.join(',')}}`;
}
