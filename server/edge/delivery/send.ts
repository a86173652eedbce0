/** Sends heads, bodies and the edge's own error responses to a client, and leaves out the fields that are not for clients. */
import type { IncomingMessage } from 'node:http';
import { type Fields, filterFields } from '../../message/field-lines.ts';
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

/**
 * Response fields that the edge obeys and does not pass on: targeted cache directives (RFC 9213) and cache groups (RFC 9875) that are meant
 * for it alone. No browser reads them, and the groups of a long list take more bytes than all other fields together.
 */
export interface ConsumptionRules {
  /** Lower-case names; none where a cache between the edge and the client obeys these fields too. */
  readonly consumedFields: readonly string[];
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

/** Returns the fields for a client. Stored responses keep all of theirs. */
export function withoutConsumed(fields: Fields, { consumedFields }: ConsumptionRules): Fields {
  return consumedFields.length === 0 ? fields : filterFields(fields, (name) => !consumedFields.includes(name));
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
