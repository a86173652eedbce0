/** A refusal that costs no work: too many requests wait, or the same request has just failed. Visitors can cause any number of them. */
import { AppError, type AppErrorOptions } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/codes.ts';

/** The cause of a refusal, for the log. */
export type RefusalReason = 'queue full' | 'failed lately' | 'suspect source' | 'decoders lost';

/** An error whose log is throttled; other errors are logged for each request. */
export class Refusal extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, code: ErrorCode, options: AppErrorOptions) {
    super(code, options);
    this.reason = reason;
  }

  /** Makes the refusal of a request that has failed with `error` before. */
  static after(error: AppError, reason: RefusalReason): Refusal {
    return new Refusal(reason, error.code, { cause: error, detail: error.detail });
  }
}
