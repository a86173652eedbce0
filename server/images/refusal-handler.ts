/** Answers refusals that are our own doing. They come by the flood, so their log is a line now and then, not an error with its stack. */
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { sendError } from '../http/error-handler.ts';
import { requestIdOf } from '../http/request-context.ts';
import type { Logger } from '../observability/log.ts';
import type { LogThrottle } from '../observability/log-throttle.ts';
import { Refusal, type RefusalReason } from './refusal.ts';

/** Makes the handler; what is no such refusal goes on to the handler of the whole site. */
export function refusalHandler(log: Logger, quiet: LogThrottle<RefusalReason>): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(thrown instanceof Refusal) || thrown.status < 500 || res.headersSent) {
      next(thrown);
      return;
    }
    const { code, reason, detail } = thrown;
    const pedido = requestIdOf(res);
    quiet(reason, (unsaid) => log.warn({ code, reason, detail, unsaid }, 'pictures are refused'));
    log.debug({ pedido, path: req.path, code, reason }, 'picture refused');
    sendError(req, res, thrown, pedido);
  };
}
