/**
 * Stored responses that make a forwarded request smaller although none of them answers it: an incomplete response that the origin's answer
 * can complete (RFC 9111 §3.4), or other variants, one of which the origin may select by a 304 (RFC 9111 §4.3.1).
 */
import { type ByteRange, type ContentRange, chooseRanges, parseContentRange } from '../../message/byte-ranges.ts';
import { isStrongTag } from '../../message/entity-tags.ts';
import { fieldValue } from '../../message/field-lines.ts';
import { type ClientRequest, hasCachePrecondition } from '../request/client-request.ts';
import type { ForwardReason } from '../response/cache-status.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { selects } from '../response/vary.ts';

/** The options that say what the origin is asked for on a miss. */
export interface MissRules {
  /**
   * `forward` sends the client's precondition to the origin, which may answer 304; then nothing is stored. `fill` requests the complete
   * response, stores it, and evaluates the precondition here; it also answers HEAD from it.
   */
  readonly conditionalMiss: 'forward' | 'fill';
  /**
   * Says of a request target, as the origin sees it, whether a range miss requests the complete response, once for all clients that want it
   * or a range of it. For responses that fit `bounds.bodyBytes`: of a larger one the bytes before the range would be fetched each time.
   */
  readonly fillsRange: (url: string) => boolean;
}

/** Says whether a miss requests the complete response from the origin, so that it can be shared and stored. */
export function requestsComplete(client: ClientRequest, { conditionalMiss, fillsRange }: MissRules): boolean {
  const { headers, method, directives, url } = client;
  if (headers.range === null) return true;
  const fill = conditionalMiss === 'fill';
  // RFC 9110 §14.2: Range is only defined for GET. A HEAD that is forwarded unchanged keeps the field, which the origin ignores.
  if (fill && method === 'HEAD') return true;
  // A response to no-store would be fetched for this client only, and a precondition for the origin may be about the range.
  return !directives.noStore && (fill || !hasCachePrecondition(client)) && fillsRange(url);
}

export interface RelatedPart {
  readonly kind: 'part';
  readonly stored: StoredResponse;
  /** The bytes to request. Together with those of `stored` they are contiguous. */
  readonly missing: ByteRange;
  readonly complete: number;
}

export interface RelatedVariants {
  readonly kind: 'variants';
  /** At least one, all with strong tags. */
  readonly stored: readonly StoredResponse[];
}

export type RelatedResponses = RelatedPart | RelatedVariants;

/** Finds the related responses of a miss among the valid `variants` of its key. */
export function relatedResponses(
  client: ClientRequest,
  reason: ForwardReason,
  variants: () => readonly StoredResponse[],
  rules: MissRules & { readonly bounds: { readonly bodyBytes: number } },
): RelatedResponses | null {
  const { method, directives, headers } = client;
  if (method !== 'GET' || directives.noStore) return null;
  // Collapsed requests may want other bytes than the range that would complete the part.
  if (headers.range !== null && requestsComplete(client, rules)) return null;
  // The origin evaluates the client's precondition, so the request cannot carry another.
  if (hasCachePrecondition(client) && rules.conditionalMiss === 'forward') return null;
  if (reason === 'partial') return relatedPart(client, variants(), rules.bounds.bodyBytes);
  return reason === 'vary-miss' && headers.range === null ? relatedVariants(variants()) : null;
}

function relatedPart({ headers, fields }: ClientRequest, variants: readonly StoredResponse[], bodyBytes: number): RelatedPart | null {
  for (const stored of variants) {
    const { part, etag } = stored;
    // RFC 9111 §3.4: only a strong validator proves that two parts belong to one representation.
    if (part === null || !isStrongTag(etag) || !selects(stored.selection, fields)) continue;
    if (headers.ifRange !== null && headers.ifRange.trim() !== etag) continue;
    const wanted = wantedRange(headers.range, part.complete);
    const missing = wanted === null ? null : missingRange(part, wanted);
    if (missing === null || stored.body.byteLength + missing.last - missing.first + 1 > bodyBytes) continue;
    return { kind: 'part', stored, missing, complete: part.complete };
  }
  return null;
}

function wantedRange(range: string | null, complete: number): ByteRange | null {
  if (range === null) return { first: 0, last: complete - 1 };
  const choice = chooseRanges(range, complete);
  if (choice.kind !== 'ranges') return null;
  const [only, ...others] = choice.ranges;
  return others.length === 0 ? only : null;
}

/** Null where the part saves nothing, or where bytes are missing on both sides: then the request is forwarded unchanged. */
function missingRange({ first, last }: ContentRange, wanted: ByteRange): ByteRange | null {
  if (wanted.first >= first && wanted.first <= last && wanted.last > last) return { first: last + 1, last: wanted.last };
  if (wanted.last >= first && wanted.last <= last && wanted.first < first) return { first: wanted.first, last: first - 1 };
  return null;
}

function relatedVariants(variants: readonly StoredResponse[]): RelatedVariants | null {
  const stored = variants.filter(({ head, part, etag }) => head.status === 200 && part === null && isStrongTag(etag));
  return stored.length === 0 ? null : { kind: 'variants', stored };
}

/** Says whether a 206 has the missing bytes, of the stored representation. */
export function completesPart({ stored, missing, complete }: RelatedPart, { status, fields }: ResponseHead): boolean {
  if (status !== 206 || fieldValue(fields, 'etag') !== stored.etag) return false;
  const part = parseContentRange(fieldValue(fields, 'content-range'), missing.last - missing.first + 1);
  return part !== null && part.first === missing.first && part.complete === complete;
}

/** Says whether `status` answers the edge's own condition or range, so that it must not be sent to the client. */
export function answersEdgeOnly(related: RelatedResponses, status: number): boolean {
  return status === 304 || (related.kind === 'part' && (status === 206 || status === 416));
}
