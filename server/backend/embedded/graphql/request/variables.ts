/** The variables of one request: their values with defaults applied, and where each may stand. */
import {
  type GraphQLInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  print,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { validationFault } from '../errors.ts';
import { type InputValue, inputValueFromJson, inputValueFromNode } from '../scalars/input-value.ts';

const PATH = '$.variableValues';

export interface Variables {
  readonly definitions: readonly VariableDefinitionNode[];
  /** The value of a declared variable; null where none was given. */
  read(name: string): InputValue;
  /** @throws GraphqlFault when the variable is not declared, or not for a place of this type */
  requireFit(name: string, expected: GraphQLInputType, path: string): void;
}

function noVariable(): never {
  throw validationFault('a default value may not use variables', PATH);
}

function readValue(definition: VariableDefinitionNode, provided: Readonly<Record<string, unknown>>): InputValue {
  const name = definition.variable.name.value;
  const value = Object.hasOwn(provided, name) ? provided[name] : undefined;
  if (value === undefined && definition.defaultValue !== undefined) return inputValueFromNode(definition.defaultValue, noVariable);
  const isRequired = definition.type.kind === Kind.NON_NULL_TYPE;
  if (value === undefined && isRequired) throw validationFault(`expecting a value for non-nullable variable: '${name}'`, PATH);
  if (value === null && isRequired) {
    throw validationFault(`null value found for non-nullable variable '${name}' of type '${print(definition.type)}'`, PATH);
  }
  return inputValueFromJson(value);
}

/** GraphQL specification, section 5.8.5: all variable usages are allowed. */
function fits(declared: TypeNode, hasDefault: boolean, expected: GraphQLInputType): boolean {
  if (isNonNullType(expected)) {
    if (declared.kind === Kind.NON_NULL_TYPE) return fits(declared.type, false, expected.ofType);
    return hasDefault && fits(declared, false, expected.ofType);
  }
  if (declared.kind === Kind.NON_NULL_TYPE) return fits(declared.type, false, expected);
  if (isListType(expected)) return declared.kind === Kind.LIST_TYPE && fits(declared.type, false, expected.ofType);
  return declared.kind === Kind.NAMED_TYPE && declared.name.value === expected.name;
}

function refuseUnknown(definitions: readonly VariableDefinitionNode[], provided: Readonly<Record<string, unknown>>): void {
  const declared = new Set(definitions.map(({ variable }) => variable.name.value));
  const unknown = Object.keys(provided).filter((name) => !declared.has(name));
  if (unknown.length > 0) throw validationFault(`unexpected variables in variableValues: ${unknown.join(', ').slice(0, 200)}`, PATH);
}

/** Reads the variables of an operation. @throws GraphqlFault for unknown, missing or null ones that must not be */
export function readVariables(operation: OperationDefinitionNode, provided: Readonly<Record<string, unknown>>): Variables {
  const definitions = operation.variableDefinitions ?? [];
  refuseUnknown(definitions, provided);
  const byName = new Map(definitions.map((definition) => [definition.variable.name.value, definition]));
  const values = new Map(definitions.map((definition) => [definition.variable.name.value, readValue(definition, provided)]));
  return {
    definitions,
    read: (name) => values.get(name) ?? { kind: 'null' },
    requireFit(name, expected, path) {
      const definition = byName.get(name);
      if (definition === undefined) throw validationFault(`unbound variable '${name}'`, path);
      if (fits(definition.type, definition.defaultValue !== undefined, expected)) return;
      throw validationFault(
        `variable '${name}' is declared as '${print(definition.type)}', but used where '${String(expected)}' is expected`,
        path,
      );
    },
  };
}
