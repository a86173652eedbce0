/**
 * Whether a shared cache may store the response of an exchange (RFC 9111 §3), and what a response that is not stored says about the stored
 * one.
 */
import { contentLengthOf } from '../../message/content-framing.ts';
import { type Fields, fieldValue, hasField, splitList } from '../../message/field-lines.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';
import { HEURISTIC_STATUSES } from '../response/freshness.ts';
import type { ResponseHead } from '../response/stored-response.ts';

export interface StorageRules {
  /** Whether a response with `Set-Cookie` may be stored. RFC 9111 §7.3 allows it; a site with sessions should not. */
  readonly storeSetCookie: boolean;
  /** Lower-case field names that `Vary` may contain, or null for any. */
  readonly varyAllowed: readonly string[] | null;
  /** Statuses that are never stored, whatever their directives; a general cache has none. */
  readonly neverStoreStatus: (status: number) => boolean;
  /**
   * Lower-case names of response fields that belong to one exchange, as `x-request-id` does: only the client whose request was forwarded
   * receives them. RFC 9111 §3.1 requires all other fields to be stored, so the default is none. A HIT with the request id of another
   * client would lead a search of the logs to the wrong request.
   */
  readonly dropFields: readonly string[];
}

/** The options that say what is stored. */
export interface StorageSettings {
  readonly storage: StorageRules;
  readonly bounds: { readonly bodyBytes: number };
}

export type Storability =
  | { readonly kind: 'storable' }
  /** `because` is a token for events and logs. */
  | { readonly kind: 'forbidden'; readonly because: string };

/** The part of a request that decides about storing its response. */
export interface StorageRequest {
  readonly method: string;
  /** The client's request fields. */
  readonly fields: Fields;
  /** Whether the client sent no-store. */
  readonly requestNoStore: boolean;
  /** Whether the origin received a `Range`: then only 200 and 206 are about the resource and not about the range. */
  readonly ranged: boolean;
  readonly mayStore: boolean;
}

/**
 * Decides whether the response to a request may be stored (RFC 9111 §3). `describesTarget` is whether Content-Location names the target of a
 * POST. The sections below are those of RFC 9111.
 */
export function decideStorage(
  request: StorageRequest,
  head: ResponseHead,
  describesTarget: boolean,
  settings: StorageSettings,
): Storability {
  const because =
    forbiddenByExchange(request, head, settings.bounds.bodyBytes) ??
    forbiddenByMethod(request, head, describesTarget) ??
    forbiddenByDirectives(request, head) ??
    forbiddenByRules(head, settings.storage) ??
    notCacheable(head) ??
    notReusable(head);
  return because === null ? { kind: 'storable' } : { kind: 'forbidden', because };
}

function forbiddenByExchange({ mayStore, ranged }: StorageRequest, { status, fields }: ResponseHead, bodyBytes: number): string | null {
  if (!mayStore) return 'bypass';
  // Buffered until it proves too long, such a body would cost each slow reader the whole bound.
  if ((contentLengthOf(fields) ?? 0) > bodyBytes) return 'size';
  if (ranged && status !== 200 && status !== 206) return 'range';
  // §3.3: a partial response is stored only when it states its range, in one piece.
  return status === 206 && !hasField(fields, 'content-range') ? 'partial' : null;
}

function forbiddenByMethod({ method }: StorageRequest, { status, lifetime }: ResponseHead, describesTarget: boolean): string | null {
  if (status < 200 || status === 304) return 'not-final';
  if (method === 'GET') return null;
  // RFC 9110 §9.3.3: a POST response answers later GETs when it has an explicit lifetime and is a representation of the target.
  if (method === 'POST') return lifetime.kind === 'explicit' && describesTarget && status === 200 ? null : 'method';
  return 'method';
}

/** Statuses whose caching requirements this cache implements (RFC 9110 §15), as `must-understand` requires. */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412,
  413, 414, 415, 416, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505,
]);

function forbiddenByDirectives({ fields, requestNoStore }: StorageRequest, { status, directives }: ResponseHead): string | null {
  // §5.2.1.5
  if (requestNoStore) return 'request-no-store';
  // §5.2.2.3: must-understand overrides no-store for statuses that are understood, and forbids the others.
  if (directives.mustUnderstand) {
    if (!UNDERSTOOD.has(status)) return 'must-understand';
  } else if (directives.noStore) {
    return 'no-store';
  }
  // §5.2.2.7
  if (directives.private === 'all') return 'private';
  return hasField(fields, 'authorization') && !allowsAuthorizedSharing(directives) ? 'authorization' : null;
}

