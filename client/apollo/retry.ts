/**
 * When a failed call is tried again (specification section 9): a read once, on these statuses or when the network failed; a write never, because
 * it is unknown whether the server executed it.
 */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

const MAX_RETRIES = 1;

export type CallKind = 'query' | 'mutation';

/** What became of a call; `status` is null when the network failed. */
export interface FailedAttempt {
  readonly status: number | null;
  /** Tries before this one. */
  readonly retries: number;
}

/** True when a failed call is to be repeated. */
export function isRetried(kind: CallKind, { status, retries }: FailedAttempt): boolean {
  return kind === 'query' && retries < MAX_RETRIES && (status === null || RETRIED_STATUSES.has(status));
}
