/**
 * The part of a request's variables that decides the SQL: booleans (directives, `_is_null`), enums and the structure of conditions and
 * orderings. Scalars become parameters and are left out. Requests with the same key share one compiled plan.
 */
import {
  type GraphQLInputType,
  GraphQLList,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type TypeNode,
} from 'graphql';
import { type InputValue, jsonText } from '../scalars/input-value.ts';
import type { RoleSchema } from '../schema/role-schema.ts';
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

/** Undefined for a type that the role does not have. */
function inputTypeOf(node: TypeNode, schema: Pick<RoleSchema, 'typeNamed'>): GraphQLInputType | undefined {
  if (node.kind === Kind.NAMED_TYPE) {
    const type = schema.typeNamed(node.name.value);
    return isInputType(type) ? type : undefined;
  }
  const inner = inputTypeOf(node.type, schema);
  // What may not be null has the key of what may.
  return inner === undefined || node.kind === Kind.NON_NULL_TYPE ? inner : new GraphQLList(inner);
}

/** Returns the key of a request's variables against the schema of its role. */
export function planKeyOf(schema: Pick<RoleSchema, 'typeNamed'>, variables: Variables): string {
  const parts = variables.definitions.map((definition) => {
    const given = variables.read(definition.variable.name.value);
    const type = inputTypeOf(definition.type, schema);
    // Using a variable of a type that the role does not have is a fault, and faults are not kept.
    return type === undefined ? '?' : keyOf(type, given);
  });
  return parts.join(';');
}
