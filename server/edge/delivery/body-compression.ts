/**
 * Makes the encodings of stored bodies, in the thread pool and a few at a time. A body gets quick ones when it is stored, so that its first
 * hit is compressed: those that clients are being sent, and others; any other coding when a client prefers it; and the best one of a coding only after some hits in that coding: most
 * responses that a crawler causes to be stored are never requested again, and others only by clients of one coding.
 */
import type { Coding } from '../response/content-coding.ts';
import type { EncodedVariant, StoredResponse } from '../response/stored-response.ts';
import { withEncodings } from '../response/stored-response.ts';
import { BEST, QUICK } from './compressors.ts';
import type { StreamedEncodings } from './encoded-body.ts';
import { type BodyCompression, type EncodingRules, isWorthEncoding, type ReplaceStored } from './encoder.ts';

/** Zstandard is made only for clients that take no Brotli, which is never larger (measured) and which nearly all take. */
const WHEN_STORED: ReadonlySet<Coding> = new Set(['br', 'gzip']);

/**
 * Hits in a coding before its best encoding is made. Ours: that of a page takes as much time as several hundred hits and saves 0.7 KB in
 * each one that follows.
 */
const HITS_BEFORE_BEST = 8;

/**
 * Bodies that wait for their quick encodings, in number and bytes: the queue retains them even when the store evicts them. Beyond the
 * bounds a body has no encoding before its first hit.
 */
const MAX_QUEUED = 64;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

export interface CompressionOptions {
  readonly replace: ReplaceStored;
  /** Called when encodings have been stored. */
  readonly onEncoded: (key: string, quality: EncodedVariant['quality']) => void;
  readonly onError: (key: string, cause: unknown) => void;
}

type Quality = EncodedVariant['quality'];

/** The encodings of one body. */
interface BodyState {
  /** True from the moment at which encodings wait in the queue or are being made: one job at a time, because each replaces the response. */
  isBusy: boolean;
  /** Hits since the quick encoding, by coding. */
  readonly hits: Map<Coding, number>;
  /** Codings that are not shorter than the body, or failed. */
  readonly refused: Set<Coding>;
}

interface Job {
  readonly key: string;
  readonly stored: StoredResponse;
  readonly codings: readonly Coding[];
  readonly quality: Quality;
  readonly streamed: StreamedEncodings | null;
}

/** Makes the compression of one edge. */
export function createBodyCompression(rules: EncodingRules, options: CompressionOptions): BodyCompression {
  // By body, because the head may be replaced meanwhile.
  const states = new WeakMap<Buffer, BodyState>();
  const stateOf = ({ body }: StoredResponse): BodyState => {
    const known = states.get(body) ?? { isBusy: false, hits: new Map(), refused: new Set() };
    states.set(body, known);
    return known;
  };
  const run = async (job: Job): Promise<void> => {
    const state = stateOf(job.stored);
    await encode(job, rules, options, state.refused);
    state.isBusy = false;
  };
  const isOver = (stored: StoredResponse, coding: Coding): boolean => {
    const { refused } = stateOf(stored);
    if (!refused.has(coding) && !isWorthEncoding(stored, rules)) refused.add(coding);
    return refused.has(coding);
  };
  const queue = createQueue(rules.concurrency, run);
  const codingsWhenStored = rules.codings.filter((coding) => WHEN_STORED.has(coding));
  let running = 0;
  const runNow = async (job: Job): Promise<void> => {
    running += 1;
    await run(job);
    running -= 1;
  };
  return {
    isOver,
    stored: (key, stored, streamed) => {
      if (!isWorthEncoding(stored, rules)) return;
      const state = stateOf(stored);
      state.isBusy = queue({ key, stored, codings: codingsWhenStored, quality: 'quick', streamed });
    },
    wanted: (key, stored, coding) => {
      if (isOver(stored, coding)) return;
      const state = stateOf(stored);
      const quality = dueQuality(stored, coding, state);
      // Beyond the concurrency, and while another job has the body, it waits for its next hit.
      if (quality === null || state.isBusy || running >= rules.concurrency) return;
      state.isBusy = true;
      void runNow({ key, stored, codings: [coding], quality, streamed: null });
    },
  };
}

/** Counts a hit, and returns what is to be made of the coding now. */
function dueQuality({ encodings }: StoredResponse, coding: Coding, { hits }: BodyState): Quality | null {
  if (encodings?.some((variant) => variant.coding === coding) !== true) return 'quick';
  const count = (hits.get(coding) ?? 0) + 1;
  hits.set(coding, count);
  return count < HITS_BEFORE_BEST ? null : 'best';
}

/** Makes encodings and stores them beside those that the response has. Never rejects. A response that was updated meanwhile stays as it is. */
async function encode(
  job: Job,
  rules: EncodingRules,
  { replace, onEncoded, onError }: CompressionOptions,
  refused: Set<Coding>,
): Promise<void> {
  const { key, stored, codings, quality, streamed } = job;
  const compress = quality === 'quick' ? QUICK : BEST;
  const make = async (coding: Coding): Promise<Buffer> => (await streamed?.made(coding)) ?? compress[coding](stored.body);
  try {
    const made = await Promise.all(codings.map(async (coding) => ({ coding, quality, body: await make(coding) })));
    const kept = (stored.encodings ?? []).map((variant) => ({ ...variant, body: variant.response.body }));
    const after = withEncodings(
      stored,
      rules.codings.flatMap((coding) => [...made, ...kept].find((variant) => variant.coding === coding) ?? []),
    );
    for (const coding of codings) if (after.encodings?.some((variant) => variant.coding === coding) !== true) refused.add(coding);
    if (replace(key, stored, after)) onEncoded(key, quality);
  } catch (thrown) {
    for (const coding of codings) refused.add(coding);
    onError(key, thrown);
  }
}

/** Makes a queue of jobs, `concurrency` of them at a time; it returns false for a job that finds no room. */
function createQueue(concurrency: number, run: (job: Job) => Promise<void>): (job: Job) => boolean {
  const queue: Job[] = [];
  let queuedBytes = 0;
  let running = 0;
  // A loop: a chain of promises, each waiting for the one before, would retain every body under a load without pauses.
  const runQueued = async (): Promise<void> => {
    running += 1;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      queuedBytes -= next.stored.body.byteLength;
      await run(next);
    }
    running -= 1;
  };
  return (job) => {
    const { byteLength } = job.stored.body;
    if (job.codings.length === 0 || queue.length >= MAX_QUEUED || queuedBytes + byteLength > MAX_QUEUED_BYTES) return false;
    queuedBytes += byteLength;
    queue.push(job);
    if (running < concurrency) void runQueued();
    return true;
  };
}
