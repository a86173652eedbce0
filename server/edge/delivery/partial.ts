/**
 * The responses that are derived from a complete one: 304, 206 with one or several ranges, and 416. A stored response has all bytes; of
 * one that is still being received, a reader passes the bytes of one range.
 */
import { type ByteRange, chooseRanges, formatContentRange, formatUnsatisfiedRange } from '../../message/byte-ranges.ts';
import { contentLengthOf } from '../../message/content-framing.ts';
import { CONTENT_DIGESTS } from '../../message/digest-fields.ts';
import { type Fields, fieldValue, filterFields, replaceField } from '../../message/field-lines.ts';
import { multipartByteranges } from '../../message/multipart-byteranges.ts';
import { ifRangeHolds, validatorsOf } from '../../message/preconditions.ts';
import type { ClientRequest } from '../request/client-request.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { sendComplete } from './send.ts';
import type { BodyReader } from './shared-body.ts';

/** Fields that describe bytes, which a 304 does not have (RFC 9110 §15.4.5). It sends all others, because they may have changed. */
const CONTENT_FIELDS: ReadonlySet<string> = new Set([
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  ...CONTENT_DIGESTS,
]);

export function notModifiedFields(fields: Fields): readonly string[] {
  return filterFields(fields, (name) => !CONTENT_FIELDS.has(name));
}

/** Sends a 304 for a response with the fields `fields`. */
export function sendNotModified(client: ClientRequest, fields: Fields): void {
  sendComplete(client, 304, 'Not Modified', notModifiedFields(fields), null);
}

/** Fields about the caching and identity of the complete response, which must not describe a 416. */
const REPRESENTATION_FIELDS = /^(?:age|cache-groups|digest|etag|expires|last-modified|pragma|repr-digest|(?:.+-)?cache-control)$/;

/**
 * Sends a 416; `fields` are those of the complete response. A cache between the edge and the client may store a 416 under the plain URL
 * (RFC 9111 §3) and send it to requests without Range, so it carries no-store.
 */
export function sendUnsatisfiable(client: ClientRequest, fields: Fields, complete: number): void {
  const kept = filterFields(notModifiedFields(fields), (name) => !REPRESENTATION_FIELDS.test(name));
  const added = ['Content-Range', formatUnsatisfiedRange(complete), 'Content-Length', '0', 'Cache-Control', 'no-store'];
  sendComplete(client, 416, 'Range Not Satisfiable', [...kept, ...added], null);
}

/** Returns the fields of a 206 with one range; `fields` are those of the complete response. */
export function partFields(fields: Fields, range: ByteRange, complete: number): Fields {
  const ranged = replaceField(withoutContentDigests(fields), 'Content-Range', formatContentRange(range, complete));
  return replaceField(ranged, 'Content-Length', String(range.last - range.first + 1));
}

/** RFC 9530 §2: the content of a part has another digest. Digests of the representation stay. */
function withoutContentDigests(fields: Fields): Fields {
  return filterFields(fields, (name) => !CONTENT_DIGESTS.has(name));
}

/** Answers the `Range` field `range` from a stored 200 or 206. */
export function sendStoredRanges(client: ClientRequest, stored: StoredResponse, fields: Fields, range: string, now: number): void {
  const { part, body, head } = stored;
  const complete = part?.complete ?? body.byteLength;
  const applies = ifRangeHolds(client.headers.ifRange, stored, fieldValue(stored.fields, 'date'), now);
  const choice = chooseRanges(applies ? range : null, complete);
  switch (choice.kind) {
    case 'whole':
      sendComplete(client, head.status, head.reason, fields, body);
      return;
    case 'unsatisfiable':
      sendUnsatisfiable(client, fields, complete);
      return;
    case 'ranges': {
      const offset = part?.first ?? 0;
      const slice = ({ first, last }: ByteRange): Buffer => body.subarray(first - offset, last + 1 - offset);
      const [only, ...others] = choice.ranges;
      if (others.length > 0) sendMultipart(client, fields, choice.ranges, complete, slice);
      else sendComplete(client, 206, 'Partial Content', partFields(fields, only, complete), slice(only));
    }
  }
}

function sendMultipart(
  client: ClientRequest,
  fields: Fields,
  ranges: readonly ByteRange[],
  complete: number,
  slice: (range: ByteRange) => Buffer,
): void {
  const { contentType, bytes } = multipartByteranges(ranges, complete, fieldValue(fields, 'content-type'), slice);
  // RFC 9110 §15.3.7.2: each part has its Content-Range, the head has none.
  const typed = replaceField(
    filterFields(withoutContentDigests(fields), (name) => name !== 'content-range'),
    'Content-Type',
    contentType,
  );
  sendComplete(client, 206, 'Partial Content', replaceField(typed, 'Content-Length', String(bytes.byteLength)), bytes);
}

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
