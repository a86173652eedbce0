/** Answers questions about the schema itself, for the administrator only: graphql-js knows how, and no database is needed. */
import { executeSync, type GraphQLSchema, Kind, parse } from 'graphql';
import type { GraphqlAnswer, GraphqlRequest } from '../../backend.ts';
import { validationFault } from './errors.ts';
import type { Operation } from './request/document.ts';

const INTROSPECTIVE = /^__(?:schema|type|typename)$/;

/** True when every root field of the operation asks about the schema. Fragments at the root are taken for content. */
export function isIntrospection({ node }: Operation): boolean {
  return node.selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && INTROSPECTIVE.test(selection.name.value));
}

/** @throws GraphqlFault with the first complaint of graphql-js */
export function answerIntrospection(schema: GraphQLSchema, request: GraphqlRequest): GraphqlAnswer {
  const result = executeSync({
    schema,
    document: parse(request.query, { noLocation: true }),
    variableValues: { ...request.variables },
    operationName: request.operationName ?? null,
  });
  const [fault] = result.errors ?? [];
  if (fault !== undefined) throw validationFault(fault.message, '$');
  return { kind: 'data', json: JSON.stringify(result.data) };
}
