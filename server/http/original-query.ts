/**
 * The query of an address as the visitor wrote it. The cache in front hands the origin an address without the parameters that its route does
 * not declare, and this field beside it: the screen of a row that does not exist repeats the whole address (specification section 2). Such an
 * answer varies with the field; no other answer does.
 */
import type { IncomingMessage } from 'node:http';
import { splitTarget } from '../message/request-target.ts';

export const ORIGINAL_QUERY = 'X-Original-Query';

/** More than an error text repeats of an address. */
const MAX_QUERY = 200;

/** Returns the value of the field for a request target; null for a target without a query. */
export function queryToCarry(target: string): string | null {
  const { query } = splitTarget(target);
  return query === '' ? null : query.slice(0, MAX_QUERY);
}

/** Returns the query with its `?` that a cache in front carries; null where there is none. */
export function originalQuery({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const value = headers['x-original-query'];
  return typeof value === 'string' && value.startsWith('?') ? value : null;
}
