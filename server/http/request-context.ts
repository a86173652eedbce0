import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../observability/log.ts';
import type { Observation, Timings } from '../observability/observation.ts';
import { loggedPath } from '../observability/redaction.ts';

/** What observes requests, and the name under which it counts one. */
export interface RequestObserver {
  readonly open: Observation['open'];
  readonly routeOf: (target: string) => string;
}

/**
 * Makes the middleware that gives each request its id (`res.locals.requestId`, `X-Request-Id`) and logs one line when the request ends. The id is
 * always ours: one that comes with a request was chosen by a stranger, who could give two requests the same.
 */
export function requestContext(log: Logger, observer: RequestObserver | null = null): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const requestId = randomUUID();
    res.locals['requestId'] = requestId;
    res.setHeader('X-Request-Id', requestId);
    const startedAt = performance.now();
    const { method } = req;
    const path = loggedPath(req.path);
    const route = observer?.routeOf(req.originalUrl);
    const scope = route === undefined ? undefined : observer?.open({ requestId, method, route, traceparent: req.get('traceparent') });
    res.locals['scope'] = scope;
    const named = scope === undefined ? {} : { route, traceId: scope.traceId };
    res.once('close', () => {
      const milliseconds = performance.now() - startedAt;
      scope?.end(res.statusCode, milliseconds);
      const ms = Math.round(milliseconds);
      log.debug({ requestId, ...named, method, path, status: res.statusCode, ms, aborted: !res.writableFinished }, 'request');
    });
    if (scope === undefined) next();
    else scope.run(next);
  };
}

/** Returns the id that `requestContext` has given to this request. */
export function requestIdOf(res: Response): string {
  const requestId: unknown = res.locals['requestId'];
  return typeof requestId === 'string' ? requestId : '';
}

/** Begins to keep the times of the work for this request; null where nothing observes it. */
export function timingsOf(res: Response): Timings | null {
  const scope = res.locals['scope'] as ReturnType<Observation['open']> | undefined;
  return scope?.keepTimings() ?? null;
}
