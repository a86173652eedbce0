/**
 * Detects an origin that stops writing in the middle of a body. One timer serves the whole body: it checks how long ago the last byte was,
 * so that a byte costs one look at the clock and no timer.
 */
import type { Clock } from './clock.ts';

export class IdleWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #onIdle: () => void;
  #lastAt = 0;
  /** The origin is asked to wait, so its silence does not count. */
  #paused = false;
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

  /** Notes that bytes arrived. @param paused whether the origin is asked to wait from now on. */
  noteBytes(paused: boolean): void {
    this.#lastAt = this.#clock.now();
    this.#paused = paused;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      const now = this.#clock.now();
      // If the clock was set back, the last byte would lie in the future and the limit be reached too late.
      this.#lastAt = Math.min(this.#lastAt, now);
      const left = this.#paused ? this.#limitMs : this.#lastAt + this.#limitMs - now;
      if (left > 0) this.#wait(left);
      else this.#onIdle();
    });
  }
}
