import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../observability/log.ts';

/** An id that a proxy has set is kept when it has this form, so that the logs of both can be joined. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Makes the middleware that gives each request its id (`res.locals.requestId`, `X-Request-Id`) and logs one line when the request ends. */
export function requestContext(log: Logger): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const given = req.get('x-request-id');
    const requestId = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
    res.locals['requestId'] = requestId;
    res.setHeader('X-Request-Id', requestId);
    const startedAt = performance.now();
    // Only the path is logged: the query may hold what a person searched for.
    const path = req.path;
    res.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      log.debug({ requestId, method: req.method, path, status: res.statusCode, ms, aborted: !res.writableFinished }, 'request');
    });
    next();
  };
}

/** Returns the id that `requestContext` has given to this request. */
export function requestIdOf(res: Response): string {
  const requestId: unknown = res.locals['requestId'];
  return typeof requestId === 'string' ? requestId : '';
}
