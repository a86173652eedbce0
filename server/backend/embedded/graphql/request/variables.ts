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
import { ensured, GraphqlFault, validationFault } from '../errors.ts';
import { type InputValue, inputValueFromJson, inputValueFromNode } from '../scalars/input-value.ts';

export interface Variables {
  readonly definitions: readonly VariableDefinitionNode[];
  /** The value of a variable; null where none was given. @throws GraphqlFault when it is not declared */
  read(name: string): InputValue;
  /**
   * Refuses a variable at a place of another type; `hasDefault` says that the place has a value of its own where none is given.
   * @throws GraphqlFault also when the variable is not declared
   */
  requireFit(name: string, place: { readonly type: GraphQLInputType; readonly path: string; readonly hasDefault: boolean }): void;
}

function readValue(definition: VariableDefinitionNode, provided: Readonly<Record<string, unknown>>): InputValue {
  const name = definition.variable.name.value;
  const value = Object.hasOwn(provided, name) ? provided[name] : undefined;
  // The grammar has no variable in a default value.
  if (value === undefined && definition.defaultValue !== undefined)
    return inputValueFromNode(definition.defaultValue, () => ensured<InputValue>(undefined));
  const isRequired = definition.type.kind === Kind.NON_NULL_TYPE;
  if (value === undefined && isRequired) throw validationFault(`expecting a value for non-nullable variable: "${name}"`, '$');
  // As in Hasura, null is passed on even where the type does not allow it: the place that uses the variable decides what null means.
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
  if (unknown.length > 0) throw validationFault(`unexpected variables in variableValues: ${unknown.join(', ').slice(0, 200)}`, '$');
}

function refuseRepeated(definitions: readonly VariableDefinitionNode[]): void {
  const names = definitions.map(({ variable }) => variable.name.value);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new GraphqlFault('parse-failed', `multiple definitions for variable "${repeated}"`, '$');
}

/** Reads the variables of an operation. @throws GraphqlFault for repeated, unknown or missing ones, and for null where it must not be */
export function readVariables(operation: OperationDefinitionNode, provided: Readonly<Record<string, unknown>>): Variables {
  const definitions = operation.variableDefinitions ?? [];
  refuseRepeated(definitions);
  refuseUnknown(definitions, provided);
  const byName = new Map(definitions.map((definition) => [definition.variable.name.value, definition]));
  const values = new Map(definitions.map((definition) => [definition.variable.name.value, readValue(definition, provided)]));
  const bound = <T>(found: T | undefined, name: string): T => {
    if (found === undefined) throw validationFault(`unbound variable "${name}"`, '$');
    return found;
  };
  return {
    definitions,
    read: (name) => bound(values.get(name), name),
    requireFit(name, { type, path, hasDefault }) {
      const definition = bound(byName.get(name), name);
      if (fits(definition.type, hasDefault || definition.defaultValue !== undefined, type)) return;
      throw validationFault(
        `variable '${name}' is declared as '${print(definition.type)}', but used where '${String(type)}' is expected`,
        path,
      );
    },
  };
}
