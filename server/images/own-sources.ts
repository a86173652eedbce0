/**
 * Our own pictures, found in the content store or in the folder of public files, with a memory of who has just not answered. A store
 * that hangs keeps each visitor for the whole time limit, so it is left alone for as long as it kept the last one waiting; what refuses
 * within a second is asked again at once, and found again as soon as it is back.
 */
import { AppError } from '../../shared/errors/app-error.ts';
import type { ImageSource } from '../../shared/images/source.ts';
import { FailureMemory } from './failure-memory.ts';
import { findOwnSource, nameOfSource, type OpenSource, type OwnSourceOptions } from './source-bytes.ts';

export interface OwnSourcesOptions extends OwnSourceOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
}

/** Shorter waits cost too little to leave anybody without a picture. */
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
