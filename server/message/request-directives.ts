/** What a request asks of a cache (RFC 9111 §5.2.1), from `Cache-Control` or the older `Pragma`. */
import { type Directives, deltaSeconds, hasDirective, MAX_DELTA_SECONDS, parseDirectives } from './cache-control.ts';

export interface RequestPolicy {
  readonly noCache: boolean;
  readonly noStore: boolean;
  readonly onlyIfCached: boolean;
  /** Takes the bytes as they are stored. */
  readonly noTransform: boolean;
  /** Seconds; undefined when not asked. */
  readonly maxAge: number | undefined;
  readonly minFresh: number | undefined;
  /** Seconds past the lifetime that the client still takes. */
  readonly maxStale: number | undefined;
  readonly staleIfError: number | undefined;
}

export const NO_REQUEST_POLICY: RequestPolicy = {
  noCache: false,
  noStore: false,
  onlyIfCached: false,
  noTransform: false,
  maxAge: undefined,
  minFresh: undefined,
  maxStale: undefined,
  staleIfError: undefined,
};

/** Reads a request's directives. */
export function requestPolicy(cacheControl: string | null, pragma: string | null): RequestPolicy {
  if (cacheControl === null) {
    // RFC 9111 §5.4: Pragma counts only where Cache-Control is absent.
    return pragma !== null && hasDirective(parseDirectives([pragma]), 'no-cache')
      ? { ...NO_REQUEST_POLICY, noCache: true }
      : NO_REQUEST_POLICY;
  }
  const directives = parseDirectives([cacheControl]);
  return {
    noCache: hasDirective(directives, 'no-cache'),
    noStore: hasDirective(directives, 'no-store'),
    onlyIfCached: hasDirective(directives, 'only-if-cached'),
    // RFC 9111 §5.2.1.6
    noTransform: hasDirective(directives, 'no-transform'),
    maxAge: deltaSeconds(directives, 'max-age'),
    minFresh: deltaSeconds(directives, 'min-fresh'),
    maxStale: maxStale(directives),
    staleIfError: deltaSeconds(directives, 'stale-if-error'),
  };
}

/**
 * Returns the policy of a request whose client may not force the origin to work: the directives that would (no-cache, no-store, max-age,
 * min-fresh) are dropped, those that only narrow or widen what the client takes from the cache stay. An answer to no-store could be nobody
 * else's, so a crowd that sends it before a cold key would be a render each.
 * DEVIATION from RFC 9111 §5.2.1, where request directives are advisory and a cache may pass over them: on a public site a storm of
 * reloads would be a storm of renders. Chosen by the option `clientDirectives: 'ignore-reload'`.
 */
export function withoutReload(policy: RequestPolicy): RequestPolicy {
  if (policy === NO_REQUEST_POLICY) return policy;
  return { ...policy, noCache: false, noStore: false, maxAge: undefined, minFresh: undefined };
}

function maxStale(directives: Directives): number | undefined {
  const given = directives.get('max-stale');
  if (given === undefined) return undefined;
  // RFC 9111 §5.2.1.2: without an argument any staleness is taken.
  return given.every((argument) => argument === null) ? MAX_DELTA_SECONDS : deltaSeconds(directives, 'max-stale');
}
