/**
 * How a page reads its data. The route table names the operations and their variables; a page only says which of them it wants, so what
 * was preloaded and what is read cannot differ.
 */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';
import { use } from 'react';
import type { OperationCall } from '../../shared/routes/types.ts';
import { type RoutePage, usePage } from '../routing/page.ts';
import { operationNameOf } from './documents.ts';

type AnyDocument = TypedDocumentNode<unknown, never> | TypedDocumentNode;

/** Returns the data of an operation of the current route; suspends until it is there. @throws the operation's error. */
export function useOperation<Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>): Data {
  const page = usePage();
  const index = callIndex(page, document);
  // The document's own type: the backend answered this operation, and its schema made the type.
  if (import.meta.env.SSR && page.results !== undefined) return heldData(page.results, index) as Data;
  // oxlint-disable-next-line react/rules-of-hooks -- a page has results in all of its renders or in none
  return useSuspenseQuery<Data>(document, { variables: callAt(page, index).variables }).data;
}

/** True when the server drew this operation's part as an error; suspends there until the operation has ended. */
export function useFailedOnServer(document: AnyDocument): boolean {
  const page = usePage();
  const index = callIndex(page, document);
  const state = page.operationState(index);
  if (!(state instanceof Promise)) return state === 'failed';
  use(state);
  return page.operationState(index) === 'failed';
}

/** Returns the variables of the current route's call of this operation. @throws when the route does not name it. */
export function useCallVariables(document: AnyDocument): OperationVariables {
  const page = usePage();
  return callAt(page, callIndex(page, document)).variables;
}

function heldData(results: NonNullable<RoutePage['results']>, index: number): unknown {
  let result = results(index);
  if (result.kind === 'pending') {
    use(result.ended);
    result = results(index);
  }
  if (result.kind === 'failed') throw result.error;
  if (result.kind === 'pending') throw new Error(`operation ${index} has ended without a result`);
  return result.data;
}

/** @throws when the route does not name the operation. */
function callIndex(page: RoutePage, document: AnyDocument): number {
  const name = operationNameOf(document);
  const index = page.calls.findIndex(({ operation }) => operation === name);
  if (index === -1) throw new Error(`route ${page.route.id} does not name the operation ${name}`);
  return index;
}

function callAt({ calls, route }: RoutePage, index: number): OperationCall {
  const call = calls[index];
  if (call === undefined) throw new Error(`route ${route.id} has no operation ${index}`);
  return call;
}
