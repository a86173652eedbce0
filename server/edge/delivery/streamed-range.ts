/** Ranges of what is not stored: whether the origin is asked for them or for the whole, and what of a whole on its way they are. */

import { type ByteRange, chooseRanges } from '../../message/byte-ranges.ts';
import { fieldValue } from '../../message/field-lines.ts';
import { ifRangeHolds, validatorsOf } from '../../message/preconditions.ts';
import type { EdgeSettings } from '../options.ts';
import type { Client } from '../request/client.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import type { BodyReader } from './shared-body.ts';
import { wantsCheck } from './stored.ts';

/** Whether the origin is asked for the whole, so that the answer may be everybody's. */
export function asksForWhole(client: Client, { conditionalMiss, fillsRange }: EdgeSettings): boolean {
  const { asked, method, policy, url } = client;
  if (asked.range === null) return true;
  const fill = conditionalMiss === 'fill';
  // RFC 9110 §14.2: only a GET has ranges. A HEAD that is forwarded as it is keeps the field, which then means nothing to the origin.
  if (fill && method === 'HEAD') return true;
  // What cannot be stored would be fetched for this client alone, and a precondition that the origin evaluates may be about its range.
  return !policy.noStore && (fill || !wantsCheck(client)) && fillsRange(url);
}

export type StreamedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange; readonly complete: number }
  | { readonly kind: 'unsatisfiable'; readonly complete: number };

export const WHOLE: StreamedRange = { kind: 'whole' };

/**
 * Chooses what of a whole response on its way answers a client's `Range`. One range, and only where the origin says how long the whole is:
 * otherwise nobody knows yet which bytes are the last, or all have to come before the first goes, and the whole is as good an answer
 * (RFC 9110 §14.2).
 */
export function streamedRange({ asked, method }: Client, { status, fields }: ResponseHead, now: number): StreamedRange {
  const length = /^\d{1,15}$/.exec(fieldValue(fields, 'content-length') ?? '')?.[0];
  if (asked.range === null || method !== 'GET' || status !== 200 || length === undefined) return WHOLE;
  if (!ifRangeHolds(asked.ifRange, validatorsOf(fields), fieldValue(fields, 'date'), now)) return WHOLE;
  const complete = Number(length);
  const choice = chooseRanges(asked.range, complete);
  if (choice.kind !== 'ranges') return choice.kind === 'whole' ? WHOLE : { kind: 'unsatisfiable', complete };
  const [range, ...others] = choice.ranges;
  return others.length === 0 ? { kind: 'part', range, complete } : WHOLE;
}

/** Returns a reader of a whole body that gives `reader` a range of it, and ends it with the last byte of that. */
export function rangeReader({ first, last }: ByteRange, reader: BodyReader): BodyReader {
  let position = 0;
  let isOver = false;
  const cut = (cause: unknown): void => {
    if (isOver) return;
    isOver = true;
    reader.fail(cause);
  };
  return {
    data: (chunk) => {
      const [from, to] = [Math.max(0, first - position), Math.min(chunk.byteLength, last + 1 - position)];
      position += chunk.byteLength;
      const goOn = from < to ? reader.data(chunk.subarray(from, to)) : true;
      if (position > last && !isOver) {
        isOver = true;
        // RFC 9110 §6.5: trailers are of the whole message, which this is not.
        reader.end([]);
      }
      return goOn;
    },
    end: () => cut(new Error('the origin ended its response before the range did')),
    fail: cut,
  };
}
