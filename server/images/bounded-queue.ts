/**
 * Bounds the expensive work that visitors can ask for, decoding a picture or fetching one from another host: few tasks run at a time, a
 * bounded number waits, and concurrent requests for the same key share one task. The pool of decoders has a line of its own behind it,
 * because several queues share the decoders and a task also reads its source.
 */
import { Refusal } from './refusal.ts';

export interface QueueLimits {
  /** How many tasks run at the same time. */
  readonly running: number;
  /** How many more may wait for their turn. */
  readonly waiting: number;
}

/** Runs tasks by key. It keeps neither the result nor the failure of a task that has ended. */
export class BoundedQueue<T> {
  readonly #limits: QueueLimits;
  readonly #inFlight = new Map<string, Promise<T>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Returns the result of `task`, or of the task that already runs or waits under `key`. A task continues when the request that started
   * it has ended. @throws Refusal BACKEND_UNAVAILABLE when too many tasks wait already.
   */
  run(key: string, task: () => Promise<T>): Promise<T> {
    const current = this.#inFlight.get(key);
    if (current !== undefined) return current;
    if (this.#running >= this.#limits.running && this.#waiting.length >= this.#limits.waiting) {
      return Promise.reject(new Refusal('queue full', 'BACKEND_UNAVAILABLE', { detail: 'too many pictures wait to be decoded' }));
    }
    const result = this.#takeTurn(task).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, result);
    return result;
  }

  async #takeTurn(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running += 1;
    // The task that ends hands its place to the one that waited, so the count does not change.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
