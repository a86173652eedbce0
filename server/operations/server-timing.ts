/**
 * `Server-Timing` (W3C Server Timing): what a response has cost, for those who may know. Times tell a stranger what is stored, what exists, and
 * which request is expensive. So only signed-in administrators see them, and clients that send the token of `DEBUG_TOKEN`. The responses of both
 * pass the edge by and are never stored; the edge also drops the field from what it stores.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { type Identify, isAdministrator } from '../backend/auth/identity.ts';
import { isSameSecret } from '../http/secrets.ts';
import { DEBUG_FIELD, mayHaveToken } from '../http/token.ts';
import type { Timings } from '../observability/observation.ts';

export interface ServerTimingOptions {
  readonly identify: Identify;
  /** Null: only administrators. */
  readonly debugToken: string | null;
  /** Begins to keep the times of a request; null where nothing observes it. */
  readonly timingsOf: (res: Response) => Timings | null;
}

/** Makes the middleware; behind the one that gives requests their id. */
export function serverTiming({ identify, debugToken, timingsOf }: ServerTimingOptions): RequestHandler {
  const maySee = async (req: Parameters<RequestHandler>[0]): Promise<boolean> => {
    if (namesDebugToken(req.headers, debugToken)) return true;
    if (!mayHaveToken(req.rawHeaders)) return false;
    const identity = await identify(req);
    return identity.kind === 'caller' && isAdministrator(identity.caller);
  };
  return async (req, res, next) => {
    if (await maySee(req)) {
      const timings = timingsOf(res);
      if (timings !== null) writeWithHead(res, timings);
    }
    next();
  };
}

/** Says whether a request has the debug token. */
export function namesDebugToken(headers: IncomingHttpHeaders, debugToken: string | null): boolean {
  const given = headers[DEBUG_FIELD];
  return debugToken !== null && typeof given === 'string' && isSameSecret(given, debugToken);
}

/** The field goes out with the head, so it has what was done until then: of a streamed page what came before its first byte. */
function writeWithHead(res: Response, timings: Timings): void {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response;
  res.writeHead = (...given: unknown[]): Response => {
    if (!res.headersSent) res.setHeader('Server-Timing', fieldValue(timings, performance.now()));
    return writeHead(...given);
  };
}

/** Returns the value of the field, in milliseconds. */
function fieldValue({ begin, work }: Timings, now: number): string {
  const parts = [...work].map(([kind, { count, milliseconds }]) => `${kind};dur=${milliseconds.toFixed(1)};desc="${count}"`);
  return [`total;dur=${(now - begin).toFixed(1)}`, ...parts].join(', ');
}
