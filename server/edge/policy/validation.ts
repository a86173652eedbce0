/** Asking whether a stored response still holds, and taking the answer (RFC 9111 §4.3). */

import { ALL_DIGESTS } from '../../message/digest-fields.ts';
import { isStrongTag, matchesWeakly } from '../../message/entity-tags.ts';
import { type Fields, fieldValue, filterFields } from '../../message/field-lines.ts';
import { ifRangeHolds, type Validators, validatorsOf, withoutPreconditions } from '../../message/preconditions.ts';
import type { EdgeSettings } from '../options.ts';
import { freshened, type ResponseHead, readHead, type StoredResponse, shareable } from '../response/stored-response.ts';
import type { Moment } from '../store/purge-epochs.ts';
import type { NearVariants } from './related-responses.ts';

/** Returns the fields of a request that validates `stored` (RFC 9111 §4.3.1), or null when it has no validator. */
export function validatingFields(fields: Fields, { etag, lastModified }: StoredResponse): readonly string[] | null {
  if (etag === null && lastModified === null) return null;
  const validating = [...withoutPreconditions(fields)];
  if (etag !== null) validating.push('If-None-Match', etag);
  if (lastModified !== null) validating.push('If-Modified-Since', lastModified);
  return validating;
}

/**
 * Says whether the validators of a 304 identify `stored`, so that it may be updated (RFC 9111 §4.3.4). A strong tag identifies what has
 * the same one, whatever its date, and nothing else. A weak tag has to correspond, and so has Last-Modified beside it or alone. Where the
 * stored response has no tag to compare, Last-Modified must prove it: beside a strong tag only as a strong validator (RFC 9110 §8.8.2.2).
 *
 * DEVIATION from §4.3.4, which lets a 304 without any validator update only a response without one: we have sent the validators of this
 * one response and nothing else, so a 304 that repeats none can mean no other. Origins that leave them out would never be cached again.
 * Pinned by `a-304-without-validators-means-what-was-sent`.
 */
export function identifies({ etag, lastModified }: Validators, stored: StoredResponse): boolean {
  const sameDate = lastModified !== null && lastModified === stored.lastModified;
  if (etag === null) return lastModified === null || sameDate;
  if (stored.etag === null) return sameDate && (!isStrongTag(etag) || hasStrongDate(stored));
  if (isStrongTag(etag)) return etag === stored.etag;
  return matchesWeakly(etag, stored.etag) && (lastModified === null || stored.lastModified === null || sameDate);
}

/** Whether Last-Modified is so much older than the response that nothing can have changed within the same second since. */
function hasStrongDate({ fields, lastModified, head: { moment } }: StoredResponse): boolean {
  return ifRangeHolds(lastModified, { etag: null, lastModified }, fieldValue(fields, 'date'), moment.receivedAt);
}

/**
 * Fields that describe the bytes as they lie in the store, which an update must not change (RFC 9111 §3.2), and those that describe the
 * message that brought it.
 */
const BOUND_TO_BODY: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'content-range', 'etag', ...ALL_DIGESTS]);

/**
 * Returns the stored fields as an update leaves them: each field of the newer message takes the place of all of its name, the others
 * stay (RFC 9111 §3.2). `received` has no fields of the connection any more.
 */
export function mergedFields(stored: Fields, received: Fields, etagIsNew: boolean): readonly string[] {
  const taken = filterFields(received, (name) => !BOUND_TO_BODY.has(name) || (name === 'etag' && etagIsNew));
  const names = new Set<string>();
  for (let index = 0; index < taken.length; index += 2) names.add((taken[index] ?? '').toLowerCase());
  // Age is of the message that brought it and never outlives it.
  return [...filterFields(stored, (name) => !names.has(name) && name !== 'age'), ...taken];
}

/** Returns `stored` as a 304 leaves it, which answered the request with the fields `asked`. */
export function updatedByValidation(
  stored: StoredResponse,
  head: ResponseHead,
  began: Moment,
  asked: Fields,
  settings: EdgeSettings,
): StoredResponse {
  const fields = mergedFields(stored.head.fields, head.fields, stored.etag === null);
  return freshened(
    stored,
    lasting(readHead(stored.head.status, stored.head.reason, fields, head.moment, settings), settings),
    began,
    asked,
  );
}

/** Returns the head as it outlives its exchange, in the store or for those who share the answer: without the fields that are of one only. */
export function lasting(received: ResponseHead, { storage: { dropFields } }: EdgeSettings): ResponseHead {
  const head = shareable(received);
  return dropFields.length === 0 ? head : { ...head, fields: filterFields(head.fields, (name) => !dropFields.includes(name)) };
}

export interface ChosenVariant {
  /** The response that the origin chose, for the request that was made. */
  readonly stored: StoredResponse;
  /** All that the same tag identifies, as the 304 leaves them (RFC 9111 §4.3.4). */
  readonly updated: readonly StoredResponse[];
}

/** Returns what a 304 chose among stored variants (RFC 9111 §4.3.3), or null when it does not say which. `asked` made it choose. */
export function chosenVariant(
  { stored: variants }: NearVariants,
  head: ResponseHead,
  began: Moment,
  asked: Fields,
  settings: EdgeSettings,
): ChosenVariant | null {
  const validators = validatorsOf(head.fields);
  // Without a tag it can only mean the one that was sent.
  if (validators.etag === null && new Set(variants.map(({ etag }) => etag)).size > 1) return null;
  const all = variants.filter((variant) => identifies(validators, variant));
  // RFC 9111 §4.3.4: a weak tag identifies no more than the most recent.
  const identified = validators.etag === null || isStrongTag(validators.etag) ? all : all.slice(0, 1);
  const [first] = identified;
  if (first === undefined) return null;
  const updated = identified
    .map((variant) => ({ ...updatedByValidation(variant, head, began, asked, settings), selection: variant.selection }))
    // RFC 9111 §4.1: what chose the others by fields that count only now nobody knows any more; they stay as they were.
    .filter(({ selection, head: { vary } }) => selection.names.join(',') === vary.join(','));
  const stored = updatedByValidation(first, head, began, asked, settings);
  // The bytes are shared; the buffer object is not, because codings are made once for each.
  return { updated, stored: { ...stored, body: stored.body.subarray(), forms: null } };
}
