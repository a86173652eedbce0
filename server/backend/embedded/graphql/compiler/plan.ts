/**
 * A compiled operation: the text of one statement and what its answer is made of. A plan holds no value of a request and serves every
 * request with its plan key; a subscription runs the same plan again and again.
 *
 * All root fields of an operation are columns of one statement. They therefore see one snapshot and cost one round trip; the price is
 * that they run one after the other in one backend, which for a content site is less than the trips saved.
 */
import { introspect } from '../introspection.ts';
import type { Binder, BindInputs } from '../model/bool-exp.ts';
import type { SelectedField } from '../request/selection.ts';
import { NO_QUERIES, type OperationRoot, type RoleSchema, type RootField } from '../schema/role-schema.ts';
import { aggregateFieldSql, byPrimaryKeySql, type CompileContext, functionSql, listSql } from './select.ts';
import { type Reads, StatementBuilder } from './statement.ts';
import { STREAM_ROWS, streamSql } from './stream.ts';

type PlanColumn =
  | { readonly kind: 'sql'; readonly key: string; readonly column: string }
  /** JSON text that needs no database. */
  | { readonly kind: 'computed'; readonly key: string; readonly json: (inputs: BindInputs) => string };

export interface Plan {
  /** Undefined when no root field needs the database. */
  readonly text: string | undefined;
  readonly binders: readonly Binder[];
  readonly columns: readonly PlanColumn[];
  readonly reads: Reads;
  /** Whether each run begins where the last one has ended. */
  readonly isStream: boolean;
}

const NO_QUERIES_TEXT = 'There are no queries available to the current role. It has no permission on any tracked table.';

function rootSql(context: CompileContext, root: RootField, field: SelectedField): string {
  switch (root.kind) {
    case 'select':
      return listSql(context, root.table, field);
    case 'select_by_pk':
      return byPrimaryKeySql(context, root.table, field);
    case 'select_stream':
      throw new Error('a stream beside other fields reached the compiler; please report it');
    case 'select_aggregate':
      return aggregateFieldSql(context, root.table, field);
    case 'function':
    case 'function_aggregate':
      return functionSql(context, root, field);
  }
}

function computedColumn({ whole }: RoleSchema, { type }: OperationRoot, field: SelectedField): PlanColumn {
  const { key, name } = field;
  if (name === '__typename') return { kind: 'computed', key, json: () => JSON.stringify(type.name) };
  if (name === NO_QUERIES) return { kind: 'computed', key, json: () => JSON.stringify(NO_QUERIES_TEXT) };
  return { kind: 'computed', key, json: (inputs) => introspect(whole(), field, inputs) };
}

/** A stream is the only root field of its subscription. */
function compileStream(schema: RoleSchema, root: RootField, field: SelectedField): Plan {
  const statement = new StatementBuilder();
  const text = streamSql({ model: schema.model, statement }, root.table, field);
  return {
    text,
    binders: statement.binders,
    columns: [{ kind: 'sql', key: field.key, column: STREAM_ROWS }],
    reads: statement.reads,
    isStream: true,
  };
}

/** Compiles the root fields of a query or a subscription. @throws GraphqlFault for arguments that do not fit */
export function compilePlan(schema: RoleSchema, root: OperationRoot, fields: readonly SelectedField[]): Plan {
  const [first] = fields;
  const stream = first === undefined ? undefined : root.fields.get(first.name);
  if (first !== undefined && stream?.kind === 'select_stream') return compileStream(schema, stream, first);
  const statement = new StatementBuilder();
  const expressions: string[] = [];
  const columns = fields.map((field): PlanColumn => {
    const member = root.fields.get(field.name);
    if (member === undefined) return computedColumn(schema, root, field);
    const column = `c${expressions.length}`;
    expressions.push(`(${rootSql({ model: schema.model, statement }, member, field)})::text as ${column}`);
    return { kind: 'sql', key: field.key, column };
  });
  const text = expressions.length === 0 ? undefined : `select ${expressions.join(', ')}`;
  return { text, binders: statement.binders, columns, reads: statement.reads, isStream: false };
}
