/** The quota of a client in work that the edge does not see, such as sign-in: each request may cost a transaction, and any client may send one. */
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Admission, Admitted, Turn } from '../../shared/cache/admission.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** Says whether a request may begin its work now. */
export type AdmitRequest = (req: IncomingMessage) => Admission | Promise<Turn>;

/** Answers a request whose work may not begin now with this error, in a form of its own. */
export type Refuse = (req: Request, res: Response, code: RefusalCode) => Promise<void> | void;

export type RefusalCode = 'TOO_MANY_REQUESTS' | 'OVERLOADED';

/** Returns the error of work that was not admitted. */
export function refusalCode(turn: Exclude<Turn, Admitted>): RefusalCode {
  return turn.kind === 'refused' && turn.because === 'overload' ? 'OVERLOADED' : 'TOO_MANY_REQUESTS';
}

/** Makes the handler that lets a request on when its client's share allows it, until its response has ended; others go to `refuse`. */
export function withinQuota(admit: AdmitRequest, refuse: Refuse = refuseWork): RequestHandler {
  return async (req, res, next) => {
    const turn = await admit(req);
    if (turn.kind !== 'admitted') {
      await refuse(req, res, refusalCode(turn));
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

function refuseWork(_req: Request, _res: Response, code: RefusalCode): never {
  throw new AppError(code);
}
