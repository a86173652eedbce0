/**
 * A few decoder processes, started when they are needed and ended when nothing has been asked of them for a while. A decoder that
 * crashes costs the one picture it had, and its source is not decoded again for a while (suspects.ts). When many different sources
 * crash theirs, it is the decoder that is broken, or the machine that is out of memory: then decoders are started at a steady, low rate,
 * which bounds what starting costs. It is not none at all, as one sound decoder is enough for any number of sound pictures. Of pictures
 * that take much memory (held-memory.ts) one is made at a time; the next one waits, with its place.
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
  /** Most decoders at a time. */
  readonly size: number;
  readonly start: () => Decoder;
  /** Milliseconds for one picture, starting the decoder included; beyond them it is ended. */
  readonly deadlineMs: number;
  /** Milliseconds after which a decoder without work is ended. */
  readonly idleMs: number;
  /** Once this many different sources have cost a decoder within `withinMs`, one is started each `withinMs / most` milliseconds at most. */
  readonly losses: { readonly most: number; readonly withinMs: number };
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  readonly suspects: SourceQuarantine;
  readonly log: Logger;
}

interface IdleDecoder {
  readonly decoder: Decoder;
  readonly timer: NodeJS.Timeout;
}

/** Hands pictures to decoders. Callers bound how many of them wait. */
export class DecoderPool {
  readonly #options: DecoderPoolOptions;
  readonly #idle: IdleDecoder[] = [];
  readonly #all = new Set<Decoder>();
  readonly #waiting: (() => void)[] = [];
  /** When a source last cost a decoder, by source, the one longest ago first. */
  readonly #losses = new Map<string, number>();
  /** Settles when the last of the heavy pictures so far is done. */
  #heavy: Promise<void> = Promise.resolve();
  #startedAt = Number.NEGATIVE_INFINITY;
  #working = 0;
  #closed = false;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
  }

  /** Processes that are there at this moment. */
  get processes(): number {
    return this.#all.size;
  }

  /**
   * Makes a picture of the source whose present bytes `identity` stands for.
   * @throws AppError the picture's own fault, IMAGE_DECODER_FAILED or BACKEND_TIMEOUT; Refusal of a suspected source, or
   * BACKEND_UNAVAILABLE after too many losses.
   */
  async make(identity: string, source: PictureSource, order: PictureOrder): Promise<MadePicture> {
    if (this.#working < this.#places) this.#working += 1;
    // The picture that is done hands its place over, so the count stays as it is.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      // Asked here, for what crashed while this one waited may have been the same source.
      return await this.#options.suspects.run(identity, order.width, () => this.#makeInTurn(identity, source, order));
    } finally {
      // Those that wait have another decoder to wait for where the place is one less.
      const next = this.#working > this.#places ? undefined : this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  /** Ends all decoders and waits until they are gone. Pictures in the making fail. */
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
        // It died while it was idle, which was not known yet.
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

  /** How many pictures may be in the making: where no decoder can be started, as many as there are decoders. */
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
    // Two that had the same source are one loss; it is not decoded again before this one no longer counts.
    this.#losses.delete(identity);
    this.#losses.set(identity, this.#options.now());
    this.#options.log.warn({ lately: this.#losses.size }, 'a picture decoder was lost');
  }
}
