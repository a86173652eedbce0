/** Reads the directives of an operation and of its selections. */
import {
  DirectiveLocation,
  type DirectiveNode,
  GraphQLBoolean,
  type GraphQLDirective,
  getNamedType,
  isRequiredArgument,
  type OperationDefinitionNode,
} from 'graphql';
import { validationFault } from '../errors.ts';
import { DIRECTIVES } from '../schema/directives.ts';
import { booleanOf, type Input, type InputContext, readInput } from './input.ts';

const PLACES: Readonly<Partial<Record<DirectiveLocation, string>>> = {
  [DirectiveLocation.QUERY]: 'a query',
  [DirectiveLocation.MUTATION]: 'a mutation',
  [DirectiveLocation.SUBSCRIPTION]: 'a subscription',
  [DirectiveLocation.FIELD]: 'a field',
  [DirectiveLocation.FRAGMENT_SPREAD]: 'a fragment spread',
  [DirectiveLocation.INLINE_FRAGMENT]: 'an inline fragment',
};

const OPERATIONS: Readonly<Record<OperationDefinitionNode['operation'], DirectiveLocation>> = {
  query: DirectiveLocation.QUERY,
  mutation: DirectiveLocation.MUTATION,
  subscription: DirectiveLocation.SUBSCRIPTION,
};

function definitionOf(name: string, location: DirectiveLocation, path: string): GraphQLDirective {
  const found = DIRECTIVES.find((directive) => directive.name === name);
  if (found === undefined) throw validationFault(`directive '${name}' is not defined in the schema`, path);
  if (!found.locations.includes(location)) throw validationFault(`directive '${name}' is not allowed on ${PLACES[location]}`, path);
  return found;
}

/** Reads the arguments of a directive. @throws GraphqlFault for one that is unknown, stands in a wrong place, or lacks what it needs */
export function readDirective(
  context: InputContext,
  node: DirectiveNode,
  location: DirectiveLocation,
  path: string,
): ReadonlyMap<string, Input> {
  const name = node.name.value;
  const definition = definitionOf(name, location, path);
  const given = node.arguments ?? [];
  const unknown = given.find((argument) => !definition.args.some((known) => known.name === argument.name.value));
  if (unknown !== undefined) throw validationFault(`'${name}' has no argument named '${unknown.name.value}'`, `${path}.${name}`);
  const read = definition.args.flatMap((argument) => {
    const place = `${path}.${name}.args.${argument.name}`;
    const value = given.find((item) => item.name.value === argument.name)?.value;
    const input = value === undefined ? undefined : readInput(context, argument, value, place);
    if (input !== undefined && getNamedType(argument.type) === GraphQLBoolean) booleanOf(input);
    if (input !== undefined) return [[argument.name, input] as const];
    if (isRequiredArgument(argument)) throw validationFault(`missing required field '${argument.name}'`, place);
    return [];
  });
  return new Map(read);
}

/** Refuses a directive that stands twice at one place: none of the dialect may. @throws GraphqlFault */
export function refuseRepeated(directives: readonly DirectiveNode[], path: string): void {
  const names = directives.map(({ name }) => name.value);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  if (repeated.size === 0) return;
  const list = [...repeated].map((name) => `'${name}'`).join(', ');
  throw validationFault(`the following directives are used more than once: [${list}]`, path);
}

/** Refuses the directives of an operation that are not defined for it. @throws GraphqlFault */
export function checkOperationDirectives(context: InputContext, { operation, directives = [] }: OperationDefinitionNode): void {
  for (const node of directives) readDirective(context, node, OPERATIONS[operation], '$');
  refuseRepeated(directives, '$');
}
