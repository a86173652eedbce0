/**
 * The codes by which the system, Node and Postgres name their errors: `ENOENT`, `ERR_STREAM_PREMATURE_CLOSE`, `53100`. Those of our own errors are in the
 * catalogue.
 */

/** Returns the code of an error; the empty text for one without, and for what is no error. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Says whether an error has one of these codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errorCodeOf(error));
}

/** For `catch`: a file or folder that is not there is no fault. */
export function undefinedIfMissing(error: unknown): undefined {
  if (hasErrorCode(error, 'ENOENT')) return undefined;
  throw error;
}
