/** A refusal that cost no work: too many are waiting, or the same has just failed. Visitors can cause any number of them. */
import { AppError, type AppErrorOptions } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/codes.ts';

/** What a refusal is about, for the log. */
export type RefusalReason = 'queue full' | 'failed lately' | 'suspect source' | 'decoders lost';

/** Its log is one line now and then, while other faults have one for each request. */
export class Refusal extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, code: ErrorCode, options: AppErrorOptions) {
    super(code, options);
    this.reason = reason;
  }

  /** The refusal of something that has failed with `error` before. */
  static after(error: AppError, reason: RefusalReason): Refusal {
    return new Refusal(reason, error.code, { cause: error, ...(error.detail === undefined ? {} : { detail: error.detail }) });
  }
}
