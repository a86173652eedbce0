/**
 * What to do with a request, given what is stored (RFC 9111 §4). Pure: the adapters act on the answer. Two questions are kept apart: may
 * the stored response be sent, and must the origin be asked.
 */

import type { RequestDirectives } from '../../message/request-directives.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';
import { isOfTheFuture, type StoredResponse } from '../response/stored-response.ts';
import type { Verdict } from '../store/purge-epochs.ts';

/** Why a request goes to the origin, in the tokens of RFC 9211 §2.2. */
export type ForwardReason = 'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'miss' | 'request' | 'stale' | 'partial';

/** When the stored response may stand in for an answer that the origin fails to give. */
export interface Fallback {
  /** The origin answers 500, 502, 503 or 504 (RFC 5861 §4). */
  readonly onError: boolean;
  /** The origin cannot be reached or hangs up (RFC 9111 §4.2.4). */
  readonly onDisconnect: boolean;
}

export const NO_FALLBACK: Fallback = { onError: false, onDisconnect: false };

export type Decision =
  /** The stored response answers. */
  | { readonly kind: 'fresh' }
  /** The stale response answers; with `refresh` it is renewed in the background (RFC 5861 §3). */
  | { readonly kind: 'stale'; readonly refresh: boolean }
  | { readonly kind: 'forward'; readonly reason: ForwardReason; readonly fallback: Fallback }
  /** The client wants nothing from the origin, and there is nothing else: 504 (RFC 9111 §5.2.1.7). */
  | { readonly kind: 'refuse' };

export interface DecisionInput {
  readonly request: RequestDirectives;
  readonly now: number;
  /** Seconds that a stale response may stand in for an origin out of reach, without its asking for that. */
  readonly staleWhenDisconnected: number;
}

/** Decides for a request that no stored response fits. */
export function decideWithout(reason: ForwardReason, { request }: DecisionInput): Decision {
  return request.onlyIfCached ? { kind: 'refuse' } : { kind: 'forward', reason, fallback: NO_FALLBACK };
}

/** Decides for a request that `stored` fits. `verdict` is what purges made of it; 'hard' is as good as not stored. */
export function decide(stored: StoredResponse, verdict: Verdict, input: DecisionInput): Decision {
  if (verdict === 'hard') return decideWithout('uri-miss', input);
  const { request } = input;
  const reason = reasonToAsk(stored, verdict, input);
  if (reason === null) return { kind: 'fresh' };
  if (reason === 'stale' && verdict === 'valid') {
    const stale = staleReuse(stored, input);
    if (stale !== null) return stale;
  }
  if (request.onlyIfCached) return { kind: 'refuse' };
  return { kind: 'forward', reason, fallback: fallbackOf(stored, verdict, input) };
}

function reasonToAsk(stored: StoredResponse, verdict: Verdict, { request, now }: DecisionInput): 'request' | 'stale' | null {
  // RFC 9111 §5.2.1.4
  if (request.noCache) return 'request';
  // RFC 9111 §5.2.1.1; "max-age=0" asks for validation even within the same millisecond.
  if (request.maxAge !== undefined && now - stored.bornAt >= request.maxAge * 1_000) return 'request';
  if (verdict === 'soft' || now >= stored.staleAt || isOfTheFuture(stored, now)) return 'stale';
  // RFC 9111 §5.2.1.3
  if (request.minFresh !== undefined && stored.staleAt - now < request.minFresh * 1_000) return 'request';
  return null;
}

function staleReuse(stored: StoredResponse, { request, now }: DecisionInput): Decision | null {
  const { policy } = stored.head;
  // How long a response from the future has been stale nobody knows.
  const staleFor = now - stored.staleAt;
  if (forbidsStale(policy) || isTooStaleFor(request, staleFor) || isOfTheFuture(stored, now)) return null;
  if (policy.staleWhileRevalidate !== undefined && staleFor < policy.staleWhileRevalidate * 1_000) return { kind: 'stale', refresh: true };
  return takes(request, staleFor) ? { kind: 'stale', refresh: false } : null;
}

/**
 * RFC 9111 §5.2.1.1, §5.2.1.3: who names a greatest age takes nothing stale without `max-stale`, and with that no more than it says. Alone
 * it only widens what is taken: it is left to clients that may not make the origin work.
 */
function isTooStaleFor(request: RequestDirectives, staleFor: number): boolean {
  return request.minFresh !== undefined || (request.maxAge !== undefined && !takes(request, staleFor));
}

/** RFC 9111 §5.2.1.2 */
function takes({ maxStale }: RequestDirectives, staleFor: number): boolean {
  return maxStale !== undefined && staleFor <= maxStale * 1_000;
}

/** RFC 9111 §4.2.4: these forbid a shared cache to send the response once it is stale, whatever else allows it. */
function forbidsStale(policy: ResponseDirectives): boolean {
  // §5.2.2.10: s-maxage has the meaning of proxy-revalidate in it.
  return policy.mustRevalidate || policy.proxyRevalidate || policy.noCache === 'all' || policy.sharedMaxAge !== undefined;
}

function fallbackOf(stored: StoredResponse, verdict: Verdict, { request, now, staleWhenDisconnected }: DecisionInput): Fallback {
  if (forbidsStale(stored.head.policy) || request.noCache) return NO_FALLBACK;
  const staleFor = (now - stored.staleAt) / 1_000;
  const ifError = Math.max(stored.head.policy.staleIfError ?? -1, request.staleIfError ?? -1);
  const onError = ifError >= 0 && staleFor <= ifError;
  // What was purged stands in only where the origin itself foresaw it.
  return { onError, onDisconnect: onError || (verdict === 'valid' && staleFor <= staleWhenDisconnected) };
}

/** Statuses that count as an error of the origin (RFC 5861 §4). */
export function isOriginError(status: number): boolean {
  return status === 500 || status === 502 || status === 503 || status === 504;
}

/** Statuses of an origin that is better left alone for a while: its own errors, and the plea for that (RFC 6585 §4). */
export function isTrouble(status: number): boolean {
  return status >= 500 || status === 429;
}
