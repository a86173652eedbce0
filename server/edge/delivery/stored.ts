/** Answers from a stored response: whole, not modified, or in parts. */

import { type ByteRange, chooseRanges } from '../../message/byte-ranges.ts';
import { CONTENT_DIGESTS } from '../../message/digest-fields.ts';
import { type Fields, fieldValue, filterFields, replaceField } from '../../message/field-lines.ts';
import { multipartByteranges } from '../../message/multipart-byteranges.ts';
import { ifRangeHolds, isNotModified } from '../../message/preconditions.ts';
import { type Client, sendWhole } from '../request/client.ts';
import { ageAt, type StoredResponse } from '../response/stored-response.ts';
import { type CacheOutcome, cacheStatusMember, withCacheStatus } from './cache-status.ts';
import type { Encoding } from './encoder.ts';
import { hasPlainHead, isOfServer, type KeptHead, keepsHeads, keptHead, sendKept } from './prepared-head.ts';

/** A whole answer but for its body, and its head as bytes once it has been sent. */
interface PreparedAnswer {
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly string[];
  head: KeptHead | null;
}

/** The answers of a HIT. They change once a second at most, so consecutive ones share them. */
interface PreparedHit {
  readonly age: number;
  readonly ttl: number;
  readonly whole: PreparedAnswer;
  readonly notModified: PreparedAnswer;
}

export interface StoredDelivery {
  /** Answers with a stored response for which the origin was not asked. */
  hit(client: Client, stored: StoredResponse, now: number): void;
  /** Answers with a stored response after the origin was asked. */
  after(client: Client, stored: StoredResponse, outcome: CacheOutcome, now: number): void;
}

/** Makes the delivery of one edge, `name` in `Cache-Status`. */
export function createStoredDelivery(name: string, encoding: Encoding | null): StoredDelivery {
  const prepared = new WeakMap<StoredResponse, PreparedHit>();
  const keeping = keepsHeads();
  const prepare = (stored: StoredResponse, age: number, ttl: number): PreparedHit => {
    const whole = withCacheStatus([...stored.fields, 'Age', String(age)], cacheStatusMember(name, { kind: 'hit', ttl }));
    const { status, reason } = stored.head;
    const hit = {
      age,
      ttl,
      whole: { status, reason, fields: whole, head: null },
      notModified: { status: 304, reason: 'Not Modified', fields: notModifiedFields(whole), head: null },
    };
    prepared.set(stored, hit);
    return hit;
  };
  // A range is of the bytes that are stored: codings would give it other positions (RFC 9110 §14.1.1).
  const formOf = (client: Client, stored: StoredResponse): StoredResponse =>
    encoding === null || client.asked.range !== null ? stored : encoding.choose(client.key, stored, acceptedCodings(client));
  return {
    hit: (client, whole, now) => {
      const stored = formOf(client, whole);
      const age = ageAt(stored, now);
      const ttl = Math.floor((stored.staleAt - now) / 1_000);
      const before = prepared.get(stored);
      const hit = before?.age === age && before.ttl === ttl ? before : prepare(stored, age, ttl);
      if (client.asked.range !== null || !keeping) send(client, stored, hit.whole.fields, now);
      else if (isNotModifiedFor(client, stored, now)) sendPrepared(client, hit.notModified, null);
      else sendPrepared(client, hit.whole, stored.body);
    },
    after: (client, whole, outcome, now) => {
      if (client.res.destroyed) return;
      const stored = formOf(client, whole);
      const fields = withCacheStatus([...stored.fields, 'Age', String(ageAt(stored, now))], cacheStatusMember(name, outcome));
      send(client, stored, fields, now);
    },
  };
}

/** Returns the Accept-Encoding that counts: who forbids a transformation takes the bytes as they are (RFC 9111 §5.2.1.6). */
export function acceptedCodings({ asked, policy }: Client): string | null {
  return policy.noTransform ? null : asked.acceptEncoding;
}

/** Sends an answer with the head that it had before, where it would be the same. A HEAD's differs where the length is not known. */
function sendPrepared(client: Client, answer: PreparedAnswer, body: Buffer | null): void {
  const { req, res, method } = client;
  const keeps = method === 'GET' && hasPlainHead(req, res);
  if (keeps && answer.head !== null && isOfServer(answer.head, res)) {
    sendKept(res, answer.head, answer.status, body);
  } else {
    sendWhole(client, answer.status, answer.reason, answer.fields, body);
    if (keeps) answer.head = keptHead(res);
  }
}

