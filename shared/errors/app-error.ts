import { ERROR_CODES, type ErrorCode } from './codes.ts';

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** For the log only; never sent to a visitor. */
  readonly detail?: string | undefined;
  /** Replaces the catalogue's sentence where the specification fixes another one for this case. */
  readonly publicMessage?: string;
}

/** An error of the catalogue: `code` decides the HTTP status and the sentence that a visitor reads. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly publicMessage: string;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const entry = ERROR_CODES[code];
    super(options.detail ?? entry.message, { cause: options.cause });
    this.code = code;
    this.status = entry.status;
    this.publicMessage = options.publicMessage ?? entry.message;
    this.detail = options.detail;
  }
}
