/** How long one request may work: until its deadline, until the visitor goes away, or until it is answered. */
import type { ServerResponse } from 'node:http';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Timers } from '../../../shared/time/timers.ts';

export interface Lifetime {
  /** Fires at the deadline (reason: BACKEND_TIMEOUT), when the visitor goes away, and at `end`. */
  readonly signal: AbortSignal;
  /** Ends everything that still works for the request. Idempotent. */
  end(): void;
}

/** Starts the lifetime of a response. */
export function startLifetime(res: ServerResponse, deadlineMs: number, timers: Timers): Lifetime {
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

/** The answer is no longer wanted: nothing failed, nothing is to be logged as a failure. */
export class VisitorGone extends Error {
  override readonly name = 'VisitorGone';

  constructor() {
    super('the request has ended');
  }
}

/** One for all: it says the same of every request, and each would take the time of a stack trace. */
const GONE: VisitorGone = new VisitorGone();