function send(client: Client, stored: StoredResponse, fields: Fields, now: number): void {
  const { asked, method } = client;
  const { head, body } = stored;
  if (isNotModifiedFor(client, stored, now)) {
    sendWhole(client, 304, 'Not Modified', notModifiedFields(fields), null);
  } else if (isGood(stored) && method === 'GET' && asked.range !== null) {
    sendRanges(client, stored, fields, asked.range, now);
  } else {
    sendWhole(client, head.status, head.reason, fields, body);
  }
}

function isGood({ head }: StoredResponse): boolean {
  return head.status === 200 || head.status === 206;
}

function isNotModifiedFor(client: Client, stored: StoredResponse, now: number): boolean {
  return isGood(stored) && wantsCheck(client) && isNotModified(client.asked, stored, fieldValue(stored.fields, 'date'), now);
}

/** Says whether the client sent a precondition that a cache evaluates (RFC 9111 §4.3.2). */
export function wantsCheck({ asked }: Client): boolean {
  return asked.ifNoneMatch !== null || asked.ifModifiedSince !== null;
}

/** Fields of the representation's bytes, which a 304 has none of (RFC 9110 §15.4.5); all others may have changed and are sent. */
const OF_THE_BYTES: ReadonlySet<string> = new Set([
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  ...CONTENT_DIGESTS,
]);

/** Returns the fields that a 304 carries. */
export function notModifiedFields(fields: Fields): readonly string[] {
  return filterFields(fields, (name) => !OF_THE_BYTES.has(name));
}

function sendRanges(client: Client, stored: StoredResponse, fields: Fields, range: string, now: number): void {
  const { part, body, head } = stored;
  const complete = part?.complete ?? body.byteLength;
  const applies = ifRangeHolds(client.asked.ifRange, stored, fieldValue(stored.fields, 'date'), now);
  const choice = chooseRanges(applies ? range : null, complete);
  switch (choice.kind) {
    case 'whole':
      sendWhole(client, head.status, head.reason, fields, body);
      return;
    case 'unsatisfiable': {
      sendUnsatisfiable(client, fields, complete);
      return;
    }
    case 'ranges': {
      const offset = part?.first ?? 0;
      const slice = ({ first, last }: ByteRange): Buffer => body.subarray(first - offset, last + 1 - offset);
      const [only, ...others] = choice.ranges;
      if (others.length > 0) sendMultipart(client, fields, choice.ranges, complete, slice);
      else sendPart(client, fields, only, complete, slice(only));
    }
  }
}

/** What the whole says of its bytes, of how long it keeps and what it is called by; a refusal of a part may not say so of itself. */
const OF_THE_WHOLE = /^(?:age|cache-groups|digest|etag|expires|last-modified|pragma|repr-digest|(?:.+-)?cache-control)$/;

/**
 * Answers a range that there is nothing of; `fields` are those of the whole. A cache on the way may store a 416 under the plain address
 * (RFC 9111 §3), where it would answer those who ask for no range: it must not.
 */
export function sendUnsatisfiable(client: Client, fields: Fields, complete: number): void {
  const refused = filterFields(notModifiedFields(fields), (name) => !OF_THE_WHOLE.test(name));
  const ranged = ['Content-Range', `bytes */${complete}`, 'Content-Length', '0', 'Cache-Control', 'no-store'];
  sendWhole(client, 416, 'Range Not Satisfiable', [...refused, ...ranged], null);
}

/** Returns the fields of one range, made of those of the whole. */
export function partFields(fields: Fields, { first, last }: ByteRange, complete: number): Fields {
  const ranged = replaceField(withoutDigests(fields), 'Content-Range', `bytes ${first}-${last}/${complete}`);
  return replaceField(ranged, 'Content-Length', String(last - first + 1));
}

/** RFC 9530 §2: a part is other content. The digests of the whole representation stay. */
function withoutDigests(fields: Fields): Fields {
  return filterFields(fields, (name) => !CONTENT_DIGESTS.has(name));
}

function sendPart(client: Client, fields: Fields, range: ByteRange, complete: number, bytes: Buffer): void {
  sendWhole(client, 206, 'Partial Content', partFields(fields, range, complete), bytes);
}

function sendMultipart(
  client: Client,
  fields: Fields,
  ranges: readonly ByteRange[],
  complete: number,
  slice: (range: ByteRange) => Buffer,
): void {
  const { contentType, bytes } = multipartByteranges(ranges, complete, fieldValue(fields, 'content-type'), slice);
  // RFC 9110 §15.3.7.2: the ranges stand in the parts, not in the head.
  const typed = replaceField(
    filterFields(withoutDigests(fields), (name) => name !== 'content-range'),
    'Content-Type',
    contentType,
  );
  sendWhole(client, 206, 'Partial Content', replaceField(typed, 'Content-Length', String(bytes.byteLength)), bytes);
}
