/**
 * A few decoder processes, started when they are needed and ended when nothing has been asked of them for a while. A decoder that
 * crashes costs the one picture it had; decoders that crash again and again are not started for ever.
 */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';
import type { Decoder } from './child.ts';
import type { PictureOrder, PictureSource } from './frames.ts';
import type { MadePicture } from './transform.ts';

export interface DecoderPoolOptions {
  /** Most decoders at a time. */
  readonly size: number;
  readonly start: () => Decoder;
  /** Milliseconds for one picture, starting the decoder included; beyond them it is ended. */
  readonly deadlineMs: number;
  /** Milliseconds after which a decoder without work is ended. */
  readonly idleMs: number;
  /** Losses within `withinMs` after which no decoder is started until the oldest of them is that long ago. */
  readonly losses: { readonly most: number; readonly withinMs: number };
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
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
  #lostAt: number[] = [];
  #working = 0;
  #closed = false;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
  }

  /** Processes that are there at this moment. */
  get processes(): number {
    return this.#all.size;
  }

  /** @throws AppError the picture's own fault, IMAGE_DECODER_FAILED, BACKEND_TIMEOUT, or BACKEND_UNAVAILABLE after too many losses. */
  async make(source: PictureSource, order: PictureOrder): Promise<MadePicture> {
    if (this.#working < this.#options.size) this.#working += 1;
    // The picture that is done hands its place over, so the count stays as it is.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await this.#makeNow(source, order);
    } finally {
      const next = this.#waiting.shift();
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

  async #makeNow(source: PictureSource, order: PictureOrder): Promise<MadePicture> {
    const decoder = this.#take();
    try {
      return await decoder.make(source, order, this.#options.deadlineMs);
    } finally {
      if (decoder.isEnded) this.#noteLoss();
      else this.#putBack(decoder);
    }
  }

  #take(): Decoder {
    if (this.#closed) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'the decoders are closed' });
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      clearTimeout(free.timer);
      if (!free.decoder.isEnded) return free.decoder;
    }
    const { losses, now } = this.#options;
    this.#lostAt = this.#lostAt.filter((at) => now() - at < losses.withinMs);
    if (this.#lostAt.length >= losses.most) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'too many decoders were lost' });
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

  #noteLoss(): void {
    if (this.#closed) return;
    this.#lostAt.push(this.#options.now());
    this.#options.log.warn({ lately: this.#lostAt.length }, 'a picture decoder was lost');
  }
}
