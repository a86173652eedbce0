/** Ends the work for a request at its deadline, when the visitor disconnects, or when it has been answered. */
import type { ServerResponse } from 'node:http';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Timers } from '../../../shared/time/timers.ts';

export interface RequestSignal {
  /** Fires at the deadline (reason: BACKEND_TIMEOUT), when the visitor disconnects, and at `end`. */
  readonly signal: AbortSignal;
  /** Fires the signal for all work that is still under way. Idempotent. */
  end(): void;
}

export function startRequestSignal(res: ServerResponse, deadlineMs: number, timers: Timers): RequestSignal {
  const controller = new AbortController();
  const cancelDeadline = timers.after(deadlineMs, () => {
    controller.abort(new AppError('BACKEND_TIMEOUT', { detail: `the page was not complete after ${deadlineMs} ms` }));
  });
  const leave = (): void => {
    cancelDeadline();
    controller.abort(GONE);
  };
  res.once('close', leave);
  return {
    signal: controller.signal,
    end: () => {
      res.off('close', leave);
      leave();
    },
  };
}

/** The reason of a signal when the client does not wait for the answer any more. It is not a failure and is not logged as one. */
export class VisitorGone extends Error {
  override readonly name = 'VisitorGone';

  constructor() {
    super('the request has ended');
  }
}

/** One object for all requests, because the stack trace of each new one takes time. */
const GONE: VisitorGone = new VisitorGone();