/** Says whether the response to a request with Authorization may be used for other clients (RFC 9111 §3.5). */
function allowsAuthorizedSharing({ public: isPublic, mustRevalidate, sharedMaxAge }: ResponseDirectives): boolean {
  return isPublic || mustRevalidate || sharedMaxAge !== undefined;
}

function forbiddenByRules({ status, fields, lifetime }: ResponseHead, rules: StorageRules): string | null {
  const vary = splitList((fieldValue(fields, 'vary') ?? '').toLowerCase());
  // §4.1: a stored response with Vary: * never matches.
  if (vary.includes('*')) return 'vary-star';
  const { varyAllowed } = rules;
  if (varyAllowed !== null && vary.some((name) => !varyAllowed.includes(name))) return 'vary';
  // §7.3: a response with a cookie needs an explicit lifetime; heuristic freshness is not enough.
  if (hasField(fields, 'set-cookie') && (!rules.storeSetCookie || lifetime.kind !== 'explicit')) return 'set-cookie';
  return rules.neverStoreStatus(status) ? 'status' : null;
}

/**
 * RFC 9111 §3, last rule: the response needs an explicit lifetime, `public`, or a heuristically cacheable status. A validator or the
 * directives of RFC 5861 are not enough.
 */
function notCacheable({ status, directives, lifetime }: ResponseHead): string | null {
  return lifetime.kind === 'explicit' || directives.public || HEURISTIC_STATUSES.has(status) ? null : 'no-lifetime';
}

/** The response could never be used: it is never fresh, has no validator, and must not be sent stale. */
function notReusable({ fields, directives, lifetime }: ResponseHead): string | null {
  if (hasValidator(fields)) return null;
  if (lifetime.kind === 'none') return 'no-lifetime';
  if (lifetime.seconds > 0) return null;
  return (directives.staleIfError ?? 0) > 0 || (directives.staleWhileRevalidate ?? 0) > 0 ? null : 'no-lifetime';
}

function hasValidator(fields: Fields): boolean {
  return hasField(fields, 'etag') || hasField(fields, 'last-modified');
}

/** What a response about a stored response means for it. */
export type StoredEffect =
  /** The stored response may be updated by it. */
  | 'update'
  /** Nothing: only the request forbids storing the update (RFC 9111 §3.5, §5.2.1.5). */
  | 'keep'
  /** The origin no longer allows the response to be stored. */
  | 'remove';

/** Says what `head`, the response to a GET or HEAD, means for the stored response. */
export function effectOnStored(request: StorageRequest, head: ResponseHead, settings: StorageSettings): StoredEffect {
  // RFC 9110 §9.3.2: the response to a HEAD has the fields of the response to a GET.
  const asGet = { ...request, method: 'GET' };
  if (decideStorage(asGet, head, false, settings).kind === 'storable') return 'update';
  // RFC 9111 §3.5: a response that only the authorized client may use says nothing about responses for others.
  if (hasField(request.fields, 'authorization') && !allowsAuthorizedSharing(head.directives)) return 'keep';
  const unrestricted = { ...asGet, fields: [], requestNoStore: false };
  return decideStorage(unrestricted, head, false, settings).kind === 'storable' ? 'keep' : 'remove';
}

/** Says whether a response that is not stored outdates the stored one: the origin changed the resource and forbids storing it. */
export function outdatesStored(request: StorageRequest, head: ResponseHead, settings: StorageSettings): boolean {
  return describesResource(head.status) && effectOnStored(request, head, settings) === 'remove';
}

/**
 * Says whether the status of a final response describes the resource. Other errors are about the request, the client, or a server that
 * cannot answer (RFC 9110 §15.5, §15.6, RFC 6585 §4, RFC 8470 §5.2); a 206 is about a part, and a 304 about the client's copy.
 */
function describesResource(status: number): boolean {
  return (status < 400 && status !== 206 && status !== 304) || status === 404 || status === 410 || status === 451;
}

/**
 * Says whether only the requesting client may receive a response that is not stored, so that it is not shared with collapsed requests while
 * a settled response is made (RFC 9111 §3.5, §5.2.2.7, §7.3).
 */
export function isForOneClient({ fields, directives }: ResponseHead, request: Fields): boolean {
  return directives.private === 'all' || hasField(fields, 'set-cookie') || hasField(request, 'authorization');
}
