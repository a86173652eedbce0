/** Answers refusals that cost no work. An attack causes many of them, so the log gets a throttled warning and no error with its stack. */
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { sendError } from '../http/error-handler.ts';
import { requestIdOf } from '../http/request-context.ts';
import type { Logger } from '../observability/log.ts';
import type { LogThrottle } from '../observability/log-throttle.ts';
import { Refusal, type RefusalReason } from './refusal.ts';

/** Makes the error handler; other errors go to the error handler of the app. */
export function refusalHandler(log: Logger, throttled: LogThrottle<RefusalReason>): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(thrown instanceof Refusal) || thrown.status < 500 || res.headersSent) {
      next(thrown);
      return;
    }
    const { code, reason, detail } = thrown;
    const requestId = requestIdOf(res);
    throttled(reason, (suppressed) => log.warn({ code, reason, detail, suppressed }, 'pictures are refused'));
    log.debug({ requestId, path: req.path, code, reason }, 'picture refused');
    sendError(req, res, thrown, requestId);
  };
}
