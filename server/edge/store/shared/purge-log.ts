/**
 * Purges of all replicas in one order. A purge takes effect here at once, and is appended to a shared log that every replica reads: what a replica
 * misses while it is disconnected it reads later, because it goes on after the last entry that it has read.
 *
 * The log may lose entries: when the shared cache is emptied, restarted or replaced. A reader notices, because the entry that it read last is gone.
 * Every replica then appends again its own purges of the last minutes; a reader that was away for longer, or that finds a log that was cut off for its
 * length, purges what `afterGap` names. After a restart of the server no response that was shared before is used: it may have come back
 * without the purges after it.
 */
import { randomUUID } from 'node:crypto';
import type { Timers } from '../../../../shared/time/timers.ts';
import type { LogicalTimestamp } from '../../response/stored-response.ts';
import type { PurgeEpochs } from '../purge-epochs.ts';
import { LogOrder } from './log-order.ts';
import { type LoggedPurge, type Message, readMessage } from './logged-purge.ts';
import type { LogEntry, SharedMedium } from './medium.ts';
import { KEPT_MS, type OutgoingPurge, OutgoingPurges } from './outgoing-purges.ts';

export interface PurgeLogOptions {
  readonly medium: Pick<SharedMedium, 'append' | 'readLog' | 'serverId'>;
  readonly epochs: Pick<PurgeEpochs, 'begin'>;
  readonly clock: Timers & { readonly now: () => number };
  /** What is purged where purges may have been missed. */
  readonly afterGap: readonly LoggedPurge[];
  /** Called with each purge of another replica, which takes effect here by it. */
  readonly onPurge: (purge: LoggedPurge) => void;
  /** Purges what was not told to any log. Awaited once, before the log counts as followed, and again where it rejects. */
  readonly catchUp: () => Promise<void>;
  /** Called when the log can be followed from now on, and, with the cause, when it no longer can. */
  readonly onState: (lost: { readonly cause: unknown } | null) => void;
}

/** Milliseconds of one read that waits for entries, and between two attempts where it fails. */
const WAIT_MS = 1_000;
const RETRY_MS = 50;

/** A reader that was away for longer does not rely on what other replicas append again. */
const TRUSTED_MS = 0.8 * KEPT_MS;

export class PurgeLog {
  readonly #options: PurgeLogOptions;
  readonly #sender = randomUUID();
  readonly #order: LogOrder;
  readonly #outgoing: OutgoingPurges;
  /** Purges of this turn of the event loop. */
  #batch: { readonly purges: LoggedPurge[]; readonly before: LogicalTimestamp } | null = null;
  /** The entry that was read last. */
  #last: string | null = null;
  #readAt: number;
  /** The server that is read from; null where it may have been restarted. */
  #server: string | null = null;
  /** The server of the entry that was read last. */
  #serverOfLast: string | null = null;
  #reading: 'first' | 'again' | 'following' = 'first';
  #hasCaughtUp = false;
  #isSynced = false;
  /** Whether the last state that was told is that it cannot be followed. */
  #isToldLost = false;
  #isClosed = false;

