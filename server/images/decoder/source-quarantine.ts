/**
 * Sources whose bytes have ended a decoder, or kept one beyond its time. What one derivative did, the two hundred others would do as
 * well, and a visitor may ask for each: so none is begun for some minutes, longer each time. After that one trial at a time is let
 * through. Time goes by the size of the result too, so of what took too long those less than half as wide are begun all the same: a source
 * that is slow at every width costs four such times. Lost with the process; a crash then costs its one or two decoders again.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/codes.ts';
import { Refusal } from '../refusal.ts';

export interface SourceQuarantineOptions {
  /** Milliseconds for which a source is refused the first time; twice as many each further time. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Most sources remembered; beyond them the one accused longest ago is forgotten. */
  readonly most: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
}

interface Suspect {
  readonly error: AppError;
  readonly times: number;
  readonly until: number;
  /** Pixels; narrower results are no concern of it. */
  readonly narrowest: number;
  isTried: boolean;
}

/** Everything else is an answer of a decoder that is well, or has nothing to do with the source. */
const SUSPICIOUS: ReadonlySet<ErrorCode> = new Set(['IMAGE_DECODER_FAILED', 'BACKEND_TIMEOUT']);

/** Suspected sources, by what stands for their present bytes. */
export class SourceQuarantine {
  readonly #options: SourceQuarantineOptions;
  readonly #suspects: LRUCache<string, Suspect>;

  constructor(options: SourceQuarantineOptions) {
    this.#options = options;
    this.#suspects = new LRUCache({ max: options.most });
  }

  /**
   * Asks for a result of `width` pixels.
   * @throws Refusal with the code of what the source did, while it is refused or its one trial is under way.
   */
  check(source: string, width: number): void {
    const suspect = this.#suspects.peek(source);
    if (suspect === undefined || width < suspect.narrowest) return;
    if (suspect.isTried || this.#options.now() < suspect.until) throw Refusal.after(suspect.error, 'suspect source');
  }

  /** Runs the decoding of a source and learns from how it ends. @throws Refusal as `check`, or what `decode` throws */
  async run<T>(source: string, width: number, decode: () => Promise<T>): Promise<T> {
    this.check(source, width);
    const suspect = this.#suspects.peek(source);
    const trial = suspect === undefined || width < suspect.narrowest ? undefined : suspect;
    if (trial !== undefined) trial.isTried = true;
    try {
      const result = await decode();
      if (trial !== undefined) this.#suspects.delete(source);
      return result;
    } catch (error) {
      // Of two that ran side by side, the first has said it.
      if (error instanceof AppError && SUSPICIOUS.has(error.code) && this.#suspects.peek(source) === suspect)
        this.#accuse(source, width, error);
      throw error;
    } finally {
      if (trial !== undefined) trial.isTried = false;
    }
  }

  #accuse(source: string, width: number, error: AppError): void {
    const { firstMs, longestMs, now } = this.#options;
    const before = this.#suspects.peek(source);
    const times = (before?.times ?? 0) + 1;
    const narrowest = error.code === 'BACKEND_TIMEOUT' ? Math.min(width / 2, before?.narrowest ?? width) : 0;
    const until = now() + Math.min(firstMs * 2 ** (times - 1), longestMs);
    this.#suspects.set(source, { error, times, until, narrowest, isTried: false });
  }
}
