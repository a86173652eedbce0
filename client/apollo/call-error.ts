import { ERROR_CODES } from '../../shared/errors/codes.ts';

/** A GraphQL call that failed; the message is the one that specification section 8 fixes for its cause. */
export class GraphqlCallError extends Error {
  override readonly name = 'GraphqlCallError';
  /** HTTP status of the answer, or null when there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options: ErrorOptions = {}) {
    super(message, options);
    this.status = status;
  }
}

/** Returns the sentence that a visitor may read about an error: the network's own messages as they are, the catalogue's for the rest. */
export function publicMessage(error: unknown): string {
  if (!(error instanceof Error)) return ERROR_CODES.INTERNAL.message;
  const shown = error.message === ERROR_CODES.NETWORK.message || error.message.includes('timed out');
  return shown ? error.message : ERROR_CODES.INTERNAL.message;
}
