/**
 * Decoding is the most expensive thing that a stranger can ask of us: few pictures are decoded at a time, a bounded number waits, and
 * the same picture asked for twice is decoded once.
 */
import { Refusal } from './refusal.ts';

export interface DecodeQueueLimits {
  /** How many tasks run at the same time. */
  readonly running: number;
  /** How many more may wait for their turn. */
  readonly waiting: number;
}

/** Runs tasks by key. Nothing is kept once a task has ended, neither its result nor its failure. */
export class DecodeQueue<T> {
  readonly #limits: DecodeQueueLimits;
  readonly #inFlight = new Map<string, Promise<T>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: DecodeQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Returns the result of `task`, or of the task that already runs under `key`. A task is nobody's: it goes on when the request that
   * started it is gone. @throws Refusal BACKEND_UNAVAILABLE when too many wait already.
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
    // The task that ends hands its place over, so the count stays as it is for the one that waited.
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
