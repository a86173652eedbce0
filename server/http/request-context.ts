import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../observability/log.ts';

/** A request id from in front of us is kept when it looks like one, so that logs can be joined. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives each request its id: `res.locals.pedido`, `X-Request-Id` on the answer, and one line in the log when it ends. */
export function requestContext(log: Logger): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const given = req.get('x-request-id');
    const pedido = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
    res.locals['pedido'] = pedido;
    res.setHeader('X-Request-Id', pedido);
    const startedAt = performance.now();
    // The query may hold what a person searched for, so the log has the path alone.
    const path = req.path;
    res.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      log.debug({ pedido, method: req.method, path, status: res.statusCode, ms, aborted: !res.writableFinished }, 'request');
    });
    next();
  };
}

/** Returns the id of this request, as set by `requestContext`. */
export function requestIdOf(res: Response): string {
  const pedido: unknown = res.locals['pedido'];
  return typeof pedido === 'string' ? pedido : '';
}
