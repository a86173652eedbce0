/** Validation of stored responses: the conditional request, and what a 304 updates (RFC 9111 §4.3). */
import { ALL_DIGESTS } from '../../message/digest-fields.ts';
import { isStrongTag, matchesWeakly } from '../../message/entity-tags.ts';
import { type Fields, fieldPairs, fieldValue, filterFields } from '../../message/field-lines.ts';
import { ifRangeHolds, type Validators, validatorsOf, withoutPreconditions } from '../../message/preconditions.ts';
import {
  keepEncodings,
  type LogicalTimestamp,
  type ReadingRules,
  type ResponseHead,
  readHead,
  type StoredResponse,
  sharedHead,
  withHead,
} from '../response/stored-response.ts';
import type { StorageRules } from './storage-decision.ts';

/** The options that say how a stored response is updated. */
export interface UpdateRules extends ReadingRules {
  readonly storage: Pick<StorageRules, 'dropFields'>;
}

/** Returns the fields of a request that validates `stored` (RFC 9111 §4.3.1), or null when it has no validator. */
export function validatingFields(fields: Fields, { etag, lastModified }: StoredResponse): readonly string[] | null {
  if (etag === null && lastModified === null) return null;
  const validating = [...withoutPreconditions(fields)];
  if (etag !== null) validating.push('If-None-Match', etag);
  if (lastModified !== null) validating.push('If-Modified-Since', lastModified);
  return validating;
}

/**
 * Says whether the validators of a 304 identify `stored`, so that it may be updated (RFC 9111 §4.3.4). A strong tag identifies only
 * responses with the same tag, whatever their dates. A weak tag must match, and so must Last-Modified, beside it or alone. Where the stored
 * response has no tag, Last-Modified must match; beside a strong tag it must also be a strong validator (RFC 9110 §8.8.2.2).
 *
 * DEVIATION from §4.3.4, by which a 304 without validators updates only a response without them: the edge sent the validators of this one
 * response, so such a 304 can mean no other. Responses of origins that omit validators from a 304 would otherwise never be updated.
 * Pinned by `a-304-without-validators-updates-the-validated-response`.
 */
export function identifies({ etag, lastModified }: Validators, stored: StoredResponse): boolean {
  const sameDate = lastModified !== null && lastModified === stored.lastModified;
  if (etag === null) return lastModified === null || sameDate;
  if (stored.etag === null) return sameDate && (!isStrongTag(etag) || hasStrongDate(stored));
  if (isStrongTag(etag)) return etag === stored.etag;
  return matchesWeakly(etag, stored.etag) && (lastModified === null || stored.lastModified === null || sameDate);
}

/** Says whether Last-Modified is old enough, compared with Date, to be a strong validator (RFC 9110 §8.8.2.2). */
function hasStrongDate({ fields, lastModified, head: { times } }: StoredResponse): boolean {
  return ifRangeHolds(lastModified, { etag: null, lastModified }, fieldValue(fields, 'date'), times.receivedAt);
}

/** Fields that describe the stored bytes, which an update must not change (RFC 9111 §3.2), or the message that carried them. */
const BODY_FIELDS: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'content-range', 'etag', ...ALL_DIGESTS]);

/**
 * Returns the stored fields after an update: each received field replaces all of its name, the others stay (RFC 9111 §3.2). `received` has
 * no hop-by-hop fields.
 */
export function mergedFields(stored: Fields, received: Fields, takesEtag: boolean): readonly string[] {
  const taken = filterFields(received, (name) => !BODY_FIELDS.has(name) || (name === 'etag' && takesEtag));
  const names = new Set(fieldPairs(taken).map(([name]) => name.toLowerCase()));
  // Age belongs to the message that carried it.
  return [...filterFields(stored, (name) => !names.has(name) && name !== 'age'), ...taken];
}

/** Returns `stored` updated by `head`, a 304 or the response to a HEAD. `request` are the fields of the request that received it. */
export function freshened(
  stored: StoredResponse,
  head: ResponseHead,
  began: LogicalTimestamp,
  request: Fields,
  rules: UpdateRules,
): StoredResponse {
  const { status, reason, fields: before } = stored.head;
  const fields = mergedFields(before, head.fields, stored.etag === null);
  const updated = storableHead(readHead(status, reason, fields, head.times, rules), rules);
  return keepEncodings(stored, withHead(stored, updated, began, request));
}

/** Returns the head for the store and for collapsed requests: without the fields that belong to one client or one exchange. */
export function storableHead(received: ResponseHead, { storage: { dropFields } }: Pick<UpdateRules, 'storage'>): ResponseHead {
  const head = sharedHead(received);
  return dropFields.length === 0 ? head : { ...head, fields: filterFields(head.fields, (name) => !dropFields.includes(name)) };
}

export interface SelectedVariant {
  /** The response that the origin selected, for the request that was made. */
  readonly stored: StoredResponse;
  /** All responses that the same tag identifies, as the 304 updates them (RFC 9111 §4.3.4). */
  readonly updated: readonly StoredResponse[];
}

/** Returns the variant that a 304 selected (RFC 9111 §4.3.3), or null when the 304 does not identify one. */
export function selectedVariant(
  variants: readonly StoredResponse[],
  head: ResponseHead,
  began: LogicalTimestamp,
  request: Fields,
  rules: UpdateRules,
): SelectedVariant | null {
  const validators = validatorsOf(head.fields);
  // A 304 without a tag identifies a variant only when the request carried a single tag.
  if (validators.etag === null && new Set(variants.map(({ etag }) => etag)).size > 1) return null;
  const matching = variants.filter((variant) => identifies(validators, variant));
  // RFC 9111 §4.3.4: a weak tag identifies only the most recent.
  const identified = validators.etag === null || isStrongTag(validators.etag) ? matching : matching.slice(0, 1);
  const [first] = identified;
  if (first === undefined) return null;
  const updated = identified
    .map((variant) => ({ ...freshened(variant, head, began, request, rules), selection: variant.selection }))
    // RFC 9111 §4.1: where the 304 changes Vary, the selecting fields of the other variants' requests are unknown. They stay unchanged.
    .filter(({ selection, head: { vary } }) => selection.names.join(',') === vary.join(','));
  const stored = freshened(first, head, began, request, rules);
  // The bytes are shared, but each response needs its own buffer object: the encoder identifies bodies by it.
  return { updated, stored: { ...stored, body: stored.body.subarray(), encodings: null } };
}
