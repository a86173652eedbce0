/** Remembers for a few seconds what has just failed, so that a crowd that asks for a broken picture costs one attempt. */
import { LRUCache } from 'lru-cache';
import type { AppError } from '../../shared/errors/app-error.ts';
import { Refusal } from './refusal.ts';

export interface FailureMemoryOptions {
  readonly forMs: number;
  /** Most failures remembered; beyond them the oldest is forgotten. */
  readonly most: number;
  /** Milliseconds on a clock that only goes forward. */
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

  /** @throws Refusal with the code of the failure remembered under `key`, while it counts. */
  check(key: string): void {
    const failure = this.#failures.peek(key);
    if (failure === undefined) return;
    if (this.#options.now() < failure.until) throw Refusal.after(failure.error, 'failed lately');
    this.#failures.delete(key);
  }

  /**
   * As `check`, but when the time is over it lets one caller through and counts anew for the others, who would all wait for what that one
   * learns. The one must `remember` or `forget` when it knows.
   */
  checkAlone(key: string): void {
    const failure = this.#failures.peek(key);
    this.check(key);
    if (failure !== undefined) this.remember(key, failure.error, failure.forMs);
  }

  /** Remembers a failure, for another time than the usual one where it is given. */
  remember(key: string, error: AppError, forMs: number = this.#options.forMs): void {
    this.#failures.set(key, { error, forMs, until: this.#options.now() + forMs });
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}
