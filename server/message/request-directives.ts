/** The request directives (RFC 9111 §5.2.1), from `Cache-Control` or the obsolete `Pragma`. */
import { type Directives, deltaSeconds, MAX_DELTA_SECONDS, parseDirectives } from './cache-control.ts';

export interface RequestDirectives {
  readonly noCache: boolean;
  readonly noStore: boolean;
  readonly onlyIfCached: boolean;
  /** The client wants the content in the coding in which it is stored. */
  readonly noTransform: boolean;
  /** Seconds; undefined when absent. */
  readonly maxAge: number | undefined;
  readonly minFresh: number | undefined;
  /** Seconds past the freshness lifetime that the client accepts. */
  readonly maxStale: number | undefined;
  readonly staleIfError: number | undefined;
}

export const NO_REQUEST_DIRECTIVES: RequestDirectives = {
  noCache: false,
  noStore: false,
  onlyIfCached: false,
  noTransform: false,
  maxAge: undefined,
  minFresh: undefined,
  maxStale: undefined,
  staleIfError: undefined,
};

/** Reads the directives of a request from the combined values of its two fields. */
export function requestDirectives(cacheControl: string | null, pragma: string | null): RequestDirectives {
  if (cacheControl === null) {
    // RFC 9111 §5.4: Pragma counts only when Cache-Control is absent.
    return pragma !== null && parseDirectives([pragma]).has('no-cache')
      ? { ...NO_REQUEST_DIRECTIVES, noCache: true }
      : NO_REQUEST_DIRECTIVES;
  }
  const directives = parseDirectives([cacheControl]);
  return {
    noCache: directives.has('no-cache'),
    noStore: directives.has('no-store'),
    onlyIfCached: directives.has('only-if-cached'),
    // RFC 9111 §5.2.1.6
    noTransform: directives.has('no-transform'),
    maxAge: deltaSeconds(directives, 'max-age'),
    minFresh: deltaSeconds(directives, 'min-fresh'),
    maxStale: maxStale(directives),
    staleIfError: deltaSeconds(directives, 'stale-if-error'),
  };
}

function maxStale(directives: Directives): number | undefined {
  const given = directives.get('max-stale');
  if (given === undefined) return undefined;
  // RFC 9111 §5.2.1.2: without an argument the client accepts a response of any age.
  return given.every((argument) => argument === null) ? MAX_DELTA_SECONDS : deltaSeconds(directives, 'max-stale');
}
