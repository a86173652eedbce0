/** The schema of one role: a graphql-js schema for names and types, beside the model that says what the names mean. */
import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import type { RootKind } from '../metadata/metadata.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RoleTable } from '../model/role-table.ts';
import { createInputTypes } from './input-types.ts';
import { createLeafTypes, type LeafTypes } from './leaf-types.ts';
import { buildMutationRoot, type MutationField } from './mutation-root.ts';
import { createOutputTypes, type OutputFields, type OutputTypes, rowsOf } from './output-types.ts';

export const QUERY_ROOT = 'query_root';
/** The only field of a role that sees no table. */
export const NO_QUERIES = 'no_queries_available';

export interface RootField {
  readonly kind: RootKind;
  readonly table: RoleTable;
}

export interface RoleSchema {
  readonly schema: GraphQLSchema;
  readonly queryRoot: GraphQLObjectType;
  /** Undefined for a role that may write nothing. */
  readonly mutationRoot: GraphQLObjectType | undefined;
  readonly model: RoleModel;
  readonly roots: ReadonlyMap<string, RootField>;
  readonly mutations: ReadonlyMap<string, MutationField>;
}

function rootFields(model: RoleModel): ReadonlyMap<string, RootField> {
  const roots = new Map<string, RootField>();
  for (const table of model.tables) {
    for (const kind of table.roots) roots.set(table.table.rootNames[kind], { kind, table });
  }
  return roots;
}

function rootConfig(leaves: LeafTypes, outputs: OutputTypes, { kind, table }: RootField): OutputFields[string] {
  const name = table.table.typeName;
  switch (kind) {
    case 'select':
      return { type: rowsOf(outputs.row(table)), args: outputs.rowsArguments(table), description: `fetch data from the table: "${name}"` };
    case 'select_aggregate':
      return {
        type: new GraphQLNonNull(outputs.aggregate(table)),
        args: outputs.rowsArguments(table),
        description: `fetch aggregated fields from the table: "${name}"`,
      };
    case 'select_by_pk': {
      const args = Object.fromEntries(
        table.table.primaryKey.map(({ field, type }) => [field, { type: new GraphQLNonNull(leaves.value(type)) }]),
      );
      return { type: outputs.row(table), args, description: `fetch data from the table: "${name}" using primary key columns` };
    }
  }
}

/** Builds the schema of a role. */
export function buildRoleSchema(model: RoleModel): RoleSchema {
  const leaves = createLeafTypes();
  const inputs = createInputTypes(model, leaves);
  const outputs = createOutputTypes(model, leaves, inputs);
  const roots = rootFields(model);
  const fields: OutputFields = {};
  for (const [name, root] of roots) fields[name] = rootConfig(leaves, outputs, root);
  if (roots.size === 0) fields[NO_QUERIES] = { type: new GraphQLNonNull(GraphQLString) };
  const queryRoot = new GraphQLObjectType({ name: QUERY_ROOT, fields });
  const { mutations, mutationRoot } = buildMutationRoot(model, leaves, inputs, outputs);
  const schema = new GraphQLSchema({ query: queryRoot, mutation: mutationRoot ?? null });
  return { schema, queryRoot, mutationRoot, model, roots, mutations };
}
