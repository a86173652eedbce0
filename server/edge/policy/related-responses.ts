/**
 * What the store has near a request that it cannot answer: a part of the representation to complete (RFC 9111 §3.4), or other variants
 * of the resource, one of which the origin may choose (RFC 9111 §4.3.1). The origin then sends less, and nothing else changes.
 */

import { type ByteRange, type ContentRange, chooseRanges, parseContentRange } from '../../message/byte-ranges.ts';
import { isStrongTag } from '../../message/entity-tags.ts';
import { fieldValue } from '../../message/field-lines.ts';
import { wantsCheck } from '../delivery/stored.ts';
import { asksForWhole } from '../delivery/streamed-range.ts';
import type { EdgeSettings } from '../options.ts';
import type { Client } from '../request/client.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { selects } from '../response/vary.ts';
import type { Shelf } from '../store/variants.ts';
import type { ForwardReason } from './lookup-decision.ts';

export interface NearPart {
  readonly kind: 'part';
  readonly stored: StoredResponse;
  /** The bytes that are asked for. With those of `stored` they are in one piece. */
  readonly missing: ByteRange;
  readonly complete: number;
}

export interface NearVariants {
  readonly kind: 'variants';
  /** With strong tags, at least one. */
  readonly stored: readonly StoredResponse[];
}

export type Near = NearPart | NearVariants;

/** Finds what may help, among what purges have left valid. */
export function nearby(client: Client, reason: ForwardReason, shelf: Shelf, settings: EdgeSettings): Near | null {
  const { key, method, policy, asked } = client;
  if (method !== 'GET' || policy.noStore) return null;
  // Those who join want other bytes than the range that the rest of a part would be asked for.
  if (asked.range !== null && asksForWhole(client, settings)) return null;
  // A precondition that the origin is to evaluate leaves no room for ours.
  if (wantsCheck(client) && settings.conditionalMiss === 'forward') return null;
  if (reason === 'partial') return nearPart(client, shelf.variants(key), settings.bounds.bodyBytes);
  return reason === 'vary-miss' && asked.range === null ? nearVariants(shelf.variants(key)) : null;
}

function nearPart({ asked, fields }: Client, variants: readonly StoredResponse[], bodyBytes: number): NearPart | null {
  for (const stored of variants) {
    const { part, etag } = stored;
    // RFC 9111 §3.4: only a strong validator proves that two parts are of one representation.
    if (
      part === null ||
      !isStrongTag(etag) ||
      !selects(stored.selection, fields) ||
      (asked.ifRange !== null && asked.ifRange.trim() !== etag)
    )
      continue;
    const wanted = wantedOf(asked.range, part.complete);
    const missing = wanted === null ? null : missingOf(part, wanted);
    if (missing === null || stored.body.byteLength + missing.last - missing.first + 1 > bodyBytes) continue;
    return { kind: 'part', stored, missing, complete: part.complete };
  }
  return null;
}

function wantedOf(range: string | null, complete: number): ByteRange | null {
  if (range === null) return { first: 0, last: complete - 1 };
  const choice = chooseRanges(range, complete);
  if (choice.kind !== 'ranges') return null;
  const [only, ...others] = choice.ranges;
  return others.length === 0 ? only : null;
}

/** Where nothing is saved, or two gaps would have to be asked for, the request goes on as it is. */
function missingOf({ first, last }: ContentRange, wanted: ByteRange): ByteRange | null {
  if (wanted.first >= first && wanted.first <= last && wanted.last > last) return { first: last + 1, last: wanted.last };
  if (wanted.last >= first && wanted.last <= last && wanted.first < first) return { first: wanted.first, last: first - 1 };
  return null;
}

function nearVariants(variants: readonly StoredResponse[]): NearVariants | null {
  const stored = variants.filter(({ head, part, etag }) => head.status === 200 && part === null && isStrongTag(etag));
  return stored.length === 0 ? null : { kind: 'variants', stored };
}

/** Says whether a 206 is the part that was asked for, of the representation that is stored. */
export function continues({ stored, missing, complete }: NearPart, { status, fields }: ResponseHead): boolean {
  if (status !== 206 || fieldValue(fields, 'etag') !== stored.etag) return false;
  const part = parseContentRange(fieldValue(fields, 'content-range'), missing.last - missing.first + 1);
  return part !== null && part.first === missing.first && part.complete === complete;
}

/** Says whether `status` answers what the edge asked and not what the client did, so that it cannot be passed on. */
export function isOursAlone(near: Near, status: number): boolean {
  return status === 304 || (near.kind === 'part' && (status === 206 || status === 416));
}
