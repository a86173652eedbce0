import type { GraphqlErrorEntry } from '../backend/backend.ts';

/** What the gateway itself refuses, in the dialect of the backend so that one client code reads both. `path` points into the request. */
export function refusal(code: string, message: string, path = '$'): GraphqlErrorEntry {
  return { message, extensions: { path, code } };
}