  constructor(options: PurgeLogOptions) {
    this.#options = options;
    this.#order = new LogOrder(options.epochs);
    this.#outgoing = new OutgoingPurges({
      append: (message) => this.#append(message),
      now: () => options.clock.now(),
    });
    this.#readAt = options.clock.now();
  }

  /** Starts reading. To be called once. */
  start(): void {
    void this.#follow();
  }

  close(): void {
    this.#isClosed = true;
    this.#isSynced = false;
  }

  /** Whether all purges of other replicas have taken effect here, but for those of the last moments. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Whether a purge of this replica is not yet in its place in the log. */
  get isPublishing(): boolean {
    return this.#batch !== null || this.#outgoing.unseen.length > 0;
  }

  /** Tells a purge to the other replicas. To be called before it takes effect here. */
  publish(purge: LoggedPurge): void {
    if (this.#batch === null) {
      this.#batch = { purges: [], before: this.#options.epochs.begin() };
      queueMicrotask(() => this.#sendBatch());
    }
    this.#batch.purges.push(purge);
  }

  /** Returns what a response whose request started at `began` carries for other replicas; null where they could not use it. */
  basisOf(began: LogicalTimestamp): string | null {
    return this.#order.basisOf(began);
  }

  /** Returns the start of a response with this basis in the order of this replica; null where it cannot be used. */
  startOf(basis: string): LogicalTimestamp | null {
    const batch = this.#batch === null ? [] : [this.#batch.before];
    return this.#order.startOf(basis, [...this.#outgoing.unseen, ...batch]);
  }

  #sendBatch(): void {
    const batch = this.#batch;
    if (batch === null) return;
    this.#batch = null;
    this.#outgoing.add(batch.purges, batch.before);
    void this.#outgoing.flush();
  }

  async #append({ number, purges }: Pick<OutgoingPurge, 'number' | 'purges'>, begins = false): Promise<void> {
    const server = this.#server;
    if (server === null) throw new Error('the server of the log is not known yet');
    const message: Message = { sender: this.#sender, number, purges, server, begins };
    await this.#options.medium.append(JSON.stringify(message), begins);
  }

  async #follow(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#isClosed) {
      try {
        const hasMore = await this.#readOnce();
        void this.#outgoing.flush();
        if (this.#isSynced || hasMore) continue;
      } catch (cause) {
        this.#lost(cause);
      }
      await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
    }
  }

  /** Returns whether the log has more. */
  async #readOnce(): Promise<boolean> {
    const { medium, clock } = this.#options;
    this.#server ??= await medium.serverId();
    const { isContinuous, isComplete, entries } = await medium.readLog(this.#last, this.#isSynced ? WAIT_MS : 0);
    if (this.#isClosed) return false;
    if (isContinuous) for (const entry of entries) this.#take(entry);
    else this.#startAgain();
    this.#readAt = clock.now();
    if (!isContinuous || !isComplete) return isContinuous;
    // An entry that names the server of now: what was shared before it is not used.
    if (this.#serverOfLast === this.#server) await this.#synced();
    else await this.#append({ number: 0, purges: [] }, this.#last === null);
    return false;
  }

  async #synced(): Promise<void> {
    this.#reading = 'following';
    if (this.#isSynced) return;
    if (!this.#hasCaughtUp) await this.#options.catchUp();
    this.#hasCaughtUp = true;
    if (this.#isClosed) return;
    this.#isSynced = true;
    this.#isToldLost = false;
    this.#options.onState(null);
  }

  #lost(cause: unknown): void {
    this.#server = null;
    this.#isSynced = false;
    if (this.#isToldLost || this.#isClosed) return;
    this.#isToldLost = true;
    this.#options.onState({ cause });
  }

  /** The log no longer has what was read last. */
  #startAgain(): void {
    const awayMs = this.#options.clock.now() - this.#readAt;
    const isTrusted = awayMs >= 0 && awayMs < TRUSTED_MS;
    if (!isTrusted) this.#applyGap();
    this.#reading = isTrusted ? 'again' : 'following';
    this.#last = null;
    this.#serverOfLast = null;
    this.#order.forget();
    this.#isSynced = false;
    this.#outgoing.again();
  }

  #take({ id, text }: LogEntry): void {
    const message = readMessage(text);
    const own = message?.sender === this.#sender ? this.#outgoing.seen(message.number) : undefined;
    const before = own?.before ?? this.#options.epochs.begin();
    if (own === undefined) this.#apply(message);
    // A replica that waits for entries sees a new log without the end of the old one, and has missed nothing; others may have.
    if (message?.begins === true && this.#last !== null) this.#outgoing.again();
    if (message !== null && message.server !== this.#serverOfLast) {
      this.#serverOfLast = message.server;
      this.#order.forget();
    }
    this.#order.add(id, before);
    this.#last = id;
  }

  #apply(message: Message | null): void {
    const { onPurge } = this.#options;
    // Entries that were cut off for the length of the log are not appended again.
    const isCutOff = this.#reading === 'again' && this.#last === null && message?.begins !== true;
    if (message === null || isCutOff) this.#applyGap();
    for (const purge of message?.purges ?? []) {
      // What a new replica reads of the past should have been refreshed long ago.
      onPurge(this.#reading === 'first' && purge.mode === 'refresh' ? { ...purge, mode: 'soft' } : purge);
    }
  }

  #applyGap(): void {
    for (const purge of this.#options.afterGap) this.#options.onPurge(purge);
  }
}
