/** The share of a client in work that the edge does not see, such as sign-in: each request may cost a transaction, and anybody may send one. */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Admission, Turn } from '../../shared/cache/admission.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** Says whether a request may begin its work now. */
export type Admit = (req: IncomingMessage) => Admission | Promise<Turn>;

/** Makes the handler that lets a request on when its client's share allows it, until its response has ended; others go to `refuse`. */
export function withinShare(admit: Admit, refuse: RequestHandler = refuseWork): RequestHandler {
  return async (req, res, next) => {
    const turn = await admit(req);
    if (turn.kind !== 'admitted') {
      await refuse(req, res, next);
      return;
    }
    // Its client may have disconnected while it waited for its turn.
    if (res.destroyed) turn.release();
    else {
      res.once('close', turn.release);
      next();
    }
  };
}

function refuseWork(): never {
  throw new AppError('TOO_MANY_REQUESTS');
}
