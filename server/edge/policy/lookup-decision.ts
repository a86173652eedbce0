/**
 * Whether a request is answered by a stored response or forwarded (RFC 9111 §4). Pure: the callers act on the result. It separates two
 * questions: may the stored response be sent, and must the origin be asked.
 */
import type { RequestDirectives } from '../../message/request-directives.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';
import type { ForwardReason } from '../response/cache-status.ts';
import { isFromTheFuture, type StoredResponse } from '../response/stored-response.ts';
import type { PurgeVerdict } from '../store/purge-epochs.ts';

/** When the stored response may be sent because the origin fails. */
export interface Fallback {
  /** The origin answers 500, 502, 503 or 504 (RFC 5861 §4). */
  readonly onError: boolean;
  /** The origin cannot be reached or hangs up (RFC 9111 §4.2.4). */
  readonly onDisconnect: boolean;
}

export const NO_FALLBACK: Fallback = { onError: false, onDisconnect: false };

/** No stored response is sent. */
export type OriginDecision =
  | { readonly kind: 'forward'; readonly reason: ForwardReason; readonly fallback: Fallback }
  /** Answer 504: the client sent only-if-cached (RFC 9111 §5.2.1.7). */
  | { readonly kind: 'refuse' };

export type Decision =
  /** Send the stored response. */
  | { readonly kind: 'fresh' }
  /** Send the stale response; with `refresh`, revalidate it in the background (RFC 5861 §3). */
  | { readonly kind: 'stale'; readonly refresh: boolean }
  | OriginDecision;

export interface DecisionInput {
  readonly request: RequestDirectives;
  readonly now: number;
  /** Seconds for which a stale response may be sent while the origin is unreachable, without a directive that allows it. */
  readonly staleWhenDisconnected: number;
}

/** Decides for a request that selects no stored response. */
export function decideWithout(reason: ForwardReason, { request }: DecisionInput): OriginDecision {
  return request.onlyIfCached ? { kind: 'refuse' } : { kind: 'forward', reason, fallback: NO_FALLBACK };
}

/**
 * Decides for a request that selects `stored`. With the verdict 'hard' it counts as not stored; with 'refresh' it is sent where a valid one
 * would be, and revalidated.
 */
export function decide(stored: StoredResponse, verdict: PurgeVerdict, input: DecisionInput): Decision {
  if (verdict === 'hard') return decideWithout('uri-miss', input);
  const { request } = input;
  const reason = reasonToForward(stored, verdict, input);
  if (reason === null) return verdict === 'refresh' ? { kind: 'stale', refresh: true } : { kind: 'fresh' };
  if (reason === 'stale' && verdict !== 'soft') {
    const stale = staleReuse(stored, input);
    if (stale !== null) return stale;
  }
  if (request.onlyIfCached) return { kind: 'refuse' };
  return { kind: 'forward', reason, fallback: fallbackOf(stored, verdict, input) };
}

function reasonToForward(stored: StoredResponse, verdict: PurgeVerdict, { request, now }: DecisionInput): 'request' | 'stale' | null {
  // RFC 9111 §5.2.1.4
  if (request.noCache) return 'request';
  // RFC 9111 §5.2.1.1; "max-age=0" requires revalidation even within the same millisecond.
  if (request.maxAge !== undefined && now - stored.bornAt >= request.maxAge * 1_000) return 'request';
  if (verdict === 'soft' || now >= stored.staleAt || isFromTheFuture(stored, now)) return 'stale';
  // RFC 9111 §5.2.1.3
  if (request.minFresh !== undefined && stored.staleAt - now < request.minFresh * 1_000) return 'request';
  return null;
}

function staleReuse(stored: StoredResponse, { request, now }: DecisionInput): Decision | null {
  const { directives } = stored.head;
  // It is unknown for how long a response from the future has been stale.
  const staleFor = now - stored.staleAt;
  if (forbidsStale(directives) || isTooStaleFor(request, staleFor) || isFromTheFuture(stored, now)) return null;
  if (directives.staleWhileRevalidate !== undefined && staleFor < directives.staleWhileRevalidate * 1_000)
    return { kind: 'stale', refresh: true };
  return acceptsStale(request, staleFor) ? { kind: 'stale', refresh: false } : null;
}

/**
 * RFC 9111 §5.2.1.1, §5.2.1.3: a request with max-age accepts a stale response only within its `max-stale`, one with min-fresh accepts
 * none. `max-stale` alone only allows more: it never forces a request to the origin.
 */
function isTooStaleFor(request: RequestDirectives, staleFor: number): boolean {
  return request.minFresh !== undefined || (request.maxAge !== undefined && !acceptsStale(request, staleFor));
}

/** RFC 9111 §5.2.1.2 */
function acceptsStale({ maxStale }: RequestDirectives, staleFor: number): boolean {
  return maxStale !== undefined && staleFor <= maxStale * 1_000;
}

/** RFC 9111 §4.2.4: directives that forbid a shared cache to send the response once it is stale, whatever else allows it. */
function forbidsStale(directives: ResponseDirectives): boolean {
  // §5.2.2.10: s-maxage implies proxy-revalidate.
  return directives.mustRevalidate || directives.proxyRevalidate || directives.noCache === 'all' || directives.sharedMaxAge !== undefined;
}

function fallbackOf(stored: StoredResponse, verdict: PurgeVerdict, { request, now, staleWhenDisconnected }: DecisionInput): Fallback {
  if (forbidsStale(stored.head.directives) || request.noCache) return NO_FALLBACK;
  const staleFor = (now - stored.staleAt) / 1_000;
  const ifError = Math.max(stored.head.directives.staleIfError ?? -1, request.staleIfError ?? -1);
  const onError = ifError >= 0 && staleFor <= ifError;
  // A purged response is only sent where the origin allowed it by stale-if-error.
  return { onError, onDisconnect: onError || (verdict === 'valid' && staleFor <= staleWhenDisconnected) };
}

/** Says whether stale-if-error applies to a status (RFC 5861 §4). */
export function isOriginError(status: number): boolean {
  return status === 500 || status === 502 || status === 503 || status === 504;
}

/** Says whether a status calls for fewer requests for a while: a server error, or 429 (RFC 6585 §4). */
export function callsForBackoff(status: number): boolean {
  return status >= 500 || status === 429;
}

/** Returns the whole seconds of freshness left at `now`, negative when stale, purged or from the future. */
export function remainingFreshness(stored: StoredResponse, verdict: PurgeVerdict, now: number): number {
  const left = Math.floor((stored.staleAt - now) / 1_000);
  return verdict === 'valid' && !isFromTheFuture(stored, now) ? left : Math.min(left, -1);
}
