/** The leaf types of a role's schema: scalars, enums and their comparison inputs. */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import { comparisonTypeName, type Operator, operatorsOf, STRING_TYPE } from '../model/operators.ts';
import type { ColumnType } from '../model/tracked-table.ts';

const BUILT_IN: ReadonlyMap<string, GraphQLScalarType> = new Map(
  [GraphQLInt, GraphQLFloat, GraphQLString, GraphQLBoolean].map((type) => [type.name, type]),
);

export const ORDER_BY: GraphQLEnumType = new GraphQLEnumType({
  name: 'order_by',
  description: 'column ordering options',
  values: {
    asc: { description: 'in ascending order, nulls last' },
    asc_nulls_first: { description: 'in ascending order, nulls first' },
    asc_nulls_last: { description: 'in ascending order, nulls last' },
    desc: { description: 'in descending order, nulls first' },
    desc_nulls_first: { description: 'in descending order, nulls first' },
    desc_nulls_last: { description: 'in descending order, nulls last' },
  },
});

/**
 * Returns a function that builds the value of a key once; with `nameOf`, once for all keys of one name. GraphQL types are compared by identity, so
 * each must be made once a schema.
 */
export function memoize<K, V>(build: (key: K) => V, nameOf: (key: K) => unknown = (key) => key): (key: K) => V {
  const built = new Map<unknown, V>();
  return (key) => {
    const name = nameOf(key);
    const value = built.get(name) ?? build(key);
    built.set(name, value);
    return value;
  };
}

export interface LeafTypes {
  scalar(name: string): GraphQLScalarType;
  /** The element type of a column: a scalar, or the enum of an enum table. */
  leaf(type: ColumnType): GraphQLScalarType | GraphQLEnumType;
  /** The type of a value of the column, a list for an array column; nullable. */
  value(
    type: ColumnType,
  ): GraphQLNullableType & (GraphQLScalarType | GraphQLEnumType | GraphQLList<GraphQLNonNull<GraphQLScalarType | GraphQLEnumType>>);
  comparison(type: ColumnType): GraphQLInputObjectType;
}

function operandType(types: LeafTypes, type: ColumnType, operator: Operator): GraphQLInputFieldConfig['type'] {
  switch (operator.shape) {
    case 'same':
      return types.value(type);
    case 'list':
      return new GraphQLList(new GraphQLNonNull(types.value(type)));
    case 'text':
      return types.leaf(type.scalar.isJsonb ? STRING_TYPE : type);
    case 'texts':
      return new GraphQLList(new GraphQLNonNull(GraphQLString));
  }
}

function buildComparison(types: LeafTypes, jsonbCast: GraphQLInputObjectType, type: ColumnType): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: comparisonTypeName(type),
    description: `Boolean expression to compare columns of type "${type.scalar.name}". All fields are combined with logical 'AND'.`,
    fields: () => {
      const fields: Record<string, GraphQLInputFieldConfig> = {};
      if (type.scalar.isJsonb && !type.isArray) fields['_cast'] = { type: jsonbCast };
      for (const operator of operatorsOf(type)) fields[operator.name] = { type: operandType(types, type, operator) };
      fields['_is_null'] = { type: GraphQLBoolean };
      return fields;
    },
  });
}

interface NamedValues {
  readonly name: string;
  readonly values: NonNullable<ColumnType['enumValues']>;
}

function buildEnum({ name, values }: NamedValues): GraphQLEnumType {
  const described = values.map(({ name: value, comment }) => [value, comment === null ? {} : { description: comment }]);
  return new GraphQLEnumType({ name, values: Object.fromEntries(described) });
}

/** Makes the leaf types of one schema. */
export function createLeafTypes(): LeafTypes {
  const scalars = memoize((name: string) => BUILT_IN.get(name) ?? new GraphQLScalarType({ name }));
  const enums = memoize(buildEnum, ({ name }) => name);
  const cast = new GraphQLInputObjectType({ name: 'jsonb_cast_exp', fields: () => ({ String: { type: types.comparison(STRING_TYPE) } }) });
  const types: LeafTypes = {
    scalar: scalars,
    leaf: ({ scalar: { name }, enumValues }) => (enumValues === undefined ? scalars(name) : enums({ name, values: enumValues })),
    value: (type) => (type.isArray ? new GraphQLList(new GraphQLNonNull(types.leaf(type))) : types.leaf(type)),
    comparison: memoize((type) => buildComparison(types, cast, type), comparisonTypeName),
  };
  return types;
}
