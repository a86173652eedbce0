/**
 * Notices an origin that has begun a body and stopped writing. One timer serves the whole body: when it runs it looks how long the last
 * byte is ago, so that a byte costs a look at the clock and no timer of its own.
 */
import type { Clock } from './clock.ts';

export class IdleWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #onIdle: () => void;
  #lastAt = 0;
  /** The origin was asked to wait: its silence is our doing. */
  #held = false;
  #cancel: (() => void) | null = null;

  /** @param limitMs milliseconds of silence after which `onIdle` is called, once. */
  constructor(clock: Clock, limitMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.#lastAt = this.#clock.now();
    this.#wait(this.#limitMs);
  }

  /** Bytes came. @param held whether the origin is asked to wait from here on. */
  heard(held: boolean): void {
    this.#lastAt = this.#clock.now();
    this.#held = held;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      const now = this.#clock.now();
      // A clock that was set back since would have the last byte come in the future, and the silence last until then.
      this.#lastAt = Math.min(this.#lastAt, now);
      const left = this.#held ? this.#limitMs : this.#lastAt + this.#limitMs - now;
      if (left > 0) this.#wait(left);
      else this.#onIdle();
    });
  }
}
