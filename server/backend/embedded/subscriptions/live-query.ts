/**
 * One statement with its values, run for all who subscribe to it: once when the first comes, and again when something that it reads has
 * changed. Changes during a run are one further run. Answers are compared as text, and subscribers get only what differs.
 */

import type { Semaphore } from '../../../../shared/cache/semaphore.ts';
import type { Timers } from '../../../../shared/time/timers.ts';
import type { GraphqlAnswer } from '../../backend.ts';
import type { Subscriber } from './subscriber.ts';

/** Waits before a run is tried again that failed for a reason of the database and not of the request. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** `resting`: a run has ended, and the next one waits as long as that one took, so that a live query uses half of a connection at most. */
type State = 'idle' | 'waiting' | 'running' | 'resting' | 'closed';

export interface LiveQueryOptions {
  /** Answers with what the statement shows now; rejects only when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<GraphqlAnswer>;
  /** So many runs at a time that page reads keep most connections. */
  readonly queue: Semaphore;
  readonly timers: Timers;
  /** Milliseconds. */
  readonly now: () => number;
  /** Called when the query has ended, because no subscriber is left or by a fault. */
  readonly onClosed: () => void;
}

export class LiveQuery {
  readonly #options: LiveQueryOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #aborter = new AbortController();
  #state: State = 'idle';
  #isStale = false;
  #failures = 0;
  #cancelTimer = (): void => undefined;
  #answer: Extract<GraphqlAnswer, { kind: 'data' }> | undefined;

  constructor(options: LiveQueryOptions) {
    this.#options = options;
  }

  /** The first starts the query; any other gets the last answer at once, and the next one when it differs. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#answer !== undefined) subscriber.offer(this.#answer);
    else if (this.#state === 'idle') this.#start();
  }

  /** The last one ends the query. */
  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size === 0) this.close();
  }

  /** Says that what the statement reads may have changed. */
  invalidate(): void {
    this.#isStale = true;
    if (this.#state === 'idle') this.#start();
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#cancelTimer();
    this.#aborter.abort();
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#options.onClosed();
  }

  #start(): void {
    this.#state = 'waiting';
    void this.#options.queue.run(() => this.#run());
  }

  async #run(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'running';
    // A change that is told from now on may have been committed after the statement has read.
    this.#isStale = false;
    const startedAt = this.#options.now();
    const answer = await this.#options.run(this.#aborter.signal).catch(() => undefined);
    if (answer === undefined || this.#isClosed()) return;
    const isFault = this.#settle(answer);
    if (this.#isClosed()) return;
    this.#rest(isFault ? retryMs(this.#failures) : this.#options.now() - startedAt);
  }

  /** Takes the answer of a run; true when it is to be tried again later. */
  #settle(answer: GraphqlAnswer): boolean {
    if (answer.kind === 'data') {
      this.#failures = 0;
      if (answer.json === this.#answer?.json) return false;
      this.#answer = answer;
      this.#offer(answer);
      return false;
    }
    // A subscriber that has an answer keeps it while the database is away; a fault of the request comes back with every run.
    if (this.#answer !== undefined && answer.errors.every(({ extensions }) => extensions.code === 'unexpected')) {
      this.#failures += 1;
      this.#isStale = true;
      return true;
    }
    this.#offer(answer);
    this.close();
    return false;
  }

  #offer(answer: GraphqlAnswer): void {
    for (const subscriber of this.#subscribers) subscriber.offer(answer);
  }

  #rest(ms: number): void {
    this.#state = 'resting';
    const end = (): void => {
      this.#state = 'idle';
      if (this.#isStale) this.#start();
    };
    if (ms < 1) end();
    else this.#cancelTimer = this.#options.timers.after(ms, end);
  }

  /** The state changes while a run is awaited, which the compiler does not see. */
  #isClosed(): boolean {
    return this.#state === 'closed';
  }
}

function retryMs(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}
