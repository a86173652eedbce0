/**
 * How a page reads its data. The route table names the operations and their variables; a page only says which of them it wants, so what
 * was preloaded and what is read cannot differ.
 */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';
import { use } from 'react';
import { usePage } from '../routing/page-context.ts';
import { operationNameOf } from './documents.ts';

/** Returns the data of an operation of the current route; suspends until it is there. @throws the operation's error. */
export function useOperation<Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>): Data {
  const { data } = useSuspenseQuery<Data>(document, { variables: useCallVariables(document) });
  return data;
}

/** True when the server drew this operation's part as an error; suspends there until the operation has ended. */
export function useFailedOnServer(document: TypedDocumentNode<unknown, never> | TypedDocumentNode): boolean {
  const page = usePage();
  const name = operationNameOf(document);
  const index = page.calls.findIndex(({ operation }) => operation === name);
  const state = page.operationState(index);
  if (!(state instanceof Promise)) return state === 'failed';
  use(state);
  return page.operationState(index) === 'failed';
}

/** Returns the variables of the current route's call of this operation. @throws when the route does not name it. */
export function useCallVariables(document: TypedDocumentNode<unknown, never> | TypedDocumentNode): OperationVariables {
  const page = usePage();
  const name = operationNameOf(document);
  const call = page.calls.find(({ operation }) => operation === name);
  if (call === undefined) throw new Error(`route ${page.route.id} does not name the operation ${name}`);
  return call.variables;
}
