/** Remembers for a few seconds what has just failed, so that a crowd that asks for a broken picture costs one attempt. */
import type { AppError } from '../../shared/errors/app-error.ts';
import { Refusal } from './refusal.ts';

export interface FailureMemoryOptions {
  readonly forMs: number;
  /** Most failures remembered; beyond them the oldest is forgotten. */
  readonly most: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
}

/** Failures by key. */
export class FailureMemory {
  readonly #options: FailureMemoryOptions;
  readonly #failures = new Map<string, { readonly error: AppError; readonly until: number }>();

  constructor(options: FailureMemoryOptions) {
    this.#options = options;
  }

  /** @throws Refusal with the code of the failure remembered under `key`, while it counts. */
  check(key: string): void {
    const failure = this.#failures.get(key);
    if (failure === undefined) return;
    if (this.#options.now() < failure.until) throw Refusal.after(failure.error, 'failed lately');
    this.#failures.delete(key);
  }

  remember(key: string, error: AppError): void {
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: this.#options.now() + this.#options.forMs });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= this.#options.most) break;
      this.#failures.delete(oldest);
    }
  }
}
