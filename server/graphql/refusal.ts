/** Refusals by the gateway itself, in the dialect of the backend, so that clients read both in one way. */
import type { GraphqlErrorEntry } from '../backend/backend.ts';

/** The outcome of a step that refused a request. */
export interface Refused {
  readonly kind: 'refused';
  readonly error: GraphqlErrorEntry;
}

/** Makes the entry of `errors`; `path` points into the request. */
export function refusal(code: string, message: string, path = '$'): GraphqlErrorEntry {
  return { message, extensions: { path, code } };
}

/** Makes the outcome that carries such an entry. */
export function refused(code: string, message: string, path?: string): Refused {
  return { kind: 'refused', error: refusal(code, message, path) };
}
