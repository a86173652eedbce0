/**
 * The faults of the GraphQL dialect: a message, a code and the path of the place in the request, as Hasura answers them. Everything the
 * caller did wrong travels as a `GraphqlFault`; the engine turns it into an answer.
 */
import type { GraphqlAnswer } from '../../backend.ts';

export type FaultCode =
  | 'validation-failed'
  | 'parse-failed'
  | 'bad-request'
  | 'not-found'
  | 'not-supported'
  | 'data-exception'
  | 'constraint-violation'
  | 'constraint-error'
  | 'permission-error'
  | 'concurrent-update'
  | 'unexpected-payload'
  | 'unexpected';

export class GraphqlFault extends Error {
  override readonly name = 'GraphqlFault';
  readonly code: FaultCode;
  readonly path: string;

  constructor(code: FaultCode, message: string, path: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/** Returns a fault of the database as one of the place `path`. A session variable that is missing belongs to the request as a whole. */
export function faultAt(error: unknown, path: string): unknown {
  const isPlaceless = error instanceof GraphqlFault && error.path === '$' && error.code !== 'not-found';
  return isPlaceless ? new GraphqlFault(error.code, error.message, path) : error;
}

/** Builds the fault of a request that does not fit the schema. */
export function validationFault(message: string, path: string): GraphqlFault {
  return new GraphqlFault('validation-failed', message, path);
}

/** Builds the "expected this, found that" fault in the words of the dialect. */
export function mismatchFault(expected: string, typeName: string | null, found: string, path: string): GraphqlFault {
  const type = typeName === null ? '' : ` for type '${typeName}'`;
  return validationFault(`expected ${expected}${type}, but found ${found}`, path);
}

/** Turns a fault into an answer. Its entry never carries `locations`. */
export function faultAnswer({ message, path, code }: GraphqlFault): GraphqlAnswer {
  return { kind: 'errors', errors: [{ message, extensions: { path, code } }] };
}

/** Returns what the schema of a role has made sure of. @throws Error where it has not: then we are at fault, and the stack says where */
export function ensured<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the compiler met what the schema of the role does not have; please report it');
  return found;
}
