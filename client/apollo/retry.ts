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

/** The longest pause before a repetition, in milliseconds. A visitor who would have to wait longer is told so and decides. */
const LONGEST_PAUSE_MS = 10_000;

const DELAY_SECONDS = /^\d+$/;

/**
 * Returns the milliseconds after which the server wants a refused request again (RFC 9110 section 10.2.3): 0 where it does not say, null
 * where that is longer than anyone should wait without knowing. `now` is in milliseconds since the epoch.
 */
export function pauseBeforeRetry({ headers }: Pick<Response, 'headers'>, now: number): number | null {
  const field = headers.get('retry-after')?.trim() ?? '';
  const pause = DELAY_SECONDS.test(field) ? Number(field) * 1_000 : Date.parse(field) - now;
  if (Number.isNaN(pause) || pause <= 0) return 0;
  return pause <= LONGEST_PAUSE_MS ? pause : null;
}
