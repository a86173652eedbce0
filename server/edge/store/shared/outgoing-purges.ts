/** Purges of this replica on their way into the shared log: they wait while it is away, and are appended again when it has lost them. */
import type { LogicalTimestamp } from '../../response/stored-response.ts';
import type { LoggedPurge } from './logged-purge.ts';

/** A purge of this replica, or several of one moment. */
export interface OutgoingPurge {
  /** Number by which the entry is recognised in the log. */
  readonly number: number;
  readonly purges: readonly LoggedPurge[];
  /** A moment before it took effect here. */
  readonly before: LogicalTimestamp;
}

export interface OutgoingOptions {
  /** Appends one to the log. */
  readonly append: (message: OutgoingPurge) => Promise<void>;
  readonly now: () => number;
}

/** How long entries that the log has are kept here, in milliseconds, to be appended again where the log loses them. */
export const KEPT_MS = 300_000;

/** Entries that wait for the log, entries that are kept after it has them, and purges in one entry. */
const MOST_WAITING = 1_000;
const MOST_KEPT = 10_000;
const MOST_PURGES = 500;

export class OutgoingPurges {
  readonly #options: OutgoingOptions;
  #numbers = 0;
  #waiting: OutgoingPurge[] = [];
  #appended: { readonly message: OutgoingPurge; readonly at: number }[] = [];
  readonly #unseen = new Map<number, OutgoingPurge>();
  #isAppending = false;

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  /** Moments before those that have not been read in the log. */
  get unseen(): readonly LogicalTimestamp[] {
    return [...this.#unseen.values()].map(({ before }) => before);
  }

  /** Takes purges that are about to take effect here. */
  add(purges: readonly LoggedPurge[], before: LogicalTimestamp): void {
    for (let at = 0; at < purges.length; at += MOST_PURGES) this.#enqueue(purges.slice(at, at + MOST_PURGES), before);
    if (this.#waiting.length > MOST_WAITING) this.#join();
  }

  /** Takes out the one that has been read in the log; undefined where it is none of these. */
  seen(number: number): OutgoingPurge | undefined {
    const message = this.#unseen.get(number);
    this.#unseen.delete(number);
    return message;
  }

  /** The log has lost entries: those of the last minutes are to be appended again. */
  again(): void {
    const lost = this.#appended.splice(0);
    this.#unseen.clear();
    for (const message of this.#waiting) this.#unseen.set(message.number, message);
    for (const { message } of lost) this.#enqueue(message.purges, message.before);
  }

  /** Appends all that wait, one after the other, until one fails. Never rejects. */
  async flush(): Promise<void> {
    if (this.#isAppending) return;
    this.#isAppending = true;
    try {
      for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
        await this.#options.append(next);
        this.#waiting.shift();
        this.#appended.push({ message: next, at: this.#options.now() });
      }
    } catch {
      // It stays, and the reader of the log, which reports what is wrong with it, calls again.
    } finally {
      this.#isAppending = false;
    }
    const since = this.#options.now() - KEPT_MS;
    this.#appended = this.#appended.filter(({ at }) => at >= since).slice(-MOST_KEPT);
  }

  #enqueue(purges: readonly LoggedPurge[], before: LogicalTimestamp): void {
    this.#numbers += 1;
    const message = { number: this.#numbers, purges, before };
    this.#unseen.set(message.number, message);
    this.#waiting.push(message);
  }

  /** Too many wait for a log that is away: they become one purge of everything. The first one may be under way. */
  #join(): void {
    const joined = this.#waiting.splice(1);
    const [first] = joined;
    if (first === undefined) return;
    const mode = joined.some(({ purges }) => purges.some((purge) => purge.mode === 'hard')) ? 'hard' : 'soft';
    for (const { number } of joined) this.#unseen.delete(number);
    this.#enqueue([{ kind: 'all', mode }], first.before);
  }
}
