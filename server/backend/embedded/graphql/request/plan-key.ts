/**
 * The part of the variables that decides the SQL. Scalars become parameters and do not count; booleans (directives, `_is_null`), enums
 * and whole conditions or orderings do. Requests of one shape share one compiled statement.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  typeFromAST,
} from 'graphql';
import { type Given, jsonText } from '../scalars/input-value.ts';
import { isLeafList, isPlainBoolean } from './input-kinds.ts';
import type { Variables } from './variables.ts';

export interface Shape {
  readonly key: string;
  /** True when a variable holds a condition or an ordering: the number of shapes is then up to the caller. */
  readonly isOpen: boolean;
}

function shapeOf(type: GraphQLInputType, given: Given): string {
  if (isNonNullType(type)) return shapeOf(type.ofType, given);
  if (given.kind === 'null') return 'n';
  if (isLeafList(type)) return 'v';
  if (isListType(type)) {
    const items = given.kind === 'list' ? given.items : [given];
    return `[${items.map((item) => shapeOf(type.ofType, item)).join(',')}]`;
  }
  if (isPlainBoolean(type)) return given.kind === 'boolean' ? String(given.value) : 'v';
  if (isScalarType(type)) return 'v';
  if (isEnumType(type) || given.kind !== 'object') return jsonText(given);
  const fields = type.getFields();
  const entries = given.fields.map(([name, value]) => {
    const field = fields[name];
    return `${JSON.stringify(name)}:${field === undefined ? '?' : shapeOf(field.type, value)}`;
  });
  return `{${entries.join(',')}}`;
}

function isOpenType(type: GraphQLInputType): boolean {
  if (isNonNullType(type) || isListType(type)) return isListType(type) && isLeafList(type) ? false : isOpenType(type.ofType);
  return isInputObjectType(type);
}

/** Returns the shape of a request's variables against the schema of its role. */
export function variablesShape(schema: GraphQLSchema, variables: Variables): Shape {
  let isOpen = false;
  const parts = variables.definitions.map((definition) => {
    const given = variables.read(definition.variable.name.value);
    // Undefined for a type that the role does not have: using such a variable is a fault, and faults are not kept.
    const type = typeFromAST(schema, definition.type);
    if (type === undefined || !isInputType(type)) return '?';
    isOpen ||= isOpenType(type);
    return shapeOf(type, given);
  });
  return { key: parts.join(';'), isOpen };
}
