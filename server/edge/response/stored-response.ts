/**
 * A stored response: what the store holds, with every value computed that does not change while it is stored. Its encodings, the same
 * response in content codings, are stored and removed together with it.
 */
import { type ContentRange, parseContentRange } from '../../message/byte-ranges.ts';
import { type Fields, fieldValue, filterFields, hasField, replaceField } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { formatHttpDate } from '../../message/http-date.ts';
import { type ResponseDirectives, responseDirectives } from '../../message/response-directives.ts';
import { type Coding, encodedFields, isEncodable, varyingByEncoding } from './content-coding.ts';
import { freshnessLifetime, initialAge, type Lifetime, type ResponseTimes } from './freshness.ts';
import { cacheGroups, scopedGroups } from './groups.ts';
import { type Selection, selectionOf, varyNames } from './vary.ts';

/** A place in the order of request starts and purges: later is larger, no two are equal. About microseconds since the epoch. */
export type LogicalTimestamp = number & { readonly moment: unique symbol };

/** The head of an origin's response as received, without hop-by-hop fields. In a stored response it is a `sharedHead`. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
  /** Names of the selecting header fields, as `varyNames` returns them. */
  readonly vary: readonly string[];
  readonly directives: ResponseDirectives;
  readonly lifetime: Lifetime;
  readonly times: ResponseTimes;
}

export interface EncodedVariant {
  readonly coding: Coding;
  readonly quality: 'quick' | 'best';
  readonly response: StoredResponse;
}

export interface StoredResponse {
  readonly head: ResponseHead;
  /** Fields for delivery: end to end, without Age and without those that a shared cache may not store. */
  readonly fields: Fields;
  readonly body: Buffer;
  /** The same response in content codings; null before the first is made. An encoded variant has none itself. */
  readonly encodings: readonly EncodedVariant[] | null;
  /** The bytes of the representation that an incomplete response has (RFC 9111 §3.3); null when it is complete. */
  readonly part: ContentRange | null;
  /** When the request to the origin started, in the order of purges. */
  readonly began: LogicalTimestamp;
  readonly selection: Selection;
  readonly scope: string;
  /** Request target for the origin. */
  readonly url: string;
  /** Cache groups with their scope. */
  readonly groups: readonly string[];
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Instant at which the response had age zero. */
  readonly bornAt: number;
  /** First instant at which it is stale. */
  readonly staleAt: number;
}

/** The options that say how the head of a response is read. */
export interface ReadingRules {
  /** Lower-case names of targeted fields (RFC 9213), the most specific first. */
  readonly targets: readonly string[];
  /**
   * Lower-case names of request fields that `targetOf` already puts into the key, in classes of its own. `Vary` still names them for
   * clients; in the store all values of one class share a stored response.
   */
  readonly varyInKey: readonly string[];
}

/** Reads the head of an origin's response. Adds a missing `Date` (RFC 9110 §6.6.1). */
export function readHead(status: number, reason: string, raw: Fields, times: ResponseTimes, rules: ReadingRules): ResponseHead {
  // The directives are read before hop-by-hop fields are removed: naming Cache-Control in Connection must not lift its restrictions.
  const directives = responseDirectives(raw, rules.targets);
  const received = endToEndFields(raw);
  const fields = hasField(received, 'date') ? received : [...received, 'Date', formatHttpDate(times.receivedAt)];
  const vary = varyNames(fields, rules.varyInKey);
  const lifetime = freshnessLifetime(status, fields, directives, times);
  return { status, reason, fields, vary, directives, times, lifetime };
}

/** Makes a stored response, which owns `content` from now on. `request` are the request fields that it was selected by. */
export function storedResponse(
  received: ResponseHead,
  content: Buffer,
  began: LogicalTimestamp,
  request: Fields,
  { scope, url }: { readonly scope: string; readonly url: string },
): StoredResponse {
  const head = sharedHead(received);
  const body = unpooledBytes(content);
  const fields = withoutAge(head);
  return {
    head,
    fields: withLength(fields, head.status, body),
    body,
    encodings: null,
    part: head.status === 206 ? parseContentRange(fieldValue(fields, 'content-range'), body.byteLength) : null,
    began,
    selection: selectionOf(head.vary, request),
    scope,
    url,
    ...derivedValues(head, scope),
  };
}

/**
 * Returns `stored` with another head, its encodings unchanged. The selecting header fields of the new head are read from `request`, the
 * request that received it (RFC 9111 §4.1).
 */
export function withHead(stored: StoredResponse, received: ResponseHead, began: LogicalTimestamp, request: Fields): StoredResponse {
  const head = sharedHead(received);
  return {
    ...stored,
    head,
    fields: withLength(withoutAge(head), head.status, stored.body),
    began,
    selection: selectionOf(head.vary, request),
    ...derivedValues(head, stored.scope),
  };
}

