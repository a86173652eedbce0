/** One request of a client as the edge sees it, and the ways to answer it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fields } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { NO_REQUEST_DIRECTIVES, type RequestDirectives, requestDirectives } from '../../message/request-directives.ts';
import { type EdgeError, type EdgeSettings, ERROR_TEXT } from '../options.ts';
import { type Asked, readAsked } from './request-headers.ts';

export interface Client {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  /** The client's fields, without those that it keeps from the origin by naming them in `Connection`. */
  readonly fields: Fields;
  readonly asked: Asked;
  readonly policy: RequestDirectives;
  readonly key: string;
  readonly scope: string;
  /** Request target that the origin is asked for. */
  readonly url: string;
}

/** What nearly every client sends: it names no field. */
const NOTHING_NAMED = /^(?:keep-alive|close)$/i;

/** Reads a request. */
export function readClient(req: IncomingMessage, res: ServerResponse, settings: EdgeSettings): Client {
  const { rawHeaders, method = 'GET' } = req;
  const came = readAsked(rawHeaders);
  // RFC 9110 §7.6.1: the origin never sees these. A key or a variant that was chosen by them would be filled with what they did not choose.
  const hides = came.connection !== null && !NOTHING_NAMED.test(came.connection);
  const fields = hides ? endToEndFields(rawHeaders) : rawHeaders;
  const asked = hides ? readAsked(fields) : came;
  const { key, url, scope } = settings.targetOf(hides ? { url: req.url, rawHeaders: fields } : req);
  const wished = requestDirectives(asked.cacheControl, asked.pragma);
  const policy = settings.clientDirectives === 'honour' ? wished : withoutReload(wished);
  return { req, res, method, fields, asked, policy, key: settings.keyPrefix + key, url, scope };
}

/**
 * Returns the directives of a request without those that force a request to the origin (no-cache, no-store, max-age, min-fresh). The
 * directives that choose among stored responses stay. A response to a request with no-store could not be shared, so concurrent requests
 * with it for one key would each cost a render.
 * DEVIATION from RFC 9111 §5.2.1, where request directives are advisory and a cache may ignore them: on a public site many reloads would
 * be as many renders. Chosen by the option `clientDirectives: 'ignore-reload'`.
 */
function withoutReload(directives: RequestDirectives): RequestDirectives {
  if (directives === NO_REQUEST_DIRECTIVES) return directives;
  return { ...directives, noCache: false, noStore: false, maxAge: undefined, minFresh: undefined };
}

/** Sends a whole response. A HEAD gets the head alone. */
export function sendWhole({ res, method }: Client, status: number, reason: string, fields: Fields, body: Buffer | null): void {
  if (res.headersSent || res.destroyed) return;
  // Node only reads the list; its type says otherwise.
  res.writeHead(status, reason, fields as string[]);
  if (body === null || method === 'HEAD') res.end();
  else res.end(body);
}

/** Passes an interim response on (RFC 9110 §15.2): HTTP/1.0 clients do not know them. */
export function sendInterim({ req, res }: Client, status: number, fields: Fields): void {
  if (res.headersSent || res.destroyed || req.httpVersionMinor === 0) return;
  // Node answers Expect itself before the request is handed over; a second 100 would be noise.
  if (status === 100 || status === 101) return;
  res.writeInformation(status, [...fields]);
}

/** Sends an answer of the edge's own, which has no `Cache-Status` (RFC 9211 §2). */
export function sendOwnError(client: Client, status: EdgeError['status'], reason: EdgeError['reason'], settings: EdgeSettings): void {
  const { fields, body } = settings.errorBody({ status, reason }, client.req);
  const bytes = Buffer.from(body);
  sendWhole(client, status, ERROR_TEXT[reason], [...fields, 'Content-Length', String(bytes.byteLength)], bytes);
}
