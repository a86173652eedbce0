/**
 * How a page reads its data. The route table names the operations and their variables; a page only says which of them it wants, so what
 * was preloaded and what is read cannot differ.
 */
import { use } from 'react';
import type { OperationReference } from '../../shared/routes/types.ts';
import { type RoutePage, usePage } from '../routing/page.ts';

/** Returns the data of an operation of the current route; suspends until it is there. @throws the operation's error. */
export function useOperation<Data>(reference: OperationReference<Data>): Data {
  const page = usePage();
  // The reference's own type: the backend answered this operation, and its schema made the type.
  return heldData(page, callIndex(page, reference)) as Data;
}

/** True when the server drew this operation's part as an error; suspends there until the operation has ended. */
export function useFailedOnServer(reference: OperationReference<unknown>): boolean {
  const page = usePage();
  const index = callIndex(page, reference);
  const state = page.operationState(index);
  if (!(state instanceof Promise)) return state === 'failed';
  use(state);
  return page.operationState(index) === 'failed';
}

function heldData({ results }: RoutePage, index: number): unknown {
  let result = results(index);
  if (result.kind === 'pending') {
    use(result.ended);
    result = results(index);
  }
  if (result.kind === 'failed') throw result.error;
  if (result.kind === 'pending') throw new Error(`operation ${index} has ended without a result`);
  return result.data;
}

/** Returns the place of an operation in the current route's list. @throws when the route does not name it. */
export function callIndex(page: RoutePage, reference: OperationReference<unknown>): number {
  const index = page.calls.findIndex(({ operation }) => operation === reference.operation);
  if (index === -1) throw new Error(`route ${page.route.id} does not name the operation ${reference.operation}`);
  return index;
}
