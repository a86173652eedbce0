import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../shared/errors/codes.ts';
import type { ErrorEntry } from '../../shared/errors/page-errors.ts';
import type { Logger } from '../observability/log.ts';
import { loggedPath } from '../observability/redaction.ts';
import { errorContent, wantsPage } from './error-page.ts';
import { requestIdOf } from './request-context.ts';

/** Turns anything thrown into an error of the catalogue. Express and its body parsers mark errors of the client with a 4xx `status`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', { cause: thrown });
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: thrown });
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('BAD_REQUEST', { cause: thrown });
  return new AppError('INTERNAL', { cause: thrown });
}

/** Refusals because there is too much of something at this moment, or because it is being made: no faults of the program, on which alerts would be raised. */
const UNTIL_LATER: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'UPLOADS_BUSY', 'PACKAGES_BUSY', 'DATABASE_NOT_READY']);

/** Sends the error screen to a person. */
export type SendErrorPage = (req: Request, res: Response, error: AppError) => Promise<void>;

/**
 * Makes the error handler of the app: a person gets the error screen, by default the one that needs no renderer; a program gets JSON
 * `{code, message, pedido}`. The cause goes to the log with the same request id, never to the client.
 */
export function errorHandler(log: Logger, sendErrorPage?: SendErrorPage): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction) => {
    const error = toAppError(thrown);
    const requestId = requestIdOf(res);
    const fields = { requestId, path: loggedPath(req.path), code: error.code, err: thrown };
    if (UNTIL_LATER.has(error.code)) log.warn(fields, 'request refused');
    else if (error.status >= 500) log.error(fields, 'request failed');
    else log.debug(fields, 'request refused');
    if (res.headersSent) {
      // Part of the body has been sent: only a closed connection can tell the client that it is incomplete.
      res.destroy();
      return;
    }
    if (sendErrorPage === undefined || !wantsPage(req.headers.accept)) {
      sendError(req, res, error, requestId);
      return;
    }
    void sendErrorPage(req, res, error);
  };
}

/** Fields that describe the response that an error replaces. */
const REPLACED_FIELDS = [
  'Content-Length',
  'Content-Encoding',
  'Content-Range',
  'Content-Disposition',
  'ETag',
  'Last-Modified',
  'Cache-Groups',
];

/** Removes the fields of an unfinished response, and says when to try again where the catalogue knows; a limit may have said so itself. */
export function beginError(res: Response, { code }: AppError): void {
  for (const name of REPLACED_FIELDS) res.removeHeader(name);
  const { retryAfter }: ErrorEntry = ERROR_CODES[code];
  if (retryAfter !== undefined && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', retryAfter);
}

/** Sends an error of the catalogue without the renderer: to a person as the plain error screen, to a program as JSON. */
export function sendError(req: Request, res: Response, error: AppError, requestId: string): void {
  const { code, status, publicMessage: message } = error;
  const { fields, body } = errorContent({ code, message, requestId }, req.headers.accept);
  beginError(res, error);
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = fields.slice(index, index + 2);
    if (name === 'Vary') res.vary(value);
    else if (name !== 'Retry-After') res.setHeader(name, value);
  }
  res.status(status);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(req.method === 'HEAD' ? undefined : body);
}
