/**
 * Compression: of stored bodies ahead, in the thread pool and a few at a time, and of streams as they pass. A stored body gets quick forms
 * as soon as it is stored, so that its first hit is small already, and the best ones with its first hit: most of what is stored by a walk
 * through the site is never asked for again.
 */
import { LRUCache } from 'lru-cache';
import { type Fields, fieldValue } from '../../message/field-lines.ts';
import {
  type AcceptedCodings,
  type Coding,
  chooseCoding,
  codedFields,
  type EncodableHead,
  isEncodable,
  parseAcceptEncoding,
  varyingByCoding,
} from '../response/content-coding.ts';
import { withForms } from '../response/encoded-variants.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import { BEST, QUICK, STREAMING } from './compressors.ts';
import type { Coder } from './encoded-body.ts';

export interface EncodingRules {
  /** In order of preference, for clients that like several equally. */
  readonly codings: readonly Coding[];
  /** Bytes below which a body is sent as it is: a coding would save less than a packet. */
  readonly minBytes: number;
  /** Stored bodies that are compressed at one time, each way; the thread pool is everybody's. */
  readonly concurrency: number;
}

export const DEFAULT_ENCODING: EncodingRules = { codings: ['br', 'zstd', 'gzip'], minBytes: 1_000, concurrency: 2 };

/** Bodies that wait for their quick forms, and their bytes: evicted meanwhile, they would be held by the queue alone. One more goes without until its first hit. */
const MAX_QUEUED = 64;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** Characters of an `Accept-Encoding` that is remembered, thrice what browsers send; a stranger's may be as long as a request's head. */
const LONGEST_REMEMBERED = 100;

interface CodedStream {
  readonly fields: Fields;
  /** Null for identity. */
  readonly coder: Coder | null;
}

export interface Encoding {
  /** Takes note of what has just been stored: its quick forms are made next. */
  prepare(key: string, stored: StoredResponse): void;
  /** The form of a stored response that the client gets. Starts the making of the best forms where they are not there yet. */
  choose(key: string, stored: StoredResponse, acceptEncoding: string | null): StoredResponse;
  /** How a response under way is sent to a client. */
  stream(head: EncodableHead, fields: Fields, acceptEncoding: string | null): CodedStream;
}

export interface EncodingOptions {
  /** Puts a response with its forms in the place of the one without; false when that is no longer there. */
  readonly replace: (key: string, before: StoredResponse, after: StoredResponse) => boolean;
  /** Called when forms are in the store. */
  readonly onForms: (key: string, quality: 'quick' | 'best') => void;
  readonly onError: (key: string, cause: unknown) => void;
}

/** Makes the encoding of one edge. */
export function createEncoding(rules: EncodingRules, options: EncodingOptions): Encoding {
  const accepted = acceptReader();
  const making = createMaking(rules, options);
  return {
    prepare: (key, stored) => {
      if (stored.forms === null) making.quick(key, marked(key, stored, rules, options));
    },
    choose: (key, whole, acceptEncoding) => {
      const stored = whole.forms === null ? marked(key, whole, rules, options) : whole;
      const { forms } = stored;
      if (forms === null) return stored;
      if (forms[0]?.quality !== 'best') making.best(key, stored);
      if (forms.length === 0) return stored;
      const coding = chooseCoding(
        accepted(acceptEncoding),
        forms.map((form) => form.coding),
      );
      return forms.find((form) => form.coding === coding)?.response ?? stored;
    },
    stream: (head, fields, acceptEncoding) => {
      if (!isEncodable(head, fields) || Number(fieldValue(fields, 'content-length') ?? Infinity) < rules.minBytes) {
        return { fields, coder: null };
      }
      const coding = chooseCoding(accepted(acceptEncoding), rules.codings);
      if (coding === null) return { fields: varyingByCoding(fields), coder: null };
      return { fields: codedFields(fields, coding, { length: null, exact: false }), coder: { coding, make: STREAMING[coding] } };
    },
  };
}

