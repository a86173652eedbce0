/** Reads the address of a picture on another host. Strict: whatever two parsers could read in two ways is refused. */

export type RemoteUrl = { readonly kind: 'url'; readonly url: URL } | { readonly kind: 'refused'; readonly reason: string };

export interface RemoteUrlOptions {
  /** Exact lower-case names. */
  readonly hosts: readonly string[];
  /** `https:`, except in tests. */
  readonly scheme: 'https:' | 'http:';
}

/** Scheme, host and the rest. No userinfo, no port, no upper case in the host, no backslash, no white space, no fragment. */
const SHAPE = /^(https?:)\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(\/[^\s\\#]*)?$/;

/** Our own address and the one that other optimisers have, in any spelling: a picture of a picture is refused. */
const OPTIMISER = /^\/(?:_image|_vercel\/image|_next\/image|_ipx)(?:$|[/?])/i;

/** Returns the address, or why it is refused. Its text is taken as it is: nothing is trimmed or set right. */
export function parseRemoteUrl(text: string, { hosts, scheme }: RemoteUrlOptions): RemoteUrl {
  // The URL parser would drop some of these without a word.
  if (/[\p{Cc}\s]/u.test(text)) return refused('white space or control characters');
  const [, given, host = ''] = SHAPE.exec(text) ?? [];
  if (given === undefined) return refused('not an absolute address of the plain form');
  if (given !== scheme) return refused('not the scheme that is allowed');
  if (!hosts.includes(host)) return refused('not an allowed host');
  const url = URL.parse(text);
  // The pattern has already decided; this is the parser that the connection will use.
  if (url === null || url.hostname !== host || url.protocol !== scheme || url.port !== '' || url.username !== '' || url.password !== '') {
    return refused('two readings of one address');
  }
  if (isOptimiser(url.pathname)) return refused('a picture service, so a recursion');
  return { kind: 'url', url };
}

function isOptimiser(pathname: string): boolean {
  try {
    return OPTIMISER.test(decodeURIComponent(pathname).replaceAll(/\/{2,}/g, '/'));
  } catch {
    // A malformed escape names no service of ours; the host will say what it thinks of it.
    return false;
  }
}

function refused(reason: string): RemoteUrl {
  return { kind: 'refused', reason };
}
