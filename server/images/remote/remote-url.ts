/** Parses the address of a picture on another host. It refuses every address that two parsers could read differently. */

export type RemoteUrl = { readonly kind: 'url'; readonly url: URL } | { readonly kind: 'refused'; readonly reason: string };

export interface RemoteUrlOptions {
  /** Exact lower-case names. */
  readonly hosts: readonly string[];
  /** `https:`, except in tests. */
  readonly scheme: 'https:' | 'http:';
}

/** Scheme, host, and path with query. It excludes userinfo, ports, upper case in the host, backslashes, white space and fragments. */
const SHAPE = /^(https?:)\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(\/[^\s\\#]*)?$/;

/** Paths of our own and of other image services, in any spelling: scaling their results could recurse. */
const OPTIMISER = /^\/(?:_image|_vercel\/image|_next\/image|_ipx)(?:$|[/?])/i;

/** Returns the parsed address, or why it is refused. The text is neither trimmed nor corrected. */
export function parseRemoteUrl(text: string, { hosts, scheme }: RemoteUrlOptions): RemoteUrl {
  // The URL parser would silently remove some of these.
  if (/[\p{Cc}\s]/u.test(text)) return refused('white space or control characters');
  const [, given, host = ''] = SHAPE.exec(text) ?? [];
  if (given === undefined) return refused('not an absolute address of the plain form');
  if (given !== scheme) return refused('not the scheme that is allowed');
  if (!hosts.includes(host)) return refused('not an allowed host');
  const url = URL.parse(text);
  // The connection uses this parser, so it must agree with the pattern: this host, and neither port nor userinfo before the path.
  if (url === null || !url.href.startsWith(`${scheme}//${host}/`)) return refused('two readings of one address');
  if (isOptimiser(url.pathname)) return refused('a picture service, so a recursion');
  return { kind: 'url', url };
}

function isOptimiser(pathname: string): boolean {
  try {
    return OPTIMISER.test(decodeURIComponent(pathname).replaceAll(/\/{2,}/g, '/'));
  } catch {
    // A malformed escape cannot match a service; the host answers it.
    return false;
  }
}

function refused(reason: string): RemoteUrl {
  return { kind: 'refused', reason };
}