function isCodable({ body, head, fields }: StoredResponse, { minBytes }: EncodingRules): boolean {
  return body.byteLength >= minBytes && isEncodable(head, fields);
}

/** Decides once for each response whether it will have forms; `Vary` says so before they are made. */
function marked(key: string, stored: StoredResponse, rules: EncodingRules, { replace }: EncodingOptions): StoredResponse {
  const after = isCodable(stored, rules) ? withForms(stored, []) : { ...stored, forms: [] };
  replace(key, stored, after);
  return after;
}

interface Making {
  quick(key: string, stored: StoredResponse): void;
  best(key: string, stored: StoredResponse): void;
}

function createMaking(rules: EncodingRules, { replace, onForms, onError }: EncodingOptions): Making {
  // By the body: its head may be replaced meanwhile.
  const [quickened, bettered] = [new WeakSet<Buffer>(), new WeakSet<Buffer>()];
  const queue: { readonly key: string; readonly stored: StoredResponse }[] = [];
  const running = { quick: 0, best: 0 };
  let queuedBytes = 0;
  const make = async (key: string, stored: StoredResponse, quality: 'quick' | 'best'): Promise<void> => {
    const begun = quality === 'quick' ? quickened : bettered;
    const compress = quality === 'quick' ? QUICK : BEST;
    try {
      const bodies = await Promise.all(
        rules.codings.map(async (coding) => ({ coding, quality, body: await compress[coding](stored.body) })),
      );
      if (replace(key, stored, withForms(stored, bodies))) onForms(key, quality);
      // It was updated meanwhile: its next hit tries again.
      else if (quality === 'best') begun.delete(stored.body);
    } catch (thrown) {
      onError(key, thrown);
    } finally {
      if (quality === 'quick') quickened.delete(stored.body);
    }
  };
  // A loop, not a chain of each waiting for the next: under a load that never pauses the chain would keep all the bodies it has seen.
  const makeQueued = async (): Promise<void> => {
    running.quick += 1;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      queuedBytes -= next.stored.body.byteLength;
      await make(next.key, next.stored, 'quick');
    }
    running.quick -= 1;
  };
  const makeBest = async (key: string, stored: StoredResponse): Promise<void> => {
    running.best += 1;
    await make(key, stored, 'best');
    running.best -= 1;
  };
  return {
    quick: (key, stored) => {
      const { byteLength } = stored.body;
      if (!isCodable(stored, rules) || queue.length >= MAX_QUEUED || queuedBytes + byteLength > MAX_QUEUED_BYTES) return;
      quickened.add(stored.body);
      queuedBytes += byteLength;
      queue.push({ key, stored });
      if (running.quick < rules.concurrency) void makeQueued();
    },
    best: (key, stored) => {
      // More than that at one time wait for the next hit of theirs, and those that are being made quickly for the end of that.
      if (running.best >= rules.concurrency || bettered.has(stored.body) || quickened.has(stored.body)) return;
      bettered.add(stored.body);
      if (isCodable(stored, rules)) void makeBest(key, stored);
    },
  };
}

/** Reads `Accept-Encoding`, of which there are few different values. */
function acceptReader(): (value: string | null) => AcceptedCodings {
  const parsed = new LRUCache<string, AcceptedCodings>({ max: 200 });
  // Requests come in runs of one browser's or one proxy's: the last value is asked for first.
  let lastValue: string | null = null;
  let last = parseAcceptEncoding(null);
  return (value) => {
    if (value === lastValue) return last;
    if (value !== null && value.length > LONGEST_REMEMBERED) return parseAcceptEncoding(value);
    const known = parsed.get(value ?? '') ?? parseAcceptEncoding(value);
    parsed.set(value ?? '', known);
    lastValue = value;
    last = known;
    return known;
  };
}
