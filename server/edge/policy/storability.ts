/** Whether a response may be kept by a shared cache (RFC 9111 §3). */
import { type Fields, fieldValue, hasField, splitList } from '../../message/field-lines.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';
import { HEURISTIC_STATUSES, type Lifetime } from '../response/freshness.ts';

export type Storability =
  | { readonly kind: 'storable' }
  /** `because` is a Cache-Status detail token. */
  | { readonly kind: 'forbidden'; readonly because: string };

export interface Candidate {
  readonly method: string;
  readonly authorized: boolean;
  readonly requestNoStore: boolean;
  readonly status: number;
  readonly fields: Fields;
  readonly policy: ResponseDirectives;
  readonly lifetime: Lifetime;
  /** Whether `Content-Location` names the target itself; asked only for POST. */
  readonly describesTarget: boolean;
}

export interface StorageRules {
  /** Whether a response with `Set-Cookie` may be kept at all. RFC 9111 §7.3 allows it; a site with sessions should not. */
  readonly storeSetCookie: boolean;
  /** Lower-case names that `Vary` may have, or null for any. */
  readonly varyAllowed: readonly string[] | null;
  /** Statuses that are never kept, whatever they say; plain caches have none. */
  readonly neverStoreStatus: (status: number) => boolean;
  /**
   * Lower-case names of response fields that speak of one exchange and not of the resource, `x-request-id` and the like: they go to the
   * client that was forwarded and to nobody else. RFC 9111 §3.1 has every field stored that it does not except, so the default is none;
   * a HIT that carried another visitor's request id would lead a search through the logs to the wrong visit.
   */
  readonly dropFields: readonly string[];
}

/** Statuses whose caching rules this cache implements (RFC 9110 §15): the ones that `must-understand` lets in. */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412,
  413, 414, 415, 416, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505,
]);

const STORABLE: Storability = { kind: 'storable' };

/** Judges a response. Pure; the sections are those of RFC 9111. */
export function storability(candidate: Candidate, rules: StorageRules): Storability {
  const because =
    forbiddenByMethod(candidate) ??
    forbiddenByPolicy(candidate) ??
    forbiddenByRules(candidate, rules) ??
    unfoundedness(candidate) ??
    uselessness(candidate);
  return because === null ? STORABLE : { kind: 'forbidden', because };
}

function forbiddenByMethod({ method, status, lifetime, describesTarget }: Candidate): string | null {
  if (status < 200 || status === 304) return 'not-final';
  if (method === 'GET') return null;
  // RFC 9110 §9.3.3: an answer to POST serves later GETs when it says how long and that it is the target's representation.
  if (method === 'POST') return lifetime.kind === 'explicit' && describesTarget && status === 200 ? null : 'method';
  return 'method';
}

function forbiddenByPolicy({ status, policy, authorized, requestNoStore }: Candidate): string | null {
  // §5.2.1.5
  if (requestNoStore) return 'request-no-store';
  // §5.2.2.3: must-understand lifts no-store for the statuses that are understood, and forbids the others.
  if (policy.mustUnderstand) {
    if (!UNDERSTOOD.has(status)) return 'must-understand';
  } else if (policy.noStore) {
    return 'no-store';
  }
  // §5.2.2.7
  if (policy.private === 'all') return 'private';
  return authorized && !liftsAuthorization(policy) ? 'authorization' : null;
}

/** Says whether others may have what an authorized client was answered (RFC 9111 §3.5). */
export function liftsAuthorization({ public: isPublic, mustRevalidate, sharedMaxAge }: ResponseDirectives): boolean {
  return isPublic || mustRevalidate || sharedMaxAge !== undefined;
}

function forbiddenByRules({ status, fields, lifetime }: Candidate, rules: StorageRules): string | null {
  const vary = splitList((fieldValue(fields, 'vary') ?? '').toLowerCase());
  // §4.1: a stored response with "*" never matches.
  if (vary.includes('*')) return 'vary-star';
  const { varyAllowed } = rules;
  if (varyAllowed !== null && vary.some((name) => !varyAllowed.includes(name))) return 'vary';
  // §7.3: cookies are shared only by an origin that says so itself, never by a guess.
  if (hasField(fields, 'set-cookie') && (!rules.storeSetCookie || lifetime.kind !== 'explicit')) return 'set-cookie';
  return rules.neverStoreStatus(status) ? 'status' : null;
}

/**
 * RFC 9111 §3, last rule: the origin must have said how long it is fresh or that it is public, or else the status must be one that is
 * stored unasked. A validator is no leave, nor are the directives of RFC 5861.
 */
function unfoundedness({ status, policy, lifetime }: Candidate): string | null {
  return lifetime.kind === 'explicit' || policy.public || HEURISTIC_STATUSES.has(status) ? null : 'no-lifetime';
}

/** Nothing forbids it, but it could never be used: neither fresh for a moment, nor to validate, nor to stand in for an error. */
function uselessness({ fields, policy, lifetime }: Candidate): string | null {
  if (lifetime.kind !== 'none' && lifetime.seconds > 0) return null;
  if (lifetime.kind === 'none' && !hasValidator(fields)) return 'no-lifetime';
  if (hasValidator(fields)) return null;
  return (policy.staleIfError ?? 0) > 0 || (policy.staleWhileRevalidate ?? 0) > 0 ? null : 'no-lifetime';
}

function hasValidator(fields: Fields): boolean {
  return hasField(fields, 'etag') || hasField(fields, 'last-modified');
}
