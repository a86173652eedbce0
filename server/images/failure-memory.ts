/** Remembers failures for some seconds, so that concurrent requests for a broken picture cost one attempt. */
import { LRUCache } from 'lru-cache';
import type { AppError } from '../../shared/errors/app-error.ts';
import { Refusal } from './refusal.ts';

export interface FailureMemoryOptions {
  readonly forMs: number;
  /** Number of failures kept; beyond it the oldest is dropped. */
  readonly most: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

interface Failure {
  readonly error: AppError;
  readonly forMs: number;
  readonly until: number;
}

/** Failures by key. */
export class FailureMemory {
  readonly #options: FailureMemoryOptions;
  readonly #failures: LRUCache<string, Failure>;

  constructor(options: FailureMemoryOptions) {
    this.#options = options;
    this.#failures = new LRUCache({ max: options.most });
  }

  /** @throws Refusal with the code of the failure under `key`, until its time is over. */
  check(key: string): void {
    const failure = this.#failures.peek(key);
    if (failure === undefined) return;
    if (this.#options.now() < failure.until) throw Refusal.after(failure.error, 'failed lately');
    this.#failures.delete(key);
  }

  /**
   * As `check`, but after the time it lets one caller through and refuses the others for the same time again, so that only one waits for the
   * failing source. That caller must call `remember` or `forget` when its attempt has ended.
   */
  checkAlone(key: string): void {
    const failure = this.#failures.peek(key);
    this.check(key);
    if (failure !== undefined) this.remember(key, failure.error, failure.forMs);
  }

  /** Remembers a failure, for `forMs` where given. */
  remember(key: string, error: AppError, forMs: number = this.#options.forMs): void {
    this.#failures.set(key, { error, forMs, until: this.#options.now() + forMs });
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}
