/** Chooses the content coding of each response: among the encodings of a stored one, and for a body while it is streamed. */
import { LRUCache } from 'lru-cache';
import { contentLengthOf } from '../../message/content-framing.ts';
import type { Fields } from '../../message/field-lines.ts';
import {
  type AcceptedCodings,
  type Coding,
  chooseCoding,
  type EncodableHead,
  encodedFields,
  isEncodable,
  parseAcceptEncoding,
  varyingByEncoding,
} from '../response/content-coding.ts';
import type { EncodedVariant, StoredResponse } from '../response/stored-response.ts';
import { withEncodings } from '../response/stored-response.ts';
import { STREAMING } from './compressors.ts';
import type { BodyEncoding, StreamedEncodings } from './encoded-body.ts';

export interface EncodingRules {
  /** In order of preference, for clients that weight several equally. */
  readonly codings: readonly Coding[];
  /** Bytes below which a body is sent as identity: a coding would save less than a packet. */
  readonly minBytes: number;
  /** Stored bodies that are compressed at one time, for each quality. The thread pool is shared by the whole process. */
  readonly concurrency: number;
}

export const DEFAULT_ENCODING: EncodingRules = { codings: ['br', 'zstd', 'gzip'], minBytes: 1_000, concurrency: 2 };

/** Length of an `Accept-Encoding` that is cached: three times what browsers send. A client's may be as long as a request head. */
const LONGEST_CACHED = 100;

interface StreamEncoding {
  readonly fields: Fields;
  /** Null for identity. */
  readonly encoding: BodyEncoding | null;
}

/** Replaces a stored response by one with encodings. False when it is no longer stored. */
export type ReplaceStored = (key: string, before: StoredResponse, after: StoredResponse) => boolean;

/** Makes encodings of stored bodies (body-compression.ts). */
export interface BodyCompression {
  /** Takes in a response that has just been stored, and what was made of its body on the way to clients. */
  stored(key: string, stored: StoredResponse, streamed: StreamedEncodings | null): void;
  /** Takes in a hit of a client that prefers this coding, of which the best encoding is not made. */
  wanted(key: string, stored: StoredResponse, coding: Coding): void;
  /** Says whether nothing more will be made of this body in this coding. */
  isOver(stored: StoredResponse, coding: Coding): boolean;
}

export interface Encoder {
  /** Starts making the quick encodings of a response that has just been stored; those of its body that clients are sent are taken. */
  prepare(key: string, stored: StoredResponse, streamed: StreamedEncodings | null): void;
  /** Returns the encoding of a stored response for a client. Starts making the one that the client prefers where it is due. */
  choose(key: string, stored: StoredResponse, acceptEncoding: string | null): StoredResponse;
  /** Returns what `choose` would, where it would start nothing: the encoding of this client is the best one, or none is due; otherwise null. */
  chooseMade(stored: StoredResponse, acceptEncoding: string | null): StoredResponse | null;
  /** Returns fields and coding of a streamed response for a client. */
  stream(head: EncodableHead, fields: Fields, acceptEncoding: string | null): StreamEncoding;
}

/** Makes the encoder of one edge. */
export function createEncoder(rules: EncodingRules, compression: BodyCompression, replace: ReplaceStored): Encoder {
  const accepted = acceptedCodingsReader();
  return {
    prepare: (key, stored, streamed) => {
      if (stored.encodings === null) compression.stored(key, markEncodable(key, stored, rules, replace), streamed);
    },
    choose: (key, identity, acceptEncoding) => {
      const stored = identity.encodings === null ? markEncodable(key, identity, rules, replace) : identity;
      const { encodings } = stored;
      if (encodings === null) return stored;
      const codings = accepted(acceptEncoding);
      const preferred = chooseCoding(codings, rules.codings);
      if (preferred === null) return stored;
      const made = encodings.find((variant) => variant.coding === preferred);
      if (made?.quality !== 'best') compression.wanted(key, stored, preferred);
      return (made ?? madeFor(codings, encodings))?.response ?? stored;
    },
    chooseMade: (stored, acceptEncoding) => {
      const { encodings } = stored;
      if (encodings === null) return null;
      const codings = accepted(acceptEncoding);
      const preferred = chooseCoding(codings, rules.codings);
      if (preferred === null) return stored;
      const made = encodings.find((variant) => variant.coding === preferred);
      if (made?.quality !== 'best' && !compression.isOver(stored, preferred)) return null;
      return (made ?? madeFor(codings, encodings))?.response ?? stored;
    },
    stream: (head, fields, acceptEncoding) => {
      if (!isEncodable(head, fields) || (contentLengthOf(fields) ?? Infinity) < rules.minBytes) {
        return { fields, encoding: null };
      }
      const coding = chooseCoding(accepted(acceptEncoding), rules.codings);
      if (coding === null) return { fields: varyingByEncoding(fields), encoding: null };
      const encoded = encodedFields(fields, coding, { length: null, isReproducible: false });
      return { fields: encoded, encoding: { coding, create: STREAMING[coding] } };
    },
  };
}

/** Returns what a client gets while the encoding that it prefers is not made. */
function madeFor(codings: AcceptedCodings, encodings: readonly EncodedVariant[]): EncodedVariant | undefined {
  const coding = chooseCoding(
    codings,
    encodings.map((variant) => variant.coding),
  );
  return encodings.find((variant) => variant.coding === coding);
}

/** Says whether a stored body is long enough and of a type that gets shorter. */
export function isWorthEncoding({ body, head, fields }: StoredResponse, { minBytes }: EncodingRules): boolean {
  return body.byteLength >= minBytes && isEncodable(head, fields);
}

/** Decides once for each response whether it will have encodings, so that `Vary` names Accept-Encoding before they are made. */
function markEncodable(key: string, stored: StoredResponse, rules: EncodingRules, replace: ReplaceStored): StoredResponse {
  const after = isWorthEncoding(stored, rules) ? withEncodings(stored, []) : { ...stored, encodings: [] };
  replace(key, stored, after);
  return after;
}

/** Reads `Accept-Encoding` with a cache, because it has few different values. */
function acceptedCodingsReader(): (value: string | null) => AcceptedCodings {
  const parsed = new LRUCache<string, AcceptedCodings>({ max: 200 });
  // Consecutive requests often come from one browser or proxy, so the last value is compared first.
  let lastValue: string | null = null;
  let last = parseAcceptEncoding(null);
  return (value) => {
    if (value === lastValue) return last;
    if (value !== null && value.length > LONGEST_CACHED) return parseAcceptEncoding(value);
    const known = parsed.get(value ?? '') ?? parseAcceptEncoding(value);
    parsed.set(value ?? '', known);
    lastValue = value;
    last = known;
    return known;
  };
}
