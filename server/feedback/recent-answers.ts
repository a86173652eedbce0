/**
 * Answers that were taken a moment ago. The page and its form are stored, the same for all readers, so no key in the form tells a second click from
 * another reader: the same answer to the same page from the same browser does, for some seconds. What it does not cover: a second click that
 * another replica answers is counted, and of two readers alike in all of that who answer within the time one is.
 */

/** A double click, and the impatient one that follows an answer that is slow to come. */
const FOR_MS = 10_000;

/** Beyond it an answer is not remembered. */
const MOST = 10_000;

export class RecentAnswers {
  readonly #writes = new Map<string, Promise<void>>();

  /** Calls `write`, unless the same answer is being written or was written lately. Rejects as `write` does, which is then not remembered. */
  once(answer: string, write: () => Promise<void>): Promise<void> {
    const earlier = this.#writes.get(answer);
    if (earlier !== undefined) return earlier;
    const written = write();
    if (this.#writes.size < MOST) {
      this.#writes.set(answer, written);
      const forget = (): void => void this.#writes.delete(answer);
      written.then(() => setTimeout(forget, FOR_MS).unref(), forget);
    }
    return written;
  }
}
