/** The argument `args` of fields that call a function. */
import { type GraphQLFieldConfigArgumentMap, GraphQLInputObjectType, GraphQLNonNull } from 'graphql';
import { inputArguments } from '../model/functions.ts';
import type { CallableFunction } from '../model/tracked-table.ts';
import { type LeafTypes, memoize } from './leaf-types.ts';

/** Returns the arguments of a call; `typeName` names the type of `args`, which is made once a schema. */
export type FunctionArguments = (typeName: string, call: CallableFunction, description: string) => GraphQLFieldConfigArgumentMap;

/** As in Hasura every argument may be null; one without a default must be there. */
export function createFunctionArguments(leaves: LeafTypes): FunctionArguments {
  const types = memoize(
    ({ name, inputs }: { readonly name: string; readonly inputs: ReturnType<typeof inputArguments> }) =>
      new GraphQLInputObjectType({
        name,
        fields: Object.fromEntries(inputs.map(({ field, type }) => [field, { type: leaves.value(type) }])),
      }),
    ({ name }) => name,
  );
  return (typeName, call, description) => {
    const inputs = inputArguments(call);
    if (inputs.length === 0) return {};
    const type = types({ name: typeName, inputs });
    return { args: { type: inputs.every(({ hasDefault }) => hasDefault) ? type : new GraphQLNonNull(type), description } };
  };
}
