/**
 * Bounds the expensive work that visitors can ask for, decoding a picture or fetching one from another host: few tasks run at a time, a
 * bounded number waits, and concurrent requests for the same key share one task. The pool of decoders has a line of its own behind it,
 * because several queues share the decoders and a task also reads its source.
 */
import { Semaphore } from '../../shared/cache/semaphore.ts';
import { Refusal } from './refusal.ts';

export interface QueueLimits {
  /** How many tasks run at the same time. */
  readonly running: number;
  /** How many more may wait for their turn. */
  readonly waiting: number;
}

/** Runs tasks by key. It keeps neither the result nor the failure of a task that has ended. */
export class BoundedQueue<T> {
  readonly #most: number;
  readonly #turns: Semaphore;
  /** Tasks that run or wait. */
  readonly #inFlight = new Map<string, Promise<T>>();

  constructor({ running, waiting }: QueueLimits) {
    this.#most = running + waiting;
    this.#turns = new Semaphore(running);
  }

  /**
   * Returns the result of `task`, or of the task that already runs or waits under `key`. A task continues when the request that started
   * it has ended. @throws Refusal BACKEND_UNAVAILABLE when too many tasks wait already.
   */
  run(key: string, task: () => Promise<T>): Promise<T> {
    const current = this.#inFlight.get(key);
    if (current !== undefined) return current;
    if (this.#inFlight.size >= this.#most) {
      return Promise.reject(new Refusal('queue full', 'BACKEND_UNAVAILABLE', { detail: 'too many pictures wait to be decoded' }));
    }
    const result = this.#turns.run(task).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, result);
    return result;
  }
}
