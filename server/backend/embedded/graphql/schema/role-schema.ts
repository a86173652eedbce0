/** The schema of one role: a graphql-js schema for names and types, beside the model that says what the names mean. */
import {
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isObjectType,
} from 'graphql';
import { ensured } from '../errors.ts';
import type { RootKind } from '../metadata/metadata.ts';
import { labelOf } from '../metadata/names.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RoleTable } from '../model/role-table.ts';
import type { TrackedFunction } from '../model/tracked-table.ts';
import { isScalarName } from '../scalars/postgres-scalars.ts';
import { DIRECTIVES } from './directives.ts';
import { createFunctionArguments } from './function-arguments.ts';
import { functionField, type SchemaParts } from './function-field.ts';
import { createInputTypes } from './input-types.ts';
import { createLeafTypes, memoize } from './leaf-types.ts';
import { buildMutationRoot, type MutationField } from './mutation-root.ts';
import { createOutputTypes, descriptionOf, type OutputFields, rowsOf } from './output-types.ts';
import { renamedSchema } from './renamed-schema.ts';

const QUERY_ROOT = 'query_root';
const SUBSCRIPTION_ROOT = 'subscription_root';
/** The only field of a role that sees no table. */
export const NO_QUERIES = 'no_queries_available';

export type RootField =
  | { readonly kind: RootKind; readonly table: RoleTable }
  | { readonly kind: 'function' | 'function_aggregate'; readonly table: RoleTable; readonly fn: TrackedFunction };

/** The root type of an operation, and what its fields mean. */
export interface OperationRoot {
  readonly type: GraphQLObjectType;
  readonly fields: ReadonlyMap<string, RootField>;
}

export interface RoleSchema {
  /** Makes all types of the role, once; types are else made when an operation reaches them. For the administrator they take 12 MB. */
  readonly whole: () => GraphQLSchema;
  /** Returns the type of that name, undefined where the role has none; a scalar without making the others. */
  readonly typeNamed: (name: string) => GraphQLNamedType | undefined;
  readonly query: OperationRoot;
  /** Undefined for a role that may subscribe to nothing. */
  readonly subscription: OperationRoot | undefined;
  /** Undefined for a role that may write nothing. */
  readonly mutationRoot: GraphQLObjectType | undefined;
  readonly model: RoleModel;
  readonly mutations: ReadonlyMap<string, MutationField>;
}

function rootFields(model: RoleModel, rootsOf: (table: RoleTable) => ReadonlySet<RootKind>): ReadonlyMap<string, RootField> {
  const roots = new Map<string, RootField>();
  for (const table of model.tables) {
    for (const kind of rootsOf(table)) roots.set(table.table.rootNames[kind], { kind, table });
  }
  for (const fn of model.functions) {
    if (fn.isMutation) continue;
    const table = ensured(model.table(fn.table));
    roots.set(fn.rootNames.function, { kind: 'function', table, fn });
    if (table.allowsAggregations && fn.isSet) roots.set(fn.rootNames.function_aggregate, { kind: 'function_aggregate', table, fn });
  }
  return roots;
}

function rootConfig(parts: SchemaParts, root: RootField): OutputFields[string] {
  const { inputs, leaves, outputs } = parts;
  const { table } = root;
  const name = table.table.label;
  const comment = 'fn' in root ? undefined : table.table.rootComments[root.kind];
  switch (root.kind) {
    case 'function':
      return functionField(parts, root.fn, table);
    case 'function_aggregate': {
      const description = `execute function "${labelOf(root.fn.call.name)}" and query aggregates on result of table type "${name}"`;
      return { ...functionField(parts, root.fn, table), type: new GraphQLNonNull(outputs.aggregate(table)), description };
    }
    case 'select':
      return {
        type: rowsOf(outputs.row(table)),
        args: outputs.rowsArguments(table),
        description: descriptionOf(comment, `fetch data from the table: "${name}"`),
      };
    case 'select_stream':
      return {
        type: rowsOf(outputs.row(table)),
        args: {
          batch_size: { type: new GraphQLNonNull(GraphQLInt), description: 'maximum number of rows returned in a single batch' },
          cursor: {
            type: new GraphQLNonNull(new GraphQLList(inputs.streamCursor(table))),
            description: 'cursor to stream the results returned by the query',
          },
          where: { type: inputs.boolExp(table), description: 'filter the rows returned' },
        },
        description: descriptionOf(comment, `fetch data from the table in a streaming manner: "${name}"`),
      };
    case 'select_aggregate':
      return {
        type: new GraphQLNonNull(outputs.aggregate(table)),
        args: outputs.rowsArguments(table),
        description: descriptionOf(comment, `fetch aggregated fields from the table: "${name}"`),
      };
    case 'select_by_pk': {
      const args = Object.fromEntries(
        table.table.primaryKey.map(({ field, type }) => [field, { type: new GraphQLNonNull(leaves.value(type)) }]),
      );
      return {
        type: outputs.row(table),
        args,
        description: descriptionOf(comment, `fetch data from the table: "${name}" using primary key columns`),
      };
    }
  }
}

export function buildRoleSchema(model: RoleModel): RoleSchema {
  const leaves = createLeafTypes();
  const inputs = createInputTypes(model, leaves);
  const calls = createFunctionArguments(leaves);
  const parts: SchemaParts = { leaves, inputs, outputs: createOutputTypes(model, leaves, inputs, calls), calls };
  // Once for a field of both roots: a function's arguments are a type of their own name.
  const configOf = memoize(
    ([, root]: readonly [string, RootField]) => rootConfig(parts, root),
    ([field]) => field,
  );
  const operationRoot = (name: string, roots: ReadonlyMap<string, RootField>): OperationRoot => {
    const fields: OutputFields = Object.fromEntries([...roots].map((entry) => [entry[0], configOf(entry)]));
    if (roots.size === 0) fields[NO_QUERIES] = { type: new GraphQLNonNull(GraphQLString) };
    return { type: new GraphQLObjectType({ name, fields }), fields: roots };
  };
  const query = operationRoot(
    QUERY_ROOT,
    rootFields(model, ({ roots }) => roots),
  );
  const subscribable = rootFields(model, ({ subscriptionRoots }) => subscriptionRoots);
  const subscription = subscribable.size === 0 ? undefined : operationRoot(SUBSCRIPTION_ROOT, subscribable);
  const { mutations, mutationRoot } = buildMutationRoot(model, parts);
  const built = { query: query.type, mutation: mutationRoot ?? null, subscription: subscription?.type ?? null };
  let made: GraphQLSchema | undefined;
  const whole = (): GraphQLSchema => (made ??= renamedSchema(new GraphQLSchema({ ...built, directives: DIRECTIVES }), model.naming));
  // Another convention gives all types their names at once. Those of the roots stay.
  const shown = (type: GraphQLObjectType): GraphQLObjectType => {
    const found = model.naming.isPlain ? type : whole().getType(type.name);
    return ensured(isObjectType(found) ? found : undefined);
  };
  return {
    whole,
    typeNamed: (name) => (isScalarName(name) ? leaves.scalar(name) : whole().getType(name)),
    query: { ...query, type: shown(query.type) },
    subscription: subscription && { ...subscription, type: shown(subscription.type) },
    mutationRoot: mutationRoot && shown(mutationRoot),
    model,
    mutations,
  };
}
