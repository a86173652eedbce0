/** Runs a compiled request and assembles its answer as text, in the order of the selection. */
import type { ExecuteOptions } from '../../backend.ts';
import type { Database, Queryable, Row } from '../database.ts';
import { callFunction, onlyFunction, runMutationFields } from './compiler/mutation/mutation.ts';
import type { MutationContext } from './compiler/mutation/values.ts';
import { STREAM_CURSOR } from './compiler/stream.ts';
import { databaseFault } from './database-fault.ts';
import { GraphqlFault } from './errors.ts';
import type { BindInputs } from './model/bool-exp.ts';
import type { CompiledMutation, CompiledRequest } from './query-compiler.ts';
import type { Variables } from './request/variables.ts';
import type { StatementBatcher } from './statement-batcher.ts';

export interface Execution {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly options: ExecuteOptions;
  readonly timeoutMs: number;
  readonly onFault: ((error: unknown) => void) | undefined;
  /** Names a text that comes again, which is then prepared. */
  readonly nameOf?: (text: string) => string | undefined;
  /** Whether its statements give way to others (`QueryOptions.yields`). */
  readonly yields?: boolean;
  /** Asks the same database together for what several requests want in the same moment; absent inside a transaction. */
  readonly batcher?: StatementBatcher | undefined;
}

function lowerCaseNames(session: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(session).map(([name, value]) => [name.toLowerCase(), value]));
}

async function queryRows(
  execution: Execution,
  database: Pick<Queryable, 'query'>,
  { text, name, values }: { readonly text: string; readonly name?: string | undefined; readonly values: readonly string[] },
): Promise<readonly Row[]> {
  const { signal, timeoutMs = execution.timeoutMs } = execution.options;
  try {
    return (await database.query(text, values, { name, signal, timeoutMs, yields: execution.yields })).rows;
  } catch (error) {
    throw faultOf(execution, error);
  }
}

/** @throws the signal's reason when it was aborted */
function faultOf({ options, onFault }: Execution, error: unknown): GraphqlFault {
  options.signal?.throwIfAborted();
  if (error instanceof GraphqlFault) return error;
  const fault = databaseFault(error);
  if (fault.code === 'unexpected') onFault?.(error);
  return fault;
}

function bindInputsOf(execution: Pick<Execution, 'options'>, variables: Variables): BindInputs {
  const { role, session } = execution.options.caller;
  return { variable: (name) => variables.read(name), session: { ...lowerCaseNames(session), 'x-hasura-role': role } };
}

/** A plan with the values of one request: what runs, and may run again. */
export interface BoundPlan {
  readonly text: string | undefined;
  readonly name: string | undefined;
  readonly values: readonly string[];
  /** The keys of the answer, each with the column of the statement or the JSON text that is its value. */
  readonly members: readonly { readonly key: string; readonly column?: string; readonly json?: string }[];
}

/** @throws GraphqlFault for values that do not fit */
export function bindPlan(
  { plan, variables, statementName }: CompiledRequest,
  execution: Pick<Execution, 'options'>,
  cursor?: string,
): BoundPlan {
  const inputs = { ...bindInputsOf(execution, variables), cursor };
  return {
    text: plan.text,
    name: statementName,
    values: plan.binders.map((bind) => bind(inputs)),
    members: plan.columns.map((column) => {
      const { key } = column;
      return column.kind === 'computed' ? { key, json: column.json(inputs) } : { key, column: column.column };
    }),
  };
}

export interface PlanAnswer {
  /** The JSON text of `data`. */
  readonly json: string;
  /** Where the next batch of a stream begins; undefined where it has not moved. */
  readonly cursor: string | undefined;
}

/** @throws GraphqlFault for what the database refuses; the signal's reason when it was aborted */
export async function runPlan(plan: BoundPlan, execution: Execution): Promise<PlanAnswer> {
  const row = await planRow(plan, execution);
  const written = plan.members.map(({ key, column = '', json = row[column] }) => {
    // SQL null is a row that is not there.
    return `${JSON.stringify(key)}:${typeof json === 'string' ? json : 'null'}`;
  });
  const cursor = row[STREAM_CURSOR];
  return { json: `{${written.join(',')}}`, cursor: typeof cursor === 'string' ? cursor : undefined };
}

/** The one row of a plan's statement. */
async function planRow({ text, name, values, members }: BoundPlan, execution: Execution): Promise<Row> {
  if (text === undefined) return {};
  const { batcher, options } = execution;
  if (batcher === undefined || name === undefined || values.length > 0) {
    const [row = {}] = await queryRows(execution, execution.database, { text, name, values });
    return row;
  }
  const columns = members.flatMap(({ column }) => column ?? []);
  const { signal, timeoutMs = execution.timeoutMs } = options;
  try {
    return await batcher.row({ text, name, columns }, { timeoutMs, signal });
  } catch (error) {
    throw faultOf(execution, error);
  }
}

/** The person who acts, for triggers that record it: the session variables of the caller, as Hasura sets them. */
const SET_USER = "select set_config('hasura.user', $1, true)";

/**
 * Runs a mutation in one transaction and returns the JSON text of `data`. It is neither repeated nor kept. One that calls a function alone is one
 * statement, whose text comes again.
 * @throws GraphqlFault; the signal's reason when it was aborted. Nothing is written then
 */
export async function runMutation({ schema, fields, variables }: CompiledMutation, execution: Execution): Promise<string> {
  const inputs = bindInputsOf(execution, variables);
  const user = JSON.stringify(inputs.session);
  const contextOn = (database: Pick<Queryable, 'query'>): MutationContext => ({
    model: schema.model,
    inputs,
    run: ({ binders }, text) =>
      queryRows(execution, database, { text, name: execution.nameOf?.(text), values: binders.map((bind) => bind(inputs)) }),
  });
  const only = onlyFunction(schema, fields);
  try {
    if (only !== undefined) {
      const json = await callFunction(contextOn(execution.database), only.called, only.field, user);
      return `{${JSON.stringify(only.field.key)}:${json}}`;
    }
    return await execution.database.transaction(async (tx) => {
      await queryRows(execution, tx, { text: SET_USER, name: 'quem_muda', values: [user] });
      return runMutationFields(contextOn(tx), schema, fields);
    });
  } catch (error) {
    throw faultOf(execution, error);
  }
}
