/** Compression: of stored bodies ahead, in the thread pool and a few at a time, and of streams as they pass. */
import { promisify } from 'node:util';
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  type Gzip,
  gzip,
  type ZstdCompress,
  zstdCompress,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import {
  type AcceptedCodings,
  type Coding,
  chooseCoding,
  codedFields,
  isEncodable,
  parseAcceptEncoding,
  varyingByCoding,
} from './encoding.ts';
import { type Fields, fieldValue } from './fields.ts';
import { withForms } from './forms.ts';
import type { StoredResponse } from './stored-response.ts';

export interface EncodingRules {
  /** In order of preference, for clients that like several equally. */
  readonly codings: readonly Coding[];
  /** Bytes below which a body is sent as it is: a coding would save less than a packet. */
  readonly minBytes: number;
  /** Stored bodies that are compressed at one time; the thread pool is everybody's. */
  readonly concurrency: number;
}

export const DEFAULT_ENCODING: EncodingRules = { codings: ['br', 'zstd', 'gzip'], minBytes: 1_000, concurrency: 2 };

export type EncodingStream = BrotliCompress | Gzip | ZstdCompress;

/** Quality of what is made once and sent often. Brotli's highest costs ten times the one before it for a few bytes in a hundred. */
const AHEAD: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  zstd: (body) => promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 15 } }),
};

/** Quality of what is made while a client waits. */
const STREAMING: Readonly<Record<Coding, () => EncodingStream>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};

interface CodedStream {
  readonly fields: Fields;
  /** Makes the compressor; null for identity. */
  readonly encoder: (() => EncodingStream) | null;
}

export interface Encoding {
  /** The form of a stored response that the client gets. Starts the making of the forms that are not there yet. */
  choose(key: string, stored: StoredResponse, acceptEncoding: string | null): StoredResponse;
  /** How a response under way is sent to a client. */
  stream(status: number, fields: Fields, acceptEncoding: string | null): CodedStream;
}

export interface EncodingOptions {
  /** Puts a response with its forms in the place of the one without; false when that is no longer there. */
  readonly replace: (key: string, before: StoredResponse, after: StoredResponse) => boolean;
  readonly onError: (key: string, cause: unknown) => void;
}

/** Makes the encoding of one edge. */
export function createEncoding(rules: EncodingRules, { replace, onError }: EncodingOptions): Encoding {
  const parsed = new LRUCache<string, AcceptedCodings>({ max: 200 });
  const started = new WeakSet<Buffer>();
  let running = 0;
  // Requests come in runs of one browser's or one proxy's: the last value is asked for first.
  let lastValue: string | null = null;
  let last = parseAcceptEncoding(null);
  const accepted = (value: string | null): AcceptedCodings => {
    if (value === lastValue) return last;
    const known = parsed.get(value ?? '') ?? parseAcceptEncoding(value);
    parsed.set(value ?? '', known);
    lastValue = value;
    last = known;
    return known;
  };
  const prepare = async (key: string, stored: StoredResponse): Promise<void> => {
    started.add(stored.body);
    running += 1;
    try {
      const bodies = await Promise.all(rules.codings.map(async (coding) => ({ coding, body: await AHEAD[coding](stored.body) })));
      // It was updated meanwhile: its next hit tries again.
      if (!replace(key, stored, withForms(stored, bodies))) started.delete(stored.body);
    } catch (thrown) {
      onError(key, thrown);
    } finally {
      running -= 1;
    }
  };
  /** Decides once for each response whether it will have forms; `Vary` says so before they are made. */
  const marked = (key: string, stored: StoredResponse): StoredResponse => {
    const { body, head, fields } = stored;
    const encodable = body.byteLength >= rules.minBytes && isEncodable(head.status, fields);
    if (!encodable) started.add(body);
    const after = encodable ? withForms(stored, []) : { ...stored, forms: [] };
    replace(key, stored, after);
    return after;
  };
  return {
    choose: (key, whole, acceptEncoding) => {
      const stored = whole.forms === null ? marked(key, whole) : whole;
      const { forms, body } = stored;
      // More than that at one time wait for the next hit of theirs.
      if (forms === null || forms.length === 0) {
        if (running < rules.concurrency && !started.has(body)) void prepare(key, stored);
        return stored;
      }
      const coding = chooseCoding(
        accepted(acceptEncoding),
        forms.map((form) => form.coding),
      );
      return forms.find((form) => form.coding === coding)?.response ?? stored;
    },
    stream: (status, fields, acceptEncoding) => {
      if (!isEncodable(status, fields) || Number(fieldValue(fields, 'content-length') ?? Infinity) < rules.minBytes) {
        return { fields, encoder: null };
      }
      const coding = chooseCoding(accepted(acceptEncoding), rules.codings);
      if (coding === null) return { fields: varyingByCoding(fields), encoder: null };
      return { fields: codedFields(fields, coding, 'streamed'), encoder: STREAMING[coding] };
    },
  };
}
