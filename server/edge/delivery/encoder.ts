/**
 * Compression: of stored bodies in advance, in the thread pool and a few at a time, and of bodies while they are streamed. A stored body
 * gets quick encodings when it is stored, so that its first hit is compressed, and the best ones at its first hit: most responses that a
 * crawler causes to be stored are never requested again.
 */
import { LRUCache } from 'lru-cache';
import { type Fields, fieldValue } from '../../message/field-lines.ts';
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
import { withEncodings } from '../response/encoded-variants.ts';
import type { EncodedVariant, StoredResponse } from '../response/stored-response.ts';
import { BEST, QUICK, STREAMING } from './compressors.ts';
import type { BodyEncoding } from './encoded-body.ts';

export interface EncodingRules {
  /** In order of preference, for clients that weight several equally. */
  readonly codings: readonly Coding[];
  /** Bytes below which a body is sent as identity: a coding would save less than a packet. */
  readonly minBytes: number;
  /** Stored bodies that are compressed at one time, for each quality. The thread pool is shared by the whole process. */
  readonly concurrency: number;
}

export const DEFAULT_ENCODING: EncodingRules = { codings: ['br', 'zstd', 'gzip'], minBytes: 1_000, concurrency: 2 };

/**
 * Bodies that wait for their quick encodings, in number and bytes: the queue retains them even when the store evicts them. Beyond the
 * bounds a body has no encoding before its first hit.
 */
const MAX_QUEUED = 64;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** Length of an `Accept-Encoding` that is cached: three times what browsers send. A client's may be as long as a request head. */
const LONGEST_CACHED = 100;

interface StreamEncoding {
  readonly fields: Fields;
  /** Null for identity. */
  readonly encoding: BodyEncoding | null;
}

export interface Encoder {
  /** Starts making the quick encodings of a response that has just been stored. */
  prepare(key: string, stored: StoredResponse): void;
  /** Returns the encoding of a stored response for a client. Starts making the best encodings where they are missing. */
  choose(key: string, stored: StoredResponse, acceptEncoding: string | null): StoredResponse;
  /** Returns what `choose` would, where it would start nothing: all encodings of the response are made, or none is due; otherwise null. */
  chooseMade(stored: StoredResponse, acceptEncoding: string | null): StoredResponse | null;
  /** Returns fields and coding of a streamed response for a client. */
  stream(head: EncodableHead, fields: Fields, acceptEncoding: string | null): StreamEncoding;
}

export interface EncoderOptions {
  /** Replaces a stored response by one with encodings. False when it is no longer stored. */
  readonly replace: (key: string, before: StoredResponse, after: StoredResponse) => boolean;
  /** Called when encodings have been stored. */
  readonly onEncoded: (key: string, quality: 'quick' | 'best') => void;
  readonly onError: (key: string, cause: unknown) => void;
}

/** Makes the encoder of one edge. */
export function createEncoder(rules: EncodingRules, options: EncoderOptions): Encoder {
  const accepted = acceptedCodingsReader();
  const compression = createCompression(rules, options);
  return {
    prepare: (key, stored) => {
      if (stored.encodings === null) compression.quick(key, markEncodable(key, stored, rules, options));
    },
    choose: (key, identity, acceptEncoding) => {
      const stored = identity.encodings === null ? markEncodable(key, identity, rules, options) : identity;
      const { encodings } = stored;
      if (encodings === null) return stored;
      if (encodings[0]?.quality !== 'best') compression.best(key, stored);
      return chosen(stored, encodings, accepted(acceptEncoding));
    },
    chooseMade: (stored, acceptEncoding) => {
      const { encodings } = stored;
      if (encodings === null) return null;
      const isMade = encodings.length === 0 ? !isWorthEncoding(stored, rules) : encodings[0]?.quality === 'best';
      return isMade ? chosen(stored, encodings, accepted(acceptEncoding)) : null;
    },
    stream: (head, fields, acceptEncoding) => {
      if (!isEncodable(head, fields) || Number(fieldValue(fields, 'content-length') ?? Infinity) < rules.minBytes) {
        return { fields, encoding: null };
      }
      const coding = chooseCoding(accepted(acceptEncoding), rules.codings);
      if (coding === null) return { fields: varyingByEncoding(fields), encoding: null };
      const encoded = encodedFields(fields, coding, { length: null, isReproducible: false });
      return { fields: encoded, encoding: { coding, create: STREAMING[coding] } };
    },
  };
}

