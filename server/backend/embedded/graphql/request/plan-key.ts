/**
 * The part of a request's variables that decides the SQL: booleans (directives, `_is_null`), enums and the structure of conditions and
 * orderings. Scalars become parameters and are left out. Requests with the same key share one compiled plan.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  typeFromAST,
} from 'graphql';
import { type InputValue, jsonText } from '../scalars/input-value.ts';
import { isLeafList, isPlainBoolean } from './input.ts';
import type { Variables } from './variables.ts';

function keyOf(type: GraphQLInputType, given: InputValue): string {
  if (isNonNullType(type)) return keyOf(type.ofType, given);
  if (given.kind === 'null') return 'n';
  if (isLeafList(type)) return 'v';
  if (isListType(type)) {
    const items = given.kind === 'list' ? given.items : [given];
    return `[${items.map((item) => keyOf(type.ofType, item)).join(',')}]`;
  }
  if (isPlainBoolean(type)) return given.kind === 'boolean' ? String(given.value) : 'v';
  if (isScalarType(type)) return 'v';
  if (isEnumType(type) || given.kind !== 'object') return jsonText(given);
  const fields = type.getFields();
  const entries = given.fields.map(([name, value]) => {
    const field = fields[name];
    return `${JSON.stringify(name)}:${field === undefined ? '?' : keyOf(field.type, value)}`;
  });
  return `{${entries.join(',')}}`;
}

/** Returns the key of a request's variables against the schema of its role. */
export function planKeyOf(schema: GraphQLSchema, variables: Variables): string {
  const parts = variables.definitions.map((definition) => {
    const given = variables.read(definition.variable.name.value);
    // Undefined for a type that the role does not have: using such a variable is a fault, and faults are not kept.
    const type = typeFromAST(schema, definition.type);
    return type === undefined || !isInputType(type) ? '?' : keyOf(type, given);
  });
  return parts.join(';');
}
