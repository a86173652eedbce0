/** Reads the directives of an operation and of its selections. */
import { DirectiveLocation, type DirectiveNode, type GraphQLDirective, isRequiredArgument, type OperationDefinitionNode } from 'graphql';
import { validationFault } from '../errors.ts';
import { DIRECTIVES } from '../schema/directives.ts';
import { type Input, type InputContext, readInput } from './input.ts';

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
    if (value !== undefined) return [[argument.name, readInput(context, argument.type, value, place)] as const];
    if (isRequiredArgument(argument)) throw validationFault(`missing required field '${argument.name}'`, place);
    return [];
  });
  return new Map(read);
}

/** Refuses the directives of an operation that are not defined for it. @throws GraphqlFault */
export function checkOperationDirectives(context: InputContext, { operation, directives = [] }: OperationDefinitionNode): void {
  for (const node of directives) readDirective(context, node, OPERATIONS[operation], '$');
}