/** Returns the encoding that a client prefers among those that are made. */
function chosen(stored: StoredResponse, encodings: readonly EncodedVariant[], codings: AcceptedCodings): StoredResponse {
  if (encodings.length === 0) return stored;
  const coding = chooseCoding(
    codings,
    encodings.map((variant) => variant.coding),
  );
  return encodings.find((variant) => variant.coding === coding)?.response ?? stored;
}

function isWorthEncoding({ body, head, fields }: StoredResponse, { minBytes }: EncodingRules): boolean {
  return body.byteLength >= minBytes && isEncodable(head, fields);
}

/** Decides once for each response whether it will have encodings, so that `Vary` names Accept-Encoding before they are made. */
function markEncodable(key: string, stored: StoredResponse, rules: EncodingRules, { replace }: EncoderOptions): StoredResponse {
  const after = isWorthEncoding(stored, rules) ? withEncodings(stored, []) : { ...stored, encodings: [] };
  replace(key, stored, after);
  return after;
}

interface Compression {
  quick(key: string, stored: StoredResponse): void;
  best(key: string, stored: StoredResponse): void;
}

function createCompression(rules: EncodingRules, { replace, onEncoded, onError }: EncoderOptions): Compression {
  // By body, because the head may be replaced meanwhile.
  const [quickStarted, bestStarted] = [new WeakSet<Buffer>(), new WeakSet<Buffer>()];
  const queue: { readonly key: string; readonly stored: StoredResponse }[] = [];
  const running = { quick: 0, best: 0 };
  let queuedBytes = 0;
  const encode = async (key: string, stored: StoredResponse, quality: 'quick' | 'best'): Promise<void> => {
    const compress = quality === 'quick' ? QUICK : BEST;
    try {
      const bodies = await Promise.all(
        rules.codings.map(async (coding) => ({ coding, quality, body: await compress[coding](stored.body) })),
      );
      if (replace(key, stored, withEncodings(stored, bodies))) onEncoded(key, quality);
      // The response was updated meanwhile: its next hit tries again.
      else if (quality === 'best') bestStarted.delete(stored.body);
    } catch (thrown) {
      onError(key, thrown);
    } finally {
      if (quality === 'quick') quickStarted.delete(stored.body);
    }
  };
  // A loop: a chain of promises, each waiting for the one before, would retain every body under a load without pauses.
  const encodeQueued = async (): Promise<void> => {
    running.quick += 1;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      queuedBytes -= next.stored.body.byteLength;
      await encode(next.key, next.stored, 'quick');
    }
    running.quick -= 1;
  };
  const encodeBest = async (key: string, stored: StoredResponse): Promise<void> => {
    running.best += 1;
    await encode(key, stored, 'best');
    running.best -= 1;
  };
  return {
    quick: (key, stored) => {
      const { byteLength } = stored.body;
      if (!isWorthEncoding(stored, rules) || queue.length >= MAX_QUEUED || queuedBytes + byteLength > MAX_QUEUED_BYTES) return;
      quickStarted.add(stored.body);
      queuedBytes += byteLength;
      queue.push({ key, stored });
      if (running.quick < rules.concurrency) void encodeQueued();
    },
    best: (key, stored) => {
      // Beyond the concurrency, and while its quick encodings are being made, a response waits for its next hit.
      if (running.best >= rules.concurrency || bestStarted.has(stored.body) || quickStarted.has(stored.body)) return;
      bestStarted.add(stored.body);
      if (isWorthEncoding(stored, rules)) void encodeBest(key, stored);
    },
  };
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
