/**
 * Responses that replicas share, behind the store of each replica: a response that one has stored is taken over by the others, and while one renders,
 * the others wait for it. All of it is optional: without the shared cache, or when it fails, slows down or lies, each replica renders for itself.
 *
 * Shared is what the store of a replica holds, so nothing private, unsettled or purged; but for responses that request fields select, incomplete ones and
 * large ones.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Timers } from '../../../../shared/time/timers.ts';
import type { LogicalTimestamp, StoredResponse } from '../../response/stored-response.ts';
import type { PurgeEpochs } from '../purge-epochs.ts';
import { open, seal } from './envelope.ts';
import type { SharedMedium } from './medium.ts';

/** The right to render, or the knowledge that waiting is of no use. */
export interface RenderTurn {
  /** To be called when nothing more will be stored: other replicas then stop waiting. @param hasRendered false where nothing was to be rendered. */
  end(hasRendered: boolean): void;
}

/** What the exchanges of an edge ask of what replicas share. */
export interface ResponseSharing {
  /** Whether a response of this key may be had now. */
  mayHave(key: string): boolean;
  /** Takes over the response of another replica where there is one. Concurrent calls for a key are one. Never rejects. */
  fetch(key: string): Promise<void>;
  /** Shares a response that this replica has stored. */
  write(key: string, stored: StoredResponse): void;
  /** Removes the response of a key, which the origin has outdated. */
  remove(key: string): void;
  /**
   * Waits until this replica is to render, or `isAnswered` says that the response of another one has been taken over. Both take no longer than the
   * render of the other, and a bounded time where that one has died. Never rejects.
   */
  turn(key: string, isAnswered: () => boolean): Promise<RenderTurn>;
}

/** Says whether responses of a key are shared; `stored` is null where none is known yet. */
export type IsShared = (key: string, stored: StoredResponse | null) => boolean;

/** The purges of all replicas (purge-log.ts). */
interface PurgeOrder {
  readonly isSynced: boolean;
  readonly isPublishing: boolean;
  basisOf(began: LogicalTimestamp): string | null;
  startOf(basis: string): LogicalTimestamp | null;
}

export interface SharedResponsesOptions {
  readonly medium: Pick<SharedMedium, 'get' | 'set' | 'remove' | 'lock' | 'passLock'>;
  readonly log: PurgeOrder;
  readonly epochs: Pick<PurgeEpochs, 'verdict'>;
  readonly clock: Timers & { readonly now: () => number };
  /** Key of the envelopes' tags; the same on all replicas, and secret. */
  readonly secret: Uint8Array;
  readonly isShared: IsShared;
  /** Seconds for which a stale response may be sent without a directive that allows it. */
  readonly staleSeconds: number;
  /** Puts a response of another replica into the store of this one. */
  readonly put: (key: string, stored: StoredResponse) => void;
  readonly onRefused: (key: string, because: string) => void;
  readonly onFailed: (key: string, cause: unknown) => void;
}

/** Bytes of one shared body with its encodings, and of all that are on their way. */
const MOST_BYTES = 1024 * 1024;
const MOST_SENDING = 16 * 1024 * 1024;

/** A response is forgotten after this many milliseconds, whatever it may be used for. */
const LONGEST_LIFE_MS = 7 * 86_400_000;

/** A lock lives for this many milliseconds after its holder has died; a holder that lives extends it this often, and no longer than this. */
const LOCK_MS = 3_000;
const EXTENDED_EVERY_MS = 1_000;
const LONGEST_RENDER_MS = 40_000;

/** For how long no replica waits for a key whose response could not be shared, in milliseconds. */
const PASS_MS = 5_000;

/** Milliseconds for which a replica waits for the render of another one, and between two questions for it: the first and the longest. */
const LONGEST_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 150;

/** Holder of a lock that no replica waits for. */
const NOBODY = 'pass';

const NO_TURN: RenderTurn = { end: () => undefined };

export class SharedResponses implements ResponseSharing {
  readonly #options: SharedResponsesOptions;
  readonly #fetching = new Map<string, Promise<void>>();
  /** Keys that this replica renders, and whether it has shared their response. */
  readonly #rendering = new Map<string, { hasShared: boolean }>();
  #sending = 0;

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  mayHave(key: string): boolean {
    return this.#options.log.isSynced && this.#options.isShared(key, null);
  }

