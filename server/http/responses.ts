/** What routers have in common: JSON, 405 with `Allow` for a method that a resource does not support (RFC 9110 §15.5.6), a client that leaves. */

import type { ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { hasErrorCode } from '../../shared/errors/error-code.ts';
import { applyCachePolicy } from './cache-headers.ts';

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

/** Says whether a pipeline into a response ended because its client disconnected, which is no fault. */
export function isPrematureClose(error: unknown): boolean {
  return hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE');
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text, to HEAD its length alone. The caller sets the status and all other fields before. */
export function sendJson(res: Response, text: string | Uint8Array): void {
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

/** Sends JSON text that no cache stores. The caller sets the status before. */
export function sendUncachedJson(res: Response, text: string): void {
  applyCachePolicy(res, NEVER_POLICY);
  sendJson(res, text);
}

/** Says of all answers behind it that no cache stores them. */
export const uncached: RequestHandler = (_req, res, next) => {
  applyCachePolicy(res, NEVER_POLICY);
  next();
};
