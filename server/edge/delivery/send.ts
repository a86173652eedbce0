/** Sends heads, bodies and the edge's own error responses to a client. */
import type { IncomingMessage } from 'node:http';
import type { Fields } from '../../message/field-lines.ts';
import type { ClientRequest } from '../request/client-request.ts';

/**
 * A response that the edge makes itself: 400 without one valid Host, 429 for a client that was not admitted to the origin, 502 when the
 * origin failed, 503 when the site has more work than it can do, 504 when it timed out or must not be asked.
 */
export interface EdgeError {
  readonly status: 400 | 429 | 502 | 503 | 504;
  readonly reason: 'bad-host' | 'too-many-requests' | 'overloaded' | 'unreachable' | 'timeout' | 'only-if-cached';
}

export interface ErrorBody {
  readonly fields: readonly string[];
  readonly body: string | Uint8Array;
}

export interface ErrorRules {
  readonly errorBody: (error: EdgeError, req: IncomingMessage) => ErrorBody;
}

const STATUS: Readonly<Record<EdgeError['reason'], EdgeError['status']>> = {
  'bad-host': 400,
  'too-many-requests': 429,
  overloaded: 503,
  unreachable: 502,
  timeout: 504,
  'only-if-cached': 504,
};

/** Reason phrases by status. */
const PHRASE: Readonly<Record<EdgeError['status'], string>> = {
  400: 'Bad Request',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Makes the plain body of an error response: its reason phrase. */
export function plainErrorBody({ status }: EdgeError): ErrorBody {
  return { fields: ['Content-Type', 'text/plain; charset=utf-8'], body: `${PHRASE[status]}\n` };
}

/** Sends an error response of the edge itself, which has no `Cache-Status` (RFC 9211 §2). */
export function sendEdgeError(client: ClientRequest, reason: EdgeError['reason'], { errorBody }: ErrorRules): void {
  const status = STATUS[reason];
  const { fields, body } = errorBody({ status, reason }, client.req);
  const bytes = Buffer.from(body);
  sendComplete(client, status, PHRASE[status], [...fields, 'Content-Length', String(bytes.byteLength)], bytes);
}

/** Sends a complete response; to a HEAD without the body. */
export function sendComplete({ res, method }: ClientRequest, status: number, reason: string, fields: Fields, body: Buffer | null): void {
  if (res.headersSent || res.destroyed) return;
  // Node only reads the list, although its type is mutable.
  res.writeHead(status, reason, fields as string[]);
  if (body === null || method === 'HEAD') res.end();
  else res.end(body);
}

/** Sends an interim response (RFC 9110 §15.2), which HTTP/1.0 clients do not know. */
export function sendInterim({ req, res }: ClientRequest, status: number, fields: Fields): void {
  if (res.headersSent || res.destroyed || req.httpVersionMinor === 0) return;
  // Node has already answered Expect itself; a second 100 would be redundant.
  if (status === 100 || status === 101) return;
  res.writeInformation(status, [...fields]);
}
