/**
 * The target of a request: the host that it names, by `Host` or by a target in absolute form (RFC 9110 §7.2, RFC 9112 §3.2), and the primary
 * key under which its responses are stored, which is the normalised target URI (RFC 9111 §2).
 */
import type { IncomingMessage } from 'node:http';
import { type Fields, fieldLines, fieldValue } from '../../message/field-lines.ts';
import { rewriteField } from './rewritten-fields.ts';

/** The identity of a request's resource. */
export interface Target {
  /** Key in the store. */
  readonly key: string;
  /** Request target for the origin. */
  readonly url: string;
  /** URI origin within which names of cache groups count; empty where there is only one. */
  readonly scope: string;
}

/** Returns key and forwarded URL of a request. Must be pure and cheap, because it runs before every lookup. */
export type TargetOf = (request: KeyedRequest) => Target;

/** The part of a request that a key may depend on. */
export interface KeyedRequest {
  readonly url?: string | undefined;
  readonly rawHeaders: Fields;
}

/** Uses authority, path and the whole query, for an origin about which nothing is known. */
export const plainTarget: TargetOf = ({ url = '/', rawHeaders }) => {
  const host = fieldValue(rawHeaders, 'host') ?? '';
  return url.startsWith('/') ? targetAt(host, url) : absoluteTarget(url, host);
};

/** RFC 9112 §3.2.2: a server accepts the absolute form, whose authority takes precedence over Host. */
function absoluteTarget(url: string, host: string): Target {
  const [, authority, rest] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined || rest === undefined) return targetAt(host, url);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return targetAt(authority, path);
}

/** A request target contains no space, so the space separates the authority from the path even where a Host contains a slash. */
function targetAt(authority: string, url: string): Target {
  const scope = normalAuthority(authority);
  return { key: `${scope} ${normalPath(url)}`, url, scope };
}

/** RFC 9110 §4.2.3: the host is case-insensitive, and the default port equals none. */
function normalAuthority(authority: string): string {
  const lower = authority.toLowerCase();
  return lower.endsWith(':80') ? lower.slice(0, -3) : lower;
}

/** RFC 3986 §6.2.2: normalises percent-encoding. Dot segments and the order of the query stay. */
function normalPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : encoded.toUpperCase();
  });
}

const AUTHORITY = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/** Node accepts only letters in the scheme. A request target has no fragment. */
const ABSOLUTE_FORM = /^[a-z]+:\/\/([^/?#]+)([^#]*)/i;

/**
 * Says whether a request names at most one valid host. A second Host line, or a value that is no authority, is refused, because two hops
 * could choose different ones (RFC 9112 §3.2). Several lines arrive joined by ", ", which no authority contains. HTTP/1.0 requires no Host;
 * the server in front refuses an HTTP/1.1 request without one. A target that is still in absolute form here names no valid host.
 */
export function namesValidHost({ url = '/' }: Pick<IncomingMessage, 'url'>, host: string | null): boolean {
  return (host === null || AUTHORITY.test(host)) && (url.startsWith('/') || url === '*');
}

/**
 * Rewrites a target in absolute form to origin form and puts its authority into `Host`, replacing what is there (RFC 9112 §3.2.2), so that
 * the key and the origin see the same host. Targets without a host or with userinfo (RFC 9110 §4.2.1, §4.2.4), and those beside an invalid
 * `Host`, stay unchanged.
 */
export function resolveAbsoluteForm(req: IncomingMessage): void {
  const { url = '/', method, rawHeaders } = req;
  if (url.startsWith('/')) return;
  const [, authority, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === undefined || rest === undefined || !AUTHORITY.test(authority)) return;
  const [host = '', ...others] = fieldLines(rawHeaders, 'host');
  if (others.length > 0 || !AUTHORITY.test(host)) return;
  // RFC 9112 §3.2.4: OPTIONS without a path is about the whole server.
  const isWholeServer = rest === '' && method === 'OPTIONS';
  req.url = isWholeServer ? '*' : rest.startsWith('/') ? rest : `/${rest}`;
  rewriteField(req, 'Host', authority);
}

/**
 * Returns the request for a URL that a response to `base` refers to (RFC 9111 §4.4); null when it is on another origin or is not a valid
 * URL.
 */
export function referredRequest(reference: string, base: KeyedRequest): KeyedRequest | null {
  const host = fieldValue(base.rawHeaders, 'host') ?? 'localhost';
  if (!URL.canParse(base.url ?? '/', `http://${host}`)) return null;
  const from = new URL(base.url ?? '/', `http://${host}`);
  if (!URL.canParse(reference, from)) return null;
  const to = new URL(reference, from);
  // The scheme in front of the edge is unknown, so http and https of one authority count as one origin. This can only invalidate more.
  if (to.hostname !== from.hostname || effectivePort(to) !== effectivePort(from)) return null;
  return { url: to.pathname + to.search, rawHeaders: base.rawHeaders };
}

function effectivePort(url: URL): string {
  return url.port === '443' ? '' : url.port;
}
