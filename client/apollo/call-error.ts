import { BACKEND_UNAVAILABLE, INTERNAL, NETWORK, TOO_MANY_REQUESTS } from '../../shared/errors/page-errors.ts';

/** A GraphQL call that failed; the message is the one that specification section 8 fixes for its cause. */
export class GraphqlCallError extends Error {
  override readonly name = 'GraphqlCallError';
  /** HTTP status of the answer, or null when there was none. */
  readonly status: number | null;
  /** The backend's code of the first error, or null. */
  readonly code: string | null;

  constructor(message: string, status: number | null, { code = null, ...options }: ErrorOptions & { readonly code?: string | null } = {}) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** True when the server did not execute a call because the token with it is expired or is none of its own (Hasura: `invalid-jwt`). */
export function isRefusedToken(error: unknown): boolean {
  return error instanceof GraphqlCallError && (error.status === 401 || error.code === 'invalid-jwt');
}

/** Errors of the catalogue that a status alone tells: the server is busy or without its content. */
const TOLD_BY_STATUS = [TOO_MANY_REQUESTS, BACKEND_UNAVAILABLE];

/** Returns the sentence that a visitor may read about an error: the network's own messages as they are, the catalogue's for the rest. */
export function publicMessage(error: unknown): string {
  if (!(error instanceof Error)) return INTERNAL.message;
  const told = error instanceof GraphqlCallError ? TOLD_BY_STATUS.find(({ status }) => status === error.status) : undefined;
  if (told !== undefined) return told.message;
  const shown = error.message === NETWORK.message || error.message.includes('timed out');
  return shown ? error.message : INTERNAL.message;
}

/**
 * Writes the backend's own message to the console in development (specification section 8). Visitors read the public sentence instead; a
 * build for production does not hold this code.
 */
export function tellDeveloper(message: unknown): void {
  // oxlint-disable-next-line no-console -- the console is where developers are to read it
  if (import.meta.env.MODE === 'development') console.error('[backend]', message);
}
