/**
 * The refusal of requests that Node can read and would answer by itself with an empty response: without `Host`, or with an expectation that
 * it does not know. For a server with `requireHostHeader: false` whose listener for `checkExpectation` is the one for its requests.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '../../shared/errors/codes.ts';
import type { Logger } from '../observability/log.ts';
import { loggedPath } from '../observability/redaction.ts';
import type { BoundBodies } from './connections/bounds.ts';
import { errorContent } from './error-page.ts';
import { type SecurityOptions, securityFields } from './security-headers.ts';

export interface RefusalOptions extends SecurityOptions {
  readonly log: Logger;
}

/**
 * Returns the code of the error with which a request must be refused; null where it need not be. HTTP/1.0 requires no `Host` and ignores
 * `Expect` (RFC 9110 §10.1.1).
 */
export function refusalOf({ httpVersion, headers }: Pick<IncomingMessage, 'httpVersion' | 'headers'>): ErrorCode | null {
  if (httpVersion !== '1.1') return null;
  // RFC 9112 §3.2. More than one Host, and one that is no authority, are the edge's to refuse.
  if (headers.host === undefined) return 'BAD_REQUEST';
  // Node has sent 100 (Continue) where the field names it.
  if (headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect)) return 'EXPECTATION_FAILED';
  return null;
}

export interface InvalidRequestOptions extends RefusalOptions {
  /** Nothing else bounds the bodies of what is refused here. */
  readonly boundBodies: BoundBodies;
}

/** Wraps a listener: it gets the requests that need not be refused. */
export function refuseInvalid(listener: RequestListener, { boundBodies, log, ...security }: InvalidRequestOptions): RequestListener {
  const secure = securityFields(security);
  return (req, res) => {
    const code = refusalOf(req);
    if (code === null) {
      listener(req, res);
      return;
    }
    const refuse = boundBodies(() => {
      const requestId = randomUUID();
      const { status } = ERROR_CODES[code];
      const { fields, body } = errorContent({ code, requestId }, req.headers.accept);
      log.debug({ requestId, method: req.method, path: loggedPath(req.url ?? ''), code, status }, 'request refused');
      // As Node does: without Host it may be the rest of a message that another hop has read otherwise.
      if (code === 'BAD_REQUEST') res.setHeader('Connection', 'close');
      res.writeHead(status, ['X-Request-Id', requestId, ...secure, ...fields, 'Content-Length', String(Buffer.byteLength(body))]);
      res.end(req.method === 'HEAD' ? undefined : body);
    });
    refuse(req, res);
  };
}