  fetch(key: string): Promise<void> {
    const known = this.#fetching.get(key);
    if (known !== undefined) return known;
    const fetching = this.#fetch(key).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  write(key: string, stored: StoredResponse): void {
    const { log, epochs, medium, secret, onFailed } = this.#options;
    if (!log.isSynced || !this.#isSharable(key, stored)) return;
    const basis = epochs.verdict(key, stored) === 'valid' ? log.basisOf(stored.began) : null;
    const lifeMs = this.#lifeOf(stored);
    if (basis === null || lifeMs <= 0) return;
    const bytes = seal(key, stored, basis, secret);
    if (bytes.byteLength > MOST_BYTES || this.#sending + bytes.byteLength > MOST_SENDING) return;
    this.#sending += bytes.byteLength;
    const rendering = this.#rendering.get(key);
    if (rendering !== undefined) rendering.hasShared = true;
    medium
      .set(nameOf(key), bytes, lifeMs)
      .catch((cause: unknown) => onFailed(key, cause))
      .finally(() => {
        this.#sending -= bytes.byteLength;
      });
  }

  remove(key: string): void {
    const { log, medium, onFailed } = this.#options;
    if (log.isSynced) medium.remove(nameOf(key)).catch((cause: unknown) => onFailed(key, cause));
  }

  async turn(key: string, isAnswered: () => boolean): Promise<RenderTurn> {
    const { log, clock } = this.#options;
    const token = randomUUID();
    const until = clock.now() + LONGEST_WAIT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; log.isSynced; pauseMs = Math.min(LONGEST_PAUSE_MS, 1.5 * pauseMs)) {
      const holder = await this.#lock(key, token);
      if (holder === token) return this.#ownTurn(key, token);
      if (holder === null || holder === NOBODY || isAnswered() || clock.now() >= until) return NO_TURN;
      await this.#pause(pauseMs);
    }
    return NO_TURN;
  }

  async #lock(key: string, token: string): Promise<string | null> {
    const { medium, onFailed } = this.#options;
    try {
      const { holder, value } = await medium.lock(nameOf(key), token, LOCK_MS);
      if (value !== null) this.#takeOver(key, value);
      return holder;
    } catch (cause) {
      onFailed(key, cause);
      return null;
    }
  }

  async #ownTurn(key: string, token: string): Promise<RenderTurn> {
    const { medium, clock, log, onFailed } = this.#options;
    const state = { hasShared: false };
    this.#rendering.set(key, state);
    const failed = (cause: unknown): void => onFailed(key, cause);
    const endsAt = clock.now() + LONGEST_RENDER_MS;
    let cancel = (): void => undefined;
    const extendLater = (): void => {
      cancel = clock.after(EXTENDED_EVERY_MS, () => {
        if (clock.now() >= endsAt) return;
        medium.passLock(nameOf(key), token, token, LOCK_MS).catch(failed);
        extendLater();
      });
    };
    extendLater();
    // Otherwise a purge of this replica would look newer to the others than the render that follows it.
    for (let turns = 0; log.isPublishing && turns < 5; turns += 1) await this.#pause(2 ** turns);
    return {
      end: (hasRendered) => {
        cancel();
        if (this.#rendering.get(key) === state) this.#rendering.delete(key);
        // On the connection that sends the response before it.
        medium.passLock(nameOf(key), token, hasRendered && !state.hasShared ? NOBODY : null, PASS_MS).catch(failed);
      },
    };
  }

  async #fetch(key: string): Promise<void> {
    const { medium, onFailed } = this.#options;
    try {
      const value = await medium.get(nameOf(key));
      if (value !== null) this.#takeOver(key, value);
    } catch (cause) {
      onFailed(key, cause);
    }
  }

  #takeOver(key: string, value: Buffer): void {
    const { secret, log, put, onRefused } = this.#options;
    const opening = open(key, value, secret);
    if (opening.kind === 'refused') {
      onRefused(key, opening.because);
      return;
    }
    const start = log.startOf(opening.copy.basis);
    if (start !== null) put(key, opening.copy.response(start));
  }

  #isSharable(key: string, stored: StoredResponse): boolean {
    return stored.selection.names.length === 0 && stored.part === null && this.#options.isShared(key, stored);
  }

  /** Milliseconds for which a response may be of use. */
  #lifeOf({ staleAt, head }: StoredResponse): number {
    const { staleIfError = 0, staleWhileRevalidate = 0 } = head.directives;
    const staleSeconds = Math.max(staleIfError, staleWhileRevalidate, this.#options.staleSeconds);
    return Math.min(LONGEST_LIFE_MS, Math.ceil(staleAt + staleSeconds * 1_000 - this.#options.clock.now()));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve));
  }
}

/** Keys are as long as clients make them. */
function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