function derivedValues(head: ResponseHead, scope: string): Pick<StoredResponse, 'groups' | 'etag' | 'lastModified' | 'bornAt' | 'staleAt'> {
  const { fields, times, lifetime, directives } = head;
  const bornAt = times.receivedAt - initialAge(fields, times) * 1_000;
  const seconds = lifetime.kind === 'none' || directives.noCache === 'all' ? 0 : lifetime.seconds;
  return {
    groups: scopedGroups(cacheGroups(fields), scope),
    etag: fieldValue(fields, 'etag'),
    lastModified: fieldValue(fields, 'last-modified'),
    bornAt,
    staleAt: bornAt + seconds * 1_000,
  };
}

/**
 * Returns the head as clients other than the requesting one may receive it: without the fields that `private` names (RFC 9111 §5.2.2.7)
 * and those that `no-cache` names, which must not be sent without revalidation (§5.2.2.4).
 */
export function sharedHead(head: ResponseHead): ResponseHead {
  const { fields, directives } = head;
  const dropped = [directives.private, directives.noCache].flatMap((names) => (names === null || names === 'all' ? [] : names));
  return dropped.length === 0 ? head : { ...head, fields: filterFields(fields, (name) => !dropped.includes(name)) };
}

/** Every delivery computes its own Age. */
function withoutAge({ fields }: ResponseHead): Fields {
  return filterFields(fields, (name) => name !== 'age');
}

/** The length is known, however the origin framed the content. RFC 9110 §8.6: never with 204. */
function withLength(fields: Fields, status: number, body: Buffer): Fields {
  return status === 204 ? fields : replaceField(fields, 'Content-Length', String(body.byteLength));
}

export interface EncodedBody {
  readonly coding: Coding;
  /** A quick encoding is used until the best one is made, whose bytes differ. */
  readonly quality: 'quick' | 'best';
  readonly body: Buffer;
}

/** Returns `stored` with the given bodies as its encodings and with Accept-Encoding in `Vary`. Bodies that are not shorter are left out. */
export function withEncodings(stored: StoredResponse, bodies: readonly EncodedBody[]): StoredResponse {
  const fields = varyingByEncoding(stored.fields);
  const encodings = bodies
    .filter(({ body }) => body.byteLength < stored.body.byteLength)
    .map(({ coding, quality, body }) => {
      const encoded = encodedFields(fields, coding, { length: body.byteLength, isReproducible: quality === 'best' });
      return {
        coding,
        quality,
        response: { ...stored, fields: encoded, body: unpooledBytes(body), etag: fieldValue(encoded, 'etag'), encodings: null },
      };
    });
  return { ...stored, fields, encodings };
}

/** Returns `updated`, which has a newer head over the same bytes, with the encodings of `before`, unless the new head forbids them. */
export function keepEncodings(before: StoredResponse, updated: StoredResponse): StoredResponse {
  if (!isEncodable(updated.head, updated.fields)) return { ...updated, encodings: [] };
  if (before.encodings === null || before.encodings.length === 0) return { ...updated, encodings: before.encodings };
  return withEncodings(
    updated,
    before.encodings.map(({ coding, quality, response }) => ({ coding, quality, body: response.body })),
  );
}

/**
 * Returns the bytes in memory of their own. Node allocates small buffers from pools of 64 KB, and a stored slice would retain its whole
 * pool: many times the bytes that the store counts.
 */
export function unpooledBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(copy);
  return copy;
}

/** Returns the approximate memory in bytes of a stored response: bodies, fields and the objects around them. */
export function storedSize(stored: StoredResponse): number {
  const { encodings, selection } = stored;
  // Encodings share the selecting values, which clients choose and which may be as long as a request head.
  return [stored, ...(encodings ?? []).map(({ response }) => response)].reduce(
    (sum, variant) => sum + variantSize(variant),
    selectionSize(selection),
  );
}

function variantSize({ body, fields, groups, url }: StoredResponse): number {
  // V8 stores latin1 strings at one byte a character; 24 for each string object (`textSize`), 600 for the rest, measured on Node 26.
  // The fields count four times: as received, as delivered, and, after the first hits, as the bytes of the head with and without content.
  return body.byteLength + 4 * textSize(fields) + textSize(groups) + textSize([url]) + 600;
}

function selectionSize({ raw, values }: Selection): number {
  return textSize(raw) + textSize(values);
}

function textSize(strings: readonly (string | null)[]): number {
  return strings.reduce((sum, line) => sum + (line?.length ?? 0) + 24, 0);
}

/** Milliseconds by which a clock may be corrected backwards without effect: lifetimes are whole seconds. */
const CLOCK_CORRECTION_MS = 1_000;

/**
 * Says whether the response was received later than `now`, which means that the clock was set back. Its true age is unknown, and it would
 * stay fresh for the whole step beyond its lifetime, so it counts as stale.
 */
export function isFromTheFuture({ head }: StoredResponse, now: number): boolean {
  return now < head.times.receivedAt - CLOCK_CORRECTION_MS;
}

/** Returns the whole seconds of age at `now` (RFC 9111 §4.2.3), never below zero. */
export function ageAt({ bornAt }: StoredResponse, now: number): number {
  return Math.max(0, Math.floor((now - bornAt) / 1_000));
}
