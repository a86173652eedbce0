import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../observability/log.ts';

/** An id that a proxy has set is kept when it has this form, so that the logs of both can be joined. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Makes the middleware that gives each request its id (`res.locals.pedido`, `X-Request-Id`) and logs one line when the request ends. */
export function requestContext(log: Logger): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const given = req.get('x-request-id');
    const pedido = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
    res.locals['pedido'] = pedido;
    res.setHeader('X-Request-Id', pedido);
    const startedAt = performance.now();
    // Only the path is logged: the query may hold what a person searched for.
    const path = req.path;
    res.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      log.debug({ pedido, method: req.method, path, status: res.statusCode, ms, aborted: !res.writableFinished }, 'request');
    });
    next();
  };
}

/** Returns the id that `requestContext` has given to this request. */
export function requestIdOf(res: Response): string {
  const pedido: unknown = res.locals['pedido'];
  return typeof pedido === 'string' ? pedido : '';
}
