/** The operations of one connection: what each answers, for whom, and how many at a time. */
import type { IncomingMessage } from 'node:http';
import { type Admission, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
import type { Caller, ContentBackend, GraphqlAnswer, GraphqlErrorEntry, GraphqlRequest } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';
import { type FindAllowedOperation, permittedRequest } from './allowed-operations.ts';
import { refusal } from './refusal.ts';

export interface OperationOptions {
  readonly backend: Pick<ContentBackend, 'subscribe'>;
  readonly findAllowed: FindAllowedOperation;
  /** Says whether a caller other than the service may have an operation begun now. */
  readonly admit: (req: IncomingMessage) => Admission | Promise<Turn>;
  readonly log: Logger;
}

/** Errors with which an operation ends; the protocol has a message of its own for them. */
export class OperationErrors extends Error {
  override readonly name = 'OperationErrors';
  readonly errors: readonly GraphqlErrorEntry[];

  constructor(errors: readonly GraphqlErrorEntry[]) {
    super(errors[0]?.message ?? 'the operation failed');
    this.errors = errors;
  }
}

const TOO_MANY = refusal('too-many-requests', 'too many requests, try again later');
export const INTERNAL_ERROR = refusal('unexpected', 'internal error');

/**
 * Gives the JSON texts of an operation's answers until it ends or the signal is aborted.
 * @throws OperationErrors
 */
export async function* operationAnswers(
  options: OperationOptions,
  request: GraphqlRequest,
  { req, caller, signal }: { readonly req: IncomingMessage; readonly caller: Caller; readonly signal: AbortSignal },
): AsyncGenerator<string, void> {
  const permitted = permittedRequest(request, caller, options.findAllowed);
  if (permitted.kind === 'refused') throw new OperationErrors([permitted.error]);
  const turn = caller.trust === 'service' ? UNLIMITED : await options.admit(req);
  if (turn.kind !== 'admitted') throw new OperationErrors([TOO_MANY]);
  try {
    for await (const answer of answersOf(options, permitted.request, { caller, signal })) {
      // What comes later is the cost of a change, which all subscribers share.
      turn.release();
      if (answer.kind === 'errors') throw new OperationErrors(answer.errors);
      yield answer.json;
    }
  } finally {
    turn.release();
  }
}

async function* answersOf(
  { backend, log }: OperationOptions,
  request: GraphqlRequest,
  options: { readonly caller: Caller; readonly signal: AbortSignal },
): AsyncGenerator<GraphqlAnswer, void> {
  try {
    yield* backend.subscribe(request, options);
  } catch (error) {
    // The client does not wait for an answer any more.
    if (options.signal.aborted) return;
    log.error({ err: error }, 'an operation of a subscription connection failed');
    yield { kind: 'errors', errors: [INTERNAL_ERROR] };
  }
}

/** Returns the generator with a `return` that does not wait for its next value: it aborts what the generator waits for. */
export function abortable<T>(generator: AsyncGenerator<T, void>, abort: () => void): AsyncGenerator<T, void> {
  return {
    next: () => generator.next(),
    return: (value) => {
      abort();
      return generator.return(value);
    },
    throw: (error) => generator.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => {
      abort();
      await generator.return();
    },
  };
}
