/** Ranges of a complete response while it is being received. */
import { type ByteRange, chooseRanges } from '../../message/byte-ranges.ts';
import { contentLengthOf } from '../../message/content-framing.ts';
import { fieldValue } from '../../message/field-lines.ts';
import { ifRangeHolds, validatorsOf } from '../../message/preconditions.ts';
import type { ClientRequest } from '../request/client-request.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import type { BodyReader } from './shared-body.ts';

export type StreamedRange =
  | { readonly kind: 'complete' }
  | { readonly kind: 'part'; readonly range: ByteRange; readonly complete: number }
  | { readonly kind: 'unsatisfiable'; readonly complete: number };

export const COMPLETE: StreamedRange = { kind: 'complete' };

/**
 * Chooses the range of a streamed response for a client. Only a single range, and only with a Content-Length: without it the last bytes are
 * unknown, and several ranges would have to be buffered. Otherwise the complete response is sent, which is allowed (RFC 9110 §14.2).
 */
export function streamedRange({ headers, method }: ClientRequest, { status, fields }: ResponseHead, now: number): StreamedRange {
  const complete = contentLengthOf(fields);
  if (headers.range === null || method !== 'GET' || status !== 200 || complete === null) return COMPLETE;
  if (!ifRangeHolds(headers.ifRange, validatorsOf(fields), fieldValue(fields, 'date'), now)) return COMPLETE;
  const choice = chooseRanges(headers.range, complete);
  if (choice.kind !== 'ranges') return choice.kind === 'whole' ? COMPLETE : { kind: 'unsatisfiable', complete };
  const [range, ...others] = choice.ranges;
  return others.length === 0 ? { kind: 'part', range, complete } : COMPLETE;
}

/** Returns a reader of the complete body that passes one range of it to `reader` and ends it after the last byte of the range. */
export function rangeReader({ first, last }: ByteRange, reader: BodyReader): BodyReader {
  let position = 0;
  let isOver = false;
  const fail = (cause: unknown): void => {
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
        // RFC 9110 §6.5: trailers belong to the complete message.
        reader.end([]);
      }
      return goOn;
    },
    end: () => fail(new Error('the response of the origin ended before the range')),
    fail,
  };
}
