/** The storage rules applied to the response of one exchange, and what a response that is not stored says about the stored one. */
import { contentLengthOf } from '../../message/content-framing.ts';
import { type Fields, hasField } from '../../message/field-lines.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import { allowsAuthorizedSharing, type Storability, type StorageRules, storability } from './storability.ts';

/** The options that say what is stored. */
export interface StorageSettings {
  readonly storage: StorageRules;
  readonly bounds: { readonly bodyBytes: number };
}

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

/** Decides whether the response to a request may be stored. `describesTarget` is whether Content-Location names the target of a POST. */
export function decideStorage(
  request: StorageRequest,
  head: ResponseHead,
  describesTarget: boolean,
  settings: StorageSettings,
): Storability {
  if (!request.mayStore) return { kind: 'forbidden', because: 'bypass' };
  const { status, fields, directives, lifetime } = head;
  // Buffered until it proves too long, such a body would cost each slow reader the whole bound.
  if ((contentLengthOf(fields) ?? 0) > settings.bounds.bodyBytes) return { kind: 'forbidden', because: 'size' };
  if (request.ranged && status !== 200 && status !== 206) return { kind: 'forbidden', because: 'range' };
  // RFC 9111 §3.3: a partial response is stored only when it states its range, in one piece.
  if (status === 206 && !hasField(fields, 'content-range')) return { kind: 'forbidden', because: 'partial' };
  const { method, requestNoStore } = request;
  const authorized = hasField(request.fields, 'authorization');
  return storability({ method, authorized, requestNoStore, status, fields, directives, lifetime, describesTarget }, settings.storage);
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
