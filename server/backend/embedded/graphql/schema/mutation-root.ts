/** The root fields of the mutations of one role. */

import { type GraphQLFieldConfigArgumentMap, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import { ensured } from '../errors.ts';
import { MUTATION_KINDS, type MutationKind } from '../metadata/metadata.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RoleTable } from '../model/role-table.ts';
import type { TrackedFunction } from '../model/tracked-table.ts';
import type { WritableTable } from '../model/writable-table.ts';
import { functionField, type SchemaParts } from './function-field.ts';
import { listOf } from './input-types.ts';
import { memoize } from './leaf-types.ts';
import { createMutationInputs, type MutationInputs } from './mutation-inputs.ts';
import { descriptionOf, type OutputFields, rowsOf } from './output-types.ts';

export const MUTATION_ROOT = 'mutation_root';

export interface TableMutation {
  readonly kind: MutationKind;
  readonly table: WritableTable;
}

export type MutationField = TableMutation | { readonly kind: 'function'; readonly table: RoleTable; readonly fn: TrackedFunction };

interface Context extends SchemaParts {
  readonly model: RoleModel;
  readonly writes: MutationInputs;
  response(table: WritableTable): GraphQLObjectType;
}

function isReadable({ rows }: WritableTable): boolean {
  return rows.fields.size > 0;
}

function isUpdatable({ update }: WritableTable): boolean {
  return update !== undefined && update.columns.length > 0;
}

function hasReadableKey({ table: { primaryKey }, rows }: WritableTable): boolean {
  return primaryKey.length > 0 && primaryKey.every((column) => rows.columns.includes(column));
}

function isPossible(context: Context, kind: MutationKind, table: WritableTable): boolean {
  switch (kind) {
    case 'insert':
      return context.writes.insert(table) !== undefined;
    case 'insert_one':
      return context.writes.insert(table) !== undefined && isReadable(table);
    case 'update':
    case 'update_many':
      return isUpdatable(table);
    case 'update_by_pk':
      return isUpdatable(table) && hasReadableKey(table);
    case 'delete':
      return table.delete !== undefined;
    case 'delete_by_pk':
      return table.delete !== undefined && hasReadableKey(table);
  }
}

function insertArguments(context: Context, table: WritableTable, isOne: boolean): GraphQLFieldConfigArgumentMap {
  const data = ensured(context.writes.insert(table));
  const conflict = context.writes.onConflict(table);
  return {
    ...(isOne
      ? { object: { type: new GraphQLNonNull(data), description: 'the row to be inserted' } }
      : { objects: { type: new GraphQLNonNull(listOf(data)), description: 'the rows to be inserted' } }),
    ...(conflict === undefined ? {} : { on_conflict: { type: conflict, description: 'upsert condition' } }),
  };
}

function argumentsOf(context: Context, kind: MutationKind, table: WritableTable): GraphQLFieldConfigArgumentMap {
  const { inputs, leaves, writes } = context;
  const where = new GraphQLNonNull(inputs.boolExp(table.rows));
  switch (kind) {
    case 'insert':
    case 'insert_one':
      return insertArguments(context, table, kind === 'insert_one');
    case 'update':
      return { ...writes.operators(table), where: { type: where, description: 'filter the rows which have to be updated' } };
    case 'update_by_pk':
      return { ...writes.operators(table), pk_columns: { type: new GraphQLNonNull(writes.primaryKey(table)) } };
    case 'update_many':
      return { updates: { type: new GraphQLNonNull(listOf(writes.updates(table))), description: 'updates to execute, in order' } };
    case 'delete':
      return { where: { type: where, description: 'filter the rows which have to be deleted' } };
    case 'delete_by_pk':
      return Object.fromEntries(table.table.primaryKey.map(({ field, type }) => [field, { type: new GraphQLNonNull(leaves.value(type)) }]));
  }
}

function describe(kind: MutationKind, name: string): string {
  const texts: Readonly<Record<MutationKind, string>> = {
    insert: `insert data into the table: "${name}"`,
    insert_one: `insert a single row into the table: "${name}"`,
    update: `update data of the table: "${name}"`,
    update_by_pk: `update single row of the table: "${name}"`,
    update_many: `update multiples rows of table: "${name}"`,
    delete: `delete data from the table: "${name}"`,
    delete_by_pk: `delete single row from the table: "${name}"`,
  };
  return texts[kind];
}

function fieldConfig(context: Context, { kind, table }: TableMutation): OutputFields[string] {
  const args = argumentsOf(context, kind, table);
  const description = descriptionOf(table.table.rootComments[kind], describe(kind, table.table.label));
  if (kind === 'insert_one' || kind === 'update_by_pk' || kind === 'delete_by_pk')
    return { type: context.outputs.row(table.rows), args, description };
  const response = context.response(table);
  return { type: kind === 'update_many' ? new GraphQLList(response) : response, args, description };
}

function createResponse(context: () => Context, table: WritableTable): GraphQLObjectType {
  const { label, typeName } = table.table;
  return new GraphQLObjectType({
    name: `${typeName}_mutation_response`,
    description: `response of any mutation on the table "${label}"`,
    fields: () => ({
      affected_rows: { type: new GraphQLNonNull(GraphQLInt), description: 'number of rows affected by the mutation' },
      ...(isReadable(table)
        ? { returning: { type: rowsOf(context().outputs.row(table.rows)), description: 'data from the rows affected by the mutation' } }
        : {}),
    }),
  });
}

/** The mutations that a role has by their names, and the root type that holds them; no type where there is none. */
export function buildMutationRoot(
  model: RoleModel,
  parts: SchemaParts,
): { readonly mutations: ReadonlyMap<string, MutationField>; readonly mutationRoot: GraphQLObjectType | undefined } {
  const writes = createMutationInputs(model, parts.leaves, parts.inputs);
  const response = memoize((table: WritableTable) => createResponse(() => context, table));
  const context: Context = { ...parts, model, writes, response };
  const mutations = new Map<string, MutationField>();
  for (const table of model.writables) {
    for (const kind of MUTATION_KINDS) {
      if (isPossible(context, kind, table)) mutations.set(table.table.rootNames[kind], { kind, table });
    }
  }
  for (const fn of model.functions) {
    if (fn.isMutation) mutations.set(fn.rootNames.function, { kind: 'function', table: ensured(model.table(fn.table)), fn });
  }
  if (mutations.size === 0) return { mutations, mutationRoot: undefined };
  const configOf = (field: MutationField): OutputFields[string] =>
    field.kind === 'function' ? functionField(parts, field.fn, field.table) : fieldConfig(context, field);
  const fields = (): OutputFields => Object.fromEntries([...mutations].map(([name, field]) => [name, configOf(field)]));
  return { mutations, mutationRoot: new GraphQLObjectType({ name: MUTATION_ROOT, fields }) };
}
