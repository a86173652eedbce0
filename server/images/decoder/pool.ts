/**
 * A pool of decoder processes, started on demand and ended when idle. A decoder that crashes costs the one picture it had, and its source is
 * quarantined (source-quarantine.ts). When many different sources crash decoders, the decoder itself is broken or memory has run out:
 * decoders are then started at a low rate, which bounds the cost of starting. The rate is not zero, because one working decoder is enough for
 * any number of good pictures. Pictures that need much memory (memory-estimate.ts) are made one at a time; the next keeps its place and waits.
 */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';
import { Refusal } from '../refusal.ts';
import { type Decoder, DecoderGone } from './child.ts';
import { HeavyPicture } from './memory-estimate.ts';
import type { DecoderOrder, PictureOrder, PictureSource } from './protocol.ts';
import type { SourceQuarantine } from './source-quarantine.ts';
import type { MadePicture } from './transform.ts';

export interface DecoderPoolOptions {
  /** Number of decoders at most. */
  readonly size: number;
  readonly start: () => Decoder;
  /** Milliseconds for one picture, including the start of the decoder; after them the decoder is killed. */
  readonly deadlineMs: number;
  /** Milliseconds after which a decoder without work is ended. */
  readonly idleMs: number;
  /** After this many different sources have crashed a decoder within `withinMs`, one is started in `withinMs / most` milliseconds at most. */
  readonly losses: { readonly most: number; readonly withinMs: number };
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly suspects: SourceQuarantine;
  readonly log: Logger;
}

interface IdleDecoder {
  readonly decoder: Decoder;
  readonly timer: NodeJS.Timeout;
}

/** Assigns pictures to decoders. Callers bound the number of waiting pictures (BoundedQueue). */
export class DecoderPool {
  readonly #options: DecoderPoolOptions;
  readonly #idle: IdleDecoder[] = [];
  readonly #all = new Set<Decoder>();
  readonly #waiting: (() => void)[] = [];
  /** When each source last crashed a decoder, the oldest first. */
  readonly #losses = new Map<string, number>();
  /** Resolves when the last heavy picture in line has been made. */
  #heavy: Promise<void> = Promise.resolve();
  #startedAt = Number.NEGATIVE_INFINITY;
  #working = 0;
  #closed = false;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
  }

  /** Number of running processes. */
  get processes(): number {
    return this.#all.size;
  }

  /**
   * Makes a picture of the source whose current bytes `identity` identifies.
   * @throws AppError the error of the picture, IMAGE_DECODER_FAILED or BACKEND_TIMEOUT; Refusal for a quarantined source, or
   * BACKEND_UNAVAILABLE after too many losses.
   */
  async make(identity: string, source: PictureSource, order: PictureOrder): Promise<MadePicture> {
    if (this.#working < this.#places) this.#working += 1;
    // A finished picture hands its place to a waiting one, so the count does not change.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      // Checked after the wait, because the same source may have crashed a decoder meanwhile.
      return await this.#options.suspects.run(identity, order.width, () => this.#makeInTurn(identity, source, order));
    } finally {
      // When the number of places has shrunk, the waiting pictures wait for another decoder.
      const next = this.#working > this.#places ? undefined : this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  /** Kills all decoders and waits until they have ended. Pictures that are being made fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    const all = [...this.#all];
    for (const decoder of all) decoder.end();
    await Promise.all(all.map((decoder) => decoder.gone));
  }

  async #makeInTurn(identity: string, source: PictureSource, order: PictureOrder): Promise<MadePicture> {
    try {
      return await this.#makeNow(identity, source, order);
    } catch (error) {
      if (!(error instanceof HeavyPicture)) throw error;
    }
    const before = this.#heavy;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heavy = promise;
    await before;
    try {
      return await this.#makeNow(identity, source, { ...order, mayBeHeavy: true });
    } finally {
      resolve();
    }
  }

  async #makeNow(identity: string, source: PictureSource, order: DecoderOrder): Promise<MadePicture> {
    for (let idle = this.#takeIdle(); idle !== null; idle = this.#takeIdle()) {
      try {
        return await idle.make(source, order, this.#options.deadlineMs);
      } catch (error) {
        // It had ended while it was idle, before its exit was observed.
        if (error instanceof DecoderGone) continue;
        if (idle.isEnded) this.#noteLoss(identity);
        throw error;
      } finally {
        if (!idle.isEnded) this.#putBack(idle);
      }
    }
    const decoder = this.#start();
    try {
      return await decoder.make(source, order, this.#options.deadlineMs);
    } finally {
      if (decoder.isEnded) this.#noteLoss(identity);
      else this.#putBack(decoder);
    }
  }

  #takeIdle(): Decoder | null {
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      clearTimeout(free.timer);
      if (!free.decoder.isEnded) return free.decoder;
    }
    return null;
  }

  #start(): Decoder {
    if (this.#closed) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'the decoders are closed' });
    if (!this.#mayStart()) throw new Refusal('decoders lost', 'BACKEND_UNAVAILABLE', { detail: 'too many decoders were lost' });
    this.#startedAt = this.#options.now();
    const decoder = this.#options.start();
    this.#all.add(decoder);
    void decoder.gone.then(() => this.#all.delete(decoder));
    return decoder;
  }

  #putBack(decoder: Decoder): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.decoder === decoder),
        1,
      );
      decoder.end();
    }, this.#options.idleMs);
    timer.unref();
    this.#idle.push({ decoder, timer });
  }

  /** Number of pictures that may be made at the same time: the number of running decoders while none may be started. */
  get #places(): number {
    if (this.#mayStart()) return this.#options.size;
    return Math.max(1, [...this.#all].filter(({ isEnded }) => !isEnded).length);
  }

  #mayStart(): boolean {
    const { losses, now } = this.#options;
    for (const [identity, at] of this.#losses) if (now() - at >= losses.withinMs) this.#losses.delete(identity);
    return this.#losses.size < losses.most || now() - this.#startedAt >= losses.withinMs / losses.most;
  }

  #noteLoss(identity: string): void {
    if (this.#closed) return;
    // Two decoders that crashed with the same source are one loss; its quarantine outlasts the time in which a loss counts.
    this.#losses.delete(identity);
    this.#losses.set(identity, this.#options.now());
    this.#options.log.warn({ lately: this.#losses.size }, 'a picture decoder was lost');
  }
}
