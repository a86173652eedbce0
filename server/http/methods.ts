/** Methods that a resource does not support: 405 with `Allow` (RFC 9110 §15.5.6). */
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';

const READ = 'GET, HEAD';

/** Says whether a request only reads. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Sets `Allow` and returns the error of an unsupported method. `allowed` is the field's value. */
export function methodNotAllowed(res: ServerResponse, allowed: string = READ): AppError {
  res.setHeader('Allow', allowed);
  return new AppError('METHOD_NOT_ALLOWED');
}

/** Makes the handler behind the methods that a route supports: it refuses all others. */
export function refuseMethod(allowed: string = READ): RequestHandler {
  return (_req, res) => {
    throw methodNotAllowed(res, allowed);
  };
}
