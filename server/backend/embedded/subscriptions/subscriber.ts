import type { GraphqlAnswer } from '../../backend.ts';

/**
 * One subscriber's place at a live query. It keeps only the latest answer that was not taken yet: who reads slowly misses answers between,
 * and never the last one.
 */
export class Subscriber {
  #latest: GraphqlAnswer | undefined;
  #ended = false;
  #wake: (() => void) | undefined;

  offer(answer: GraphqlAnswer): void {
    this.#latest = answer;
    this.#wake?.();
  }

  /** After the answer that still waits, `next` gives undefined. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Resolves with the next answer, or with undefined at the end. One call at a time. */
  async next(): Promise<GraphqlAnswer | undefined> {
    if (this.#latest === undefined && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    const answer = this.#latest;
    this.#latest = undefined;
    return answer;
  }
}
