import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Logger } from '../observability/log.ts';
import { applyCachePolicy } from './cache-headers.ts';
import { requestIdOf } from './request-context.ts';
import { sendJson } from './responses.ts';

/** Turns anything thrown into an error of the catalogue. Express and its body parsers mark errors of the client with a 4xx `status`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? thrown.status : undefined;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', { cause: thrown });
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: thrown });
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('BAD_REQUEST', { cause: thrown });
  return new AppError('INTERNAL', { cause: thrown });
}

/**
 * Makes the error handler of the app: it sends JSON `{code, message, pedido}` with the status and message of the catalogue. The cause goes
 * to the log with the same request id, never to the client.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction) => {
    const error = toAppError(thrown);
    const requestId = requestIdOf(res);
    if (error.status >= 500) log.error({ requestId, path: req.path, code: error.code, err: thrown }, 'request failed');
    else log.debug({ requestId, path: req.path, code: error.code, err: thrown }, 'request refused');
    if (res.headersSent) {
      // Part of the body has been sent: only a closed connection can tell the client that it is incomplete.
      res.destroy();
      return;
    }
    sendError(req, res, error, requestId);
  };
}

/** Sends an error of the catalogue as JSON, and removes the fields that an unfinished response has set. */
export function sendError(req: Request, res: Response, error: AppError, requestId: string): void {
  for (const name of [
    'Content-Length',
    'Content-Encoding',
    'Content-Range',
    'Content-Disposition',
    'ETag',
    'Last-Modified',
    'Cache-Groups',
  ]) {
    res.removeHeader(name);
  }
  applyCachePolicy(res, NEVER_POLICY);
  if (error.code === 'BACKEND_UNAVAILABLE' || error.code === 'STARTING') res.setHeader('Retry-After', '10');
  res.status(error.status);
  res.setHeader('Content-Language', 'pt-BR');
  sendJson(req, res, JSON.stringify({ code: error.code, message: error.publicMessage, pedido: requestId }));
}
