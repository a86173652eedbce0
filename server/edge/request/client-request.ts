/** One request of a client: what the edge reads from it before the lookup. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fields, filterFields } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { NO_REQUEST_DIRECTIVES, type RequestDirectives, requestDirectives } from '../../message/request-directives.ts';
import type { KeyedRequest, TargetOf } from './target.ts';

/** The options that say how a request is read. */
export interface RequestRules {
  readonly targetOf: TargetOf;
  /** Prefix of every key; with a build id, each deployment starts with an empty cache. */
  readonly keyPrefix: string;
  /**
   * `ignore-reload`: clients cannot force a request to the origin by no-cache, no-store, max-age, min-fresh or If-Match (a deviation, see
   * below).
   */
  readonly clientDirectives: 'honour' | 'ignore-reload';
  /**
   * `ignore`: the responses to GET and HEAD are the same for every client, so Authorization and Cookie are neither forwarded nor part of any
   * decision (a deviation, see below). Requests of `bypass` keep them.
   */
  readonly credentials: 'honour' | 'ignore';
}

/** The request fields that the edge reads itself, in one pass: on a HIT Node then never builds its own map of headers. */
export interface RequestHeaders {
  readonly host: string | null;
  readonly cacheControl: string | null;
  readonly pragma: string | null;
  readonly range: string | null;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
  readonly ifUnmodifiedSince: string | null;
  readonly ifRange: string | null;
  readonly acceptEncoding: string | null;
  readonly connection: string | null;
  readonly authorization: string | null;
  readonly cookie: string | null;
}

/** What the edge reads from a request. */
export interface ReadRequest {
  readonly method: string;
  /** The request fields, without those that `Connection` names, and without ignored credentials. */
  readonly fields: Fields;
  readonly headers: RequestHeaders;
  readonly directives: RequestDirectives;
  readonly key: string;
  readonly scope: string;
  /** Request target for the origin. */
  readonly url: string;
}

/** A request with Node's objects for it. */
export interface ClientRequest extends ReadRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The values of `Connection` that name no other field: nearly every client sends one of these. */
const NAMES_NO_FIELD = /^(?:keep-alive|close)$/i;

export function readClientRequest(req: IncomingMessage, res: ServerResponse, rules: RequestRules): ClientRequest {
  return { req, res, ...readRequest(req, rules) };
}

export function readRequest(request: KeyedRequest & { readonly method?: string | undefined }, rules: RequestRules): ReadRequest {
  const { rawHeaders, method = 'GET' } = request;
  const received = readRequestHeaders(rawHeaders);
  // RFC 9110 §7.6.1: the origin never sees the fields that Connection names, so they must not select a key or a variant either.
  const namesFields = received.connection !== null && !NAMES_NO_FIELD.test(received.connection);
  const sentFields = namesFields ? endToEndFields(rawHeaders) : rawHeaders;
  const headers = namesFields ? readRequestHeaders(sentFields) : received;
  const fields = ignoresCredentials(method, headers, rules) ? withoutCredentials(sentFields) : sentFields;
  const { key, url, scope } = rules.targetOf(namesFields ? { url: request.url, rawHeaders: fields } : request);
  const sent = requestDirectives(headers.cacheControl, headers.pragma);
  const directives = rules.clientDirectives === 'honour' ? sent : withoutReload(sent);
  return { method, fields, headers, directives, key: rules.keyPrefix + key, url, scope };
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

function ignoresCredentials(method: string, { authorization, cookie }: RequestHeaders, { credentials }: RequestRules): boolean {
  return credentials === 'ignore' && (authorization !== null || cookie !== null) && (method === 'GET' || method === 'HEAD');
}

/**
 * DEVIATION from RFC 9111 §3.5, by which the response to a request with Authorization is not stored unless its directives allow it. On a
 * site whose pages do not depend on the client, a made-up token would otherwise be a render for each request. The origin never sees these
 * fields, so nothing that depends on them can be stored. Chosen by the option `credentials: 'ignore'`.
 */
function withoutCredentials(fields: Fields): Fields {
  return filterFields(fields, (name) => name !== 'authorization' && name !== 'cookie');
}

/** Says whether the client sent a precondition that a cache evaluates (RFC 9111 §4.3.2). */
export function hasCachePrecondition({ headers }: ReadRequest): boolean {
  return headers.ifNoneMatch !== null || headers.ifModifiedSince !== null;
}

/** Returns the Accept-Encoding that the edge negotiates with: none when the client forbids transformations (RFC 9111 §5.2.1.6). */
export function acceptedEncoding({ headers, directives }: ReadRequest): string | null {
  return directives.noTransform ? null : headers.acceptEncoding;
}

/** Reads request fields. Several lines of one field are one list (RFC 9110 §5.3). */
export function readRequestHeaders(fields: Fields): RequestHeaders {
  const headers: { -readonly [Name in keyof RequestHeaders]: string | null } = {
    host: null,
    cacheControl: null,
    pragma: null,
    range: null,
    ifMatch: null,
    ifNoneMatch: null,
    ifModifiedSince: null,
    ifUnmodifiedSince: null,
    ifRange: null,
    acceptEncoding: null,
    connection: null,
    authorization: null,
    cookie: null,
  };
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    const field = fieldOf(name);
    if (field === null) continue;
    const line = fields[index + 1] ?? '';
    const before = headers[field];
    headers[field] = before === null ? line : `${before}, ${line}`;
  }
  return headers;
}

/** Compares lengths first: this distinguishes nearly all field names without lower-casing them. */
function fieldOf(name: string): keyof RequestHeaders | null {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? 'host' : null;
    case 5:
      return name.toLowerCase() === 'range' ? 'range' : null;
    case 6: {
      const lower = name.toLowerCase();
      if (lower === 'pragma') return 'pragma';
      return lower === 'cookie' ? 'cookie' : null;
    }
    case 8: {
      const lower = name.toLowerCase();
      if (lower === 'if-match') return 'ifMatch';
      return lower === 'if-range' ? 'ifRange' : null;
    }
    case 10:
      return name.toLowerCase() === 'connection' ? 'connection' : null;
    case 13: {
      const lower = name.toLowerCase();
      if (lower === 'cache-control') return 'cacheControl';
      if (lower === 'authorization') return 'authorization';
      return lower === 'if-none-match' ? 'ifNoneMatch' : null;
    }
    case 15:
      return name.toLowerCase() === 'accept-encoding' ? 'acceptEncoding' : null;
    case 17:
      return name.toLowerCase() === 'if-modified-since' ? 'ifModifiedSince' : null;
    case 19:
      return name.toLowerCase() === 'if-unmodified-since' ? 'ifUnmodifiedSince' : null;
    default:
      return null;
  }
}
