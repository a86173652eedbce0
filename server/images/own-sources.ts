/**
 * Our own pictures in the content store or in the folder of public files. A store that hangs delays every request by its whole time limit,
 * so after such a failure a source is refused for as long as the failed request took. A store that refuses within a second is asked again at
 * once, so that it is used as soon as it has recovered.
 */
import { AppError } from '../../shared/errors/app-error.ts';
import type { ImageSource } from '../../shared/images/source.ts';
import { FailureMemory } from './failure-memory.ts';
import { findOwnSource, nameOfSource, type OpenSource, type OwnSourceOptions } from './source-bytes.ts';

export interface OwnSourcesOptions extends OwnSourceOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Failures that took less time than this are not remembered. */
const SHORTEST_MS = 1_000;

/** The time limit of a store is 10 s. */
const LONGEST_MS = 10_000;
const MOST_FAILURES = 1_000;

export class OwnSources {
  readonly #options: OwnSourcesOptions;
  readonly #unanswered: FailureMemory;

  constructor(options: OwnSourcesOptions) {
    this.#options = options;
    this.#unanswered = new FailureMemory({ forMs: LONGEST_MS, most: MOST_FAILURES, now: options.now });
  }

  /** Finds a source, or null when there is none that an anonymous visitor may read. @throws AppError of the store, or Refusal after one */
  async find(source: ImageSource): Promise<OpenSource | null> {
    const name = nameOfSource(source);
    this.#unanswered.checkAlone(name);
    const askedAt = this.#options.now();
    try {
      const found = await findOwnSource(source, this.#options);
      this.#unanswered.forget(name);
      return found;
    } catch (error) {
      const waitedMs = Math.min(this.#options.now() - askedAt, LONGEST_MS);
      if (waitedMs >= SHORTEST_MS && error instanceof AppError && error.status >= 500) this.#unanswered.remember(name, error, waitedMs);
      else this.#unanswered.forget(name);
      throw error;
    }
  }
}
