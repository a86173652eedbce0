/** The input types of one table for one role: bool_exp, order_by, select_column and what hangs on them. */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
} from 'graphql';
import { ensured } from '../errors.ts';
import { needsRowOnly } from '../model/functions.ts';
import type { RoleModel } from '../model/role-model.ts';
import { aggregateName, type RoleTable } from '../model/role-table.ts';
import type { Column } from '../model/tracked-table.ts';
import { AGGREGATE_PREDICATES, type AggregatePredicate, operationsOf } from './aggregate-operations.ts';
import { type LeafTypes, memoize, ORDER_BY } from './leaf-types.ts';

type InputFields = Record<string, GraphQLInputFieldConfig>;

export interface InputTypes {
  boolExp(table: RoleTable): GraphQLInputObjectType;
  orderBy(table: RoleTable): GraphQLInputObjectType;
  /** Where a stream of the table begins. */
  streamCursor(table: RoleTable): GraphQLInputObjectType;
  /** Undefined when the role sees no column of the table. */
  selectColumn(table: RoleTable): GraphQLEnumType | undefined;
}

interface Context {
  readonly model: RoleModel;
  readonly leaves: LeafTypes;
  readonly types: InputTypes;
  aggregateBoolExp(table: RoleTable): GraphQLInputObjectType;
  aggregateOrderBy(table: RoleTable): GraphQLInputObjectType;
}

export function listOf<T extends GraphQLInputObjectType | GraphQLEnumType>(type: T): GraphQLList<GraphQLNonNull<T>> {
  return new GraphQLList(new GraphQLNonNull(type));
}

function columnEnum(name: string, description: string, columns: readonly Column[]): GraphQLEnumType {
  return new GraphQLEnumType({
    name,
    description,
    values: Object.fromEntries(columns.map(({ field }) => [field, { description: 'column name' }])),
  });
}

function boolExpFields(context: Context, table: RoleTable): InputFields {
  const self = context.types.boolExp(table);
  const fields: InputFields = { _and: { type: listOf(self) }, _not: { type: self }, _or: { type: listOf(self) } };
  for (const [name, field] of table.fields) {
    if (field.kind === 'column') {
      fields[name] = { type: context.leaves.comparison(field.column.type) };
      continue;
    }
    if ('computed' in field && !needsRowOnly(field.computed)) continue;
    if (field.kind === 'computed') {
      fields[name] = { type: context.leaves.comparison(field.type) };
      continue;
    }
    const target = ensured(context.model.table(field.target));
    fields[name] = { type: field.kind === 'aggregate' ? context.aggregateBoolExp(target) : context.types.boolExp(target) };
  }
  return fields;
}

/** What follows the name of a computed field whose rows are ordered by. */
export const COMPUTED_AGGREGATE = '_aggregate';

function orderByFields(context: Context, table: RoleTable): InputFields {
  const fields: InputFields = {};
  for (const [name, field] of table.fields) {
    if (field.kind === 'column' || (field.kind === 'computed' && needsRowOnly(field.computed))) fields[name] = { type: ORDER_BY };
    if (field.kind === 'computed-rows' && field.isSet && needsRowOnly(field.computed)) {
      const rows = ensured(context.model.table(field.target));
      fields[`${name}${COMPUTED_AGGREGATE}`] = { type: context.aggregateOrderBy(rows) };
    }
    if (!('relationship' in field)) continue;
    const target = ensured(context.model.table(field.target));
    if (field.kind === 'object') fields[name] = { type: context.types.orderBy(target) };
    // Rows may be ordered by an aggregate that the role may not read, as in Hasura.
    if (field.kind === 'array') fields[aggregateName(table.table, name)] = { type: context.aggregateOrderBy(target) };
  }
  return fields;
}

function aggregateOrderByFields(table: RoleTable): InputFields {
  const base = table.table.typeName;
  const fields: InputFields = { count: { type: ORDER_BY } };
  for (const { operation, columns } of operationsOf(table)) {
    if (columns.length === 0) continue;
    fields[operation.name] = {
      type: new GraphQLInputObjectType({
        name: `${base}_${operation.name}_order_by`,
        description: `order by ${operation.name}() on columns of table "${table.table.label}"`,
        fields: Object.fromEntries(columns.map(({ field }) => [field, { type: ORDER_BY }])),
      }),
    };
  }
  return fields;
}

