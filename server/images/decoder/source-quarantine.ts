/**
 * The quarantine of sources that have crashed a decoder or exceeded its time limit. The two hundred other derivatives of such a source would
 * do the same, and a visitor may request each, so for some minutes, longer each time, none is made. After that one trial at a time is
 * allowed. The time also depends on the size of the result, so after a time-out results less than half as wide are still made: a source that
 * is slow at every width costs four time-outs. The quarantine is kept in memory; after a restart a source costs one or two decoders again.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/codes.ts';
import { Refusal } from '../refusal.ts';

export interface SourceQuarantineOptions {
  /** Milliseconds of the first quarantine of a source; each further one is twice as long. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Number of sources kept; beyond it the oldest is dropped. */
  readonly most: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

interface Quarantined {
  readonly error: AppError;
  readonly times: number;
  readonly until: number;
  /** Pixels; narrower results are allowed. */
  readonly narrowest: number;
  isTried: boolean;
}

/** Errors that lead to quarantine. All others are answers of a working decoder or do not depend on the source. */
const QUARANTINED_FOR: ReadonlySet<ErrorCode> = new Set(['IMAGE_DECODER_FAILED', 'BACKEND_TIMEOUT']);

/** Quarantined sources by the identity of their current bytes. */
export class SourceQuarantine {
  readonly #options: SourceQuarantineOptions;
  readonly #sources: LRUCache<string, Quarantined>;

  constructor(options: SourceQuarantineOptions) {
    this.#options = options;
    this.#sources = new LRUCache({ max: options.most });
  }

  /**
   * Checks whether a result of `width` pixels may be made.
   * @throws Refusal with the code of the source's error, during its quarantine and while its one trial runs
   */
  check(source: string, width: number): void {
    const quarantined = this.#sources.peek(source);
    if (quarantined === undefined || width < quarantined.narrowest) return;
    if (quarantined.isTried || this.#options.now() < quarantined.until) throw Refusal.after(quarantined.error, 'suspect source');
  }

  /** Runs the decoding of a source, and quarantines the source by its error. @throws Refusal as `check`, or the error of `decode` */
  async run<T>(source: string, width: number, decode: () => Promise<T>): Promise<T> {
    this.check(source, width);
    const quarantined = this.#sources.peek(source);
    const trial = quarantined === undefined || width < quarantined.narrowest ? undefined : quarantined;
    if (trial !== undefined) trial.isTried = true;
    try {
      const result = await decode();
      if (trial !== undefined) this.#sources.delete(source);
      return result;
    } catch (error) {
      // Only the first of two concurrent failures counts.
      if (error instanceof AppError && QUARANTINED_FOR.has(error.code) && this.#sources.peek(source) === quarantined)
        this.#quarantine(source, width, error);
      throw error;
    } finally {
      if (trial !== undefined) trial.isTried = false;
    }
  }

  #quarantine(source: string, width: number, error: AppError): void {
    const { firstMs, longestMs, now } = this.#options;
    const before = this.#sources.peek(source);
    const times = (before?.times ?? 0) + 1;
    const narrowest = error.code === 'BACKEND_TIMEOUT' ? Math.min(width / 2, before?.narrowest ?? width) : 0;
    const until = now() + Math.min(firstMs * 2 ** (times - 1), longestMs);
    this.#sources.set(source, { error, times, until, narrowest, isTried: false });
  }
}
