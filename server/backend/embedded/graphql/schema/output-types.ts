/** The output types of one table for one role: the row and its aggregates. */
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { ensured } from '../errors.ts';
import { isAlways } from '../model/bool-exp.ts';
import type { RoleModel } from '../model/role-model.ts';
import type { RelationField, RoleField, RoleTable } from '../model/role-table.ts';
import type { ComputedField } from '../model/tracked-table.ts';
import { operationsOf, type TableOperation } from './aggregate-operations.ts';
import type { FunctionArguments } from './function-arguments.ts';
import { type InputTypes, listOf } from './input-types.ts';
import { type LeafTypes, memoize } from './leaf-types.ts';

export type OutputFields = Record<string, GraphQLFieldConfig<unknown, unknown>>;

export interface OutputTypes {
  row(table: RoleTable): GraphQLObjectType;
  aggregate(table: RoleTable): GraphQLObjectType;
  /** distinct_on, limit, offset, order_by, where. */
  rowsArguments(table: RoleTable): GraphQLFieldConfigArgumentMap;
}

interface Context {
  readonly model: RoleModel;
  readonly leaves: LeafTypes;
  readonly inputs: InputTypes;
  readonly types: OutputTypes;
  readonly calls: FunctionArguments;
}

const PATH_ARGUMENT: GraphQLFieldConfigArgumentMap = { path: { type: GraphQLString, description: 'JSON select path' } };

export function rowsOf(type: GraphQLObjectType): GraphQLNonNull<GraphQLList<GraphQLNonNull<GraphQLObjectType>>> {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
}

function rowsArguments(inputs: InputTypes, table: RoleTable): GraphQLFieldConfigArgumentMap {
  const column = inputs.selectColumn(table);
  const distinct: GraphQLFieldConfigArgumentMap =
    column === undefined ? {} : { distinct_on: { type: listOf(column), description: 'distinct select on columns' } };
  return {
    ...distinct,
    limit: { type: GraphQLInt, description: 'limit the number of rows returned' },
    offset: { type: GraphQLInt, description: 'skip the first n rows. Use only with order_by' },
    order_by: { type: listOf(inputs.orderBy(table)), description: 'sort the rows by one or more columns' },
    where: { type: inputs.boolExp(table), description: 'filter the rows returned' },
  };
}

/** The comment of the metadata or of the database, nothing where it is empty, else the dialect's words. */
export function descriptionOf(comment: string | null | undefined, usual: string): string | null {
  return comment === '' ? null : (comment ?? usual);
}

function columnField(
  context: Context,
  { column: { type, isRequired, comment }, visibleWhen }: Extract<RoleField, { kind: 'column' }>,
): GraphQLFieldConfig<unknown, unknown> {
  const value = context.leaves.value(type);
  return {
    type: isRequired && visibleWhen === undefined ? new GraphQLNonNull(value) : value,
    ...(type.scalar.isJson && !type.isArray ? { args: PATH_ARGUMENT } : {}),
    description: comment === '' ? null : comment,
  };
}

function relationField(context: Context, field: RelationField): GraphQLFieldConfig<unknown, unknown> {
  const target = ensured(context.model.table(field.target));
  if (field.kind === 'object') {
    const row = context.types.row(target);
    // A required foreign key promises a row, a row filter may hide it: only without a filter is null impossible.
    const type = field.relationship.isRequired && isAlways(target.filter) ? new GraphQLNonNull(row) : row;
    return { type, description: descriptionOf(field.relationship.comment, 'An object relationship') };
  }
  const args = context.types.rowsArguments(target);
  if (field.kind === 'array')
    return {
      type: rowsOf(context.types.row(target)),
      args,
      description: descriptionOf(field.relationship.comment, 'An array relationship'),
    };
  return { type: new GraphQLNonNull(context.types.aggregate(target)), args, description: 'An aggregate relationship' };
}

function computedField(
  context: Context,
  { table }: RoleTable,
  field: Extract<RoleField, { computed: ComputedField }>,
): GraphQLFieldConfig<unknown, unknown> {
  const { name, call, comment } = field.computed;
  const own = context.calls(
    `${name}_${table.typeName}_args`,
    call,
    `input parameters for computed field "${name}" defined on table "${table.label}"`,
  );
  const description = descriptionOf(comment, `A computed field, executes function "${call.name.name}"`);
  if (field.kind === 'computed') {
    const path = field.type.scalar.isJson && !field.type.isArray ? PATH_ARGUMENT : {};
    return { type: context.leaves.value(field.type), args: { ...own, ...path }, description };
  }
  const target = ensured(context.model.table(field.target));
  const row = context.types.row(target);
  return {
    type: field.isSet ? new GraphQLList(new GraphQLNonNull(row)) : row,
    args: { ...own, ...context.types.rowsArguments(target) },
    description,
  };
}

function fieldConfig(context: Context, table: RoleTable, field: RoleField): GraphQLFieldConfig<unknown, unknown> {
  if (field.kind === 'column') return columnField(context, field);
  return 'computed' in field ? computedField(context, table, field) : relationField(context, field);
}

function rowFields(context: Context, table: RoleTable): OutputFields {
  return Object.fromEntries([...table.fields].map(([name, field]) => [name, fieldConfig(context, table, field)]));
}

function operationType(context: Context, table: RoleTable, { operation, columns, values }: TableOperation): GraphQLObjectType {
  const fields: OutputFields = {};
  for (const { field, type } of columns) fields[field] = { type: operation.result === 'float' ? GraphQLFloat : context.leaves.value(type) };
  for (const value of values) fields[value.computed.name] = computedField(context, table, value);
  return new GraphQLObjectType({
    name: `${table.table.typeName}_${operation.name}_fields`,
    description: `aggregate ${operation.name} on columns`,
    fields,
  });
}

function aggregateFields(context: Context, table: RoleTable): OutputFields {
  const column = context.inputs.selectColumn(table);
  const args: GraphQLFieldConfigArgumentMap = {
    ...(column === undefined ? {} : { columns: { type: listOf(column) } }),
    distinct: { type: GraphQLBoolean },
  };
  const fields: OutputFields = { count: { type: new GraphQLNonNull(GraphQLInt), args } };
  for (const item of operationsOf(table)) fields[item.operation.name] = { type: operationType(context, table, item) };
  return fields;
}

/** Makes the output types of one schema. */
export function createOutputTypes(model: RoleModel, leaves: LeafTypes, inputs: InputTypes, calls: FunctionArguments): OutputTypes {
  const types: OutputTypes = {
    row: memoize((table) => {
      const { label, typeName, comment } = table.table;
      const description = descriptionOf(comment, `columns and relationships of "${label}"`);
      return new GraphQLObjectType({ name: typeName, description, fields: () => rowFields(context, table) });
    }),
    aggregate: memoize((table) => {
      const { label, typeName } = table.table;
      const values = new GraphQLObjectType({
        name: `${typeName}_aggregate_fields`,
        description: `aggregate fields of "${label}"`,
        fields: () => aggregateFields(context, table),
      });
      return new GraphQLObjectType({
        name: `${typeName}_aggregate`,
        description: `aggregated selection of "${label}"`,
        fields: () => ({ aggregate: { type: values }, nodes: { type: rowsOf(types.row(table)) } }),
      });
    }),
    rowsArguments: memoize((table) => rowsArguments(inputs, table)),
  };
  const context: Context = { model, leaves, inputs, types, calls };
  return types;
}