/** The arguments of an aggregate in a condition; null where the role sees no column that it takes. */
function predicateArguments(context: Context, table: RoleTable, { name, takes, pair }: AggregatePredicate): InputFields | null {
  const base = table.table.typeName;
  if (takes === undefined) {
    const column = context.types.selectColumn(table);
    return column === undefined ? {} : { arguments: { type: listOf(column) } };
  }
  const columns = table.columns.filter(takes);
  if (columns.length === 0) return null;
  const type = `${base}_aggregate_bool_exp_${name}`;
  const argument = columnEnum(
    `${base}_select_column_${type}_arguments_columns`,
    `select "${type}_arguments_columns" columns of table "${table.table.label}"`,
    columns,
  );
  const required = { type: new GraphQLNonNull(argument) };
  if (pair === undefined) return { arguments: required };
  const both = new GraphQLInputObjectType({ name: `${type}_arguments`, fields: Object.fromEntries(pair.map((item) => [item, required])) });
  return { arguments: { type: new GraphQLNonNull(both) } };
}

function predicateType(context: Context, table: RoleTable, predicate: AggregatePredicate): GraphQLInputObjectType | undefined {
  const argument = predicateArguments(context, table, predicate);
  if (argument === null) return undefined;
  return new GraphQLInputObjectType({
    name: `${table.table.typeName}_aggregate_bool_exp_${predicate.name}`,
    fields: () => ({
      ...argument,
      distinct: { type: GraphQLBoolean },
      filter: { type: context.types.boolExp(table) },
      predicate: { type: new GraphQLNonNull(context.leaves.comparison({ scalar: predicate.result, isArray: false })) },
    }),
  });
}

function aggregateBoolExpFields(context: Context, table: RoleTable): InputFields {
  return Object.fromEntries(
    AGGREGATE_PREDICATES.flatMap((predicate) => {
      const type = predicateType(context, table, predicate);
      return type === undefined ? [] : [[predicate.name, { type }]];
    }),
  );
}

const CURSOR_ORDERING = new GraphQLEnumType({
  name: 'cursor_ordering',
  description: 'ordering argument of a cursor',
  values: { ASC: { description: 'ascending ordering of the cursor' }, DESC: { description: 'descending ordering of the cursor' } },
});

function streamCursorFields({ leaves }: Context, table: RoleTable): InputFields {
  const value = new GraphQLInputObjectType({
    name: `${table.table.typeName}_stream_cursor_value_input`,
    description: 'Initial value of the column from where the streaming should start',
    fields: Object.fromEntries(table.columns.map(({ field, type }) => [field, { type: leaves.value(type) }])),
  });
  return {
    initial_value: { type: new GraphQLNonNull(value), description: 'Stream column input with initial value' },
    ordering: { type: CURSOR_ORDERING, description: 'cursor ordering' },
  };
}

/** Makes the input types of one schema. */
export function createInputTypes(model: RoleModel, leaves: LeafTypes): InputTypes {
  const input = (
    suffix: string,
    describe: string,
    fields: (table: RoleTable) => InputFields,
  ): ((table: RoleTable) => GraphQLInputObjectType) =>
    memoize((table) => {
      const name = `${table.table.typeName}_${suffix}`;
      const description = describe.replace('%', `"${table.table.label}"`);
      return new GraphQLInputObjectType({ name, description, fields: () => fields(table) });
    });
  const columns = memoize((table: RoleTable) => {
    const base = table.table.typeName;
    return columnEnum(`${base}_select_column`, `select columns of table "${table.table.label}"`, table.columns);
  });
  const types: InputTypes = {
    boolExp: input(
      'bool_exp',
      "Boolean expression to filter rows from the table %. All fields are combined with a logical 'AND'.",
      (table) => boolExpFields(context, table),
    ),
    orderBy: input('order_by', 'Ordering options when selecting data from %.', (table) => orderByFields(context, table)),
    streamCursor: input('stream_cursor_input', 'Streaming cursor of the table %', (table) => streamCursorFields(context, table)),
    selectColumn: (table) => (table.columns.length === 0 ? undefined : columns(table)),
  };
  const context: Context = {
    model,
    leaves,
    types,
    aggregateBoolExp: input('aggregate_bool_exp', 'Condition on the related rows of %', (table) => aggregateBoolExpFields(context, table)),
    aggregateOrderBy: input('aggregate_order_by', 'order by aggregate values of table %', aggregateOrderByFields),
  };
  return types;
}
