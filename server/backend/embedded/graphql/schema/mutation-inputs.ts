/** The input types of what a role may write into one table: insert_input, on_conflict, the operators of an update. */

import {
  GraphQLEnumType,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { ensured } from '../errors.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { Column, Relationship } from '../model/tracked-table.ts';
import type { WritableTable } from '../model/writable-table.ts';
import { type InputTypes, listOf } from './input-types.ts';
import { type LeafTypes, memoize } from './leaf-types.ts';
import { UPDATE_OPERATORS } from './update-operators.ts';

type InputFields = Record<string, GraphQLInputFieldConfig>;

export interface MutationInputs {
  /** Undefined when the role may insert nothing that a caller gives. */
  insert(table: WritableTable): GraphQLInputObjectType | undefined;
  /** Undefined when there is no constraint. A role that may not update can leave the rows that conflict as they are. */
  onConflict(table: WritableTable): GraphQLInputObjectType | undefined;
  /** `_set`, `_inc` and so on, those that the table has columns for. */
  operators(table: WritableTable): InputFields;
  primaryKey(table: WritableTable): GraphQLInputObjectType;
  updates(table: WritableTable): GraphQLInputObjectType;
}

interface Context {
  readonly model: RoleModel;
  readonly leaves: LeafTypes;
  readonly inputs: InputTypes;
  readonly types: MutationInputs;
  related(table: WritableTable, isList: boolean): GraphQLInputObjectType;
}

/** The relationships through which the role may insert. */
function insertableRelationships(
  model: RoleModel,
  { table }: WritableTable,
): readonly { readonly relationship: Relationship; readonly target: WritableTable }[] {
  return [...table.relationships.values()].flatMap((relationship) => {
    const target = model.writable(relationship.target);
    return target?.insert === undefined ? [] : [{ relationship, target }];
  });
}

function insertFields(context: Context, table: WritableTable): InputFields {
  const fields: InputFields = {};
  for (const { field, type } of ensured(table.insert).columns) fields[field] = { type: context.leaves.value(type) };
  for (const { relationship, target } of insertableRelationships(context.model, table)) {
    if (canInsert(context.model, target)) fields[relationship.name] = { type: context.related(target, relationship.kind === 'array') };
  }
  return fields;
}

/** A type without a field is not valid GraphQL, so a table of presets alone has no insert. */
function canInsert(model: RoleModel, table: WritableTable): boolean {
  const { insert } = table;
  return (
    insert !== undefined &&
    (insert.columns.length > 0 || insertableRelationships(model, table).some(({ target }) => target.insert?.columns.length))
  );
}

function describeKey(columns: readonly string[]): string {
  return `unique or primary key constraint on columns ${columns.map((name) => `"${name}"`).join(', ')}`;
}

function conflictFields(context: Context, table: WritableTable): InputFields {
  const { label, typeName, uniqueKeys } = table.table;
  const columns = table.update?.columns ?? [];
  const names = columns.length > 0 ? columns.map(({ field }) => field) : ['_PLACEHOLDER'];
  const constraint = new GraphQLEnumType({
    name: `${typeName}_constraint`,
    description: `unique or primary key constraints on table "${label}"`,
    values: Object.fromEntries(uniqueKeys.map(({ name, columns }) => [name, { description: describeKey(columns) }])),
  });
  const column = new GraphQLEnumType({
    name: `${typeName}_update_column`,
    description: `update columns of table "${label}"`,
    values: Object.fromEntries(names.map((name) => [name, { description: 'column name' }])),
  });
  return {
    constraint: { type: new GraphQLNonNull(constraint) },
    update_columns: { type: new GraphQLNonNull(listOf(column)), default: { value: [] } },
    where: { type: context.inputs.boolExp(table.rows) },
  };
}

function relatedFields(context: Context, table: WritableTable, isList: boolean): InputFields {
  const data = ensured(context.types.insert(table));
  const conflict = context.types.onConflict(table);
  return {
    data: { type: new GraphQLNonNull(isList ? listOf(data) : data) },
    ...(conflict === undefined ? {} : { on_conflict: { type: conflict, description: 'upsert condition' } }),
  };
}

function operatorFields(context: Context, { table, update }: WritableTable): InputFields {
  const fields: InputFields = {};
  for (const { name, description, inputDescription = description, operand, takes } of UPDATE_OPERATORS) {
    const columns = (update?.columns ?? []).filter(takes);
    if (columns.length === 0) continue;
    const valueOf = (column: Column): GraphQLInputFieldConfig['type'] => {
      if (operand === 'same') return context.leaves.value(column.type);
      if (operand === 'integer') return GraphQLInt;
      return operand === 'text' ? GraphQLString : new GraphQLList(new GraphQLNonNull(GraphQLString));
    };
    const type = new GraphQLInputObjectType({
      name: `${table.typeName}${name}_input`,
      description: inputDescription.replace('%', `"${table.label}"`),
      fields: Object.fromEntries(columns.map((column) => [column.field, { type: valueOf(column) }])),
    });
    fields[name] = { type, description };
  }
  return fields;
}

/** Makes the input types of the mutations of one schema. */
export function createMutationInputs(model: RoleModel, leaves: LeafTypes, inputs: InputTypes): MutationInputs {
  const named = (
    suffix: string,
    description: string,
    fields: (table: WritableTable) => InputFields,
  ): ((table: WritableTable) => GraphQLInputObjectType) =>
    memoize((table) => {
      const { label, typeName } = table.table;
      return new GraphQLInputObjectType({
        name: `${typeName}_${suffix}`,
        description: description.replace('%', `"${label}"`),
        fields: () => fields(table),
      });
    });
  const insert = named('insert_input', 'input type for inserting data into table %', (table) => insertFields(context, table));
  const conflict = named('on_conflict', 'on_conflict condition type for table %', (table) => conflictFields(context, table));
  const object = named('obj_rel_insert_input', 'input type for inserting object relation for remote table %', (table) =>
    relatedFields(context, table, false),
  );
  const array = named('arr_rel_insert_input', 'input type for inserting array relation for remote table %', (table) =>
    relatedFields(context, table, true),
  );
  const operators = memoize((table: WritableTable) => operatorFields(context, table));
  const types: MutationInputs = {
    insert: (table) => (canInsert(model, table) ? insert(table) : undefined),
    onConflict: (table) => (table.table.uniqueKeys.length === 0 ? undefined : conflict(table)),
    operators,
    primaryKey: named('pk_columns_input', 'primary key columns input for table: %', ({ table }) =>
      Object.fromEntries(table.primaryKey.map(({ field, type }) => [field, { type: new GraphQLNonNull(leaves.value(type)) }])),
    ),
    updates: named('updates', 'one of several updates of table %', (table) => ({
      ...operators(table),
      where: { type: new GraphQLNonNull(inputs.boolExp(table.rows)), description: 'filter the rows which have to be updated' },
    })),
  };
  const context: Context = { model, leaves, inputs, types, related: (table, isList) => (isList ? array(table) : object(table)) };
  return types;
}
