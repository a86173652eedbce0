/**
 * Answers that were taken a moment ago. The page and its form are stored, the same for all readers, so no key in the form tells a second click from
 * another reader: the same answer to the same page from the same browser does, for some seconds. What it does not cover: a second click that
 * another replica answers is counted, and of two readers alike in all of that who answer within the time one is.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

/** A double click, and the impatient one that follows an answer that is slow to come. */
const FOR_MS = 10_000;

/** Beyond it an answer is not remembered. */
const MOST = 10_000;

export class RecentAnswers {
  readonly #writes = new Map<string, Promise<number>>();
  readonly #timers: Timers;

  constructor(timers: Timers = SYSTEM_TIMERS) {
    this.#timers = timers;
  }

  /**
   * Calls `write`, unless the same answer is being written or was written lately. Resolves with the seconds to wait, 0 where it is written, and rejects as
   * `write` does; what is not written is not remembered.
   */
  once(answer: string, write: () => Promise<number>): Promise<number> {
    const earlier = this.#writes.get(answer);
    if (earlier !== undefined) return earlier;
    const written = write();
    if (this.#writes.size < MOST) {
      this.#writes.set(answer, written);
      const forget = (): void => void this.#writes.delete(answer);
      written.then((wait) => (wait > 0 ? forget() : this.#timers.after(FOR_MS, forget)), forget);
    }
    return written;
  }
}
