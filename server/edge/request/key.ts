/** The primary key of a stored response: the target URI (RFC 9111 §2), in one spelling for all that are equivalent. */
import { type Fields, fieldValue } from '../../message/field-lines.ts';

/** What a request is looked up and forwarded by. */
export interface Target {
  /** Identifies the resource in the store. */
  readonly key: string;
  /** Request target that the origin sees. */
  readonly url: string;
  /** The URI origin, within which names of cache groups count; empty where there is only one. */
  readonly scope: string;
}

/** Chooses key and forwarded URL of a request. Must be pure and cheap: it runs before every lookup. */
export type TargetOf = (request: KeyedRequest) => Target;

/** The part of a request that a key may depend on. */
export interface KeyedRequest {
  readonly url?: string | undefined;
  readonly rawHeaders: Fields;
}

/** Keeps everything that may matter: authority, path and the whole query. For an origin about which nothing is known. */
export const plainTarget: TargetOf = ({ url = '/', rawHeaders }) => {
  const host = fieldValue(rawHeaders, 'host') ?? '';
  return url.startsWith('/') ? targetAt(host, url) : absoluteTarget(url, host);
};

/** RFC 9112 §3.2.2: a server takes the absolute form too, and its authority wins over Host. */
function absoluteTarget(url: string, host: string): Target {
  const [, authority, rest] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined || rest === undefined) return targetAt(host, url);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return targetAt(authority, path);
}

/** A request target has no space, so the space keeps a Host with a slash in it from posing as another host's path. */
function targetAt(authority: string, url: string): Target {
  const scope = normalAuthority(authority);
  return { key: `${scope} ${normalPath(url)}`, url, scope };
}

/** RFC 9110 §4.2.3: the host is without case, and the default port is as good as none. */
function normalAuthority(authority: string): string {
  const lower = authority.toLowerCase();
  return lower.endsWith(':80') ? lower.slice(0, -3) : lower;
}

/** RFC 3986 §6.2.2: percent-encoding has no case, and what is unreserved needs none. Dot segments and order of the query stay. */
function normalPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-9a-fA-F]{2}/g, (encoded) => {
    const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : encoded.toUpperCase();
  });
}

/**
 * Returns the URL of a reference that a response to `base` makes (RFC 9111 §4.4), as the request that would fetch it; null when it lies
 * on another origin or is no URL.
 */
export function referredRequest(reference: string, base: KeyedRequest): KeyedRequest | null {
  const host = fieldValue(base.rawHeaders, 'host') ?? 'localhost';
  if (!URL.canParse(base.url ?? '/', `http://${host}`)) return null;
  const from = new URL(base.url ?? '/', `http://${host}`);
  if (!URL.canParse(reference, from)) return null;
  const to = new URL(reference, from);
  // The scheme in front of us is not known: https and http of the same authority are one origin here, which can only invalidate more.
  if (to.hostname !== from.hostname || effectivePort(to) !== effectivePort(from)) return null;
  return { url: to.pathname + to.search, rawHeaders: base.rawHeaders };
}

function effectivePort(url: URL): string {
  return url.port === '443' && url.protocol === 'http:' ? '' : url.port;
}
