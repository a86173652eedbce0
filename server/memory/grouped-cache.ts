/**
 * Values held in process under cache groups: what the content backend has answered to the public, so that it need not be asked again until
 * a change concerns it. The purges of the edge reach it too, and each value ends with the next publication date of what it was read from.
 *
 * It holds nothing that failed, nothing of a caller who is known, and no more bytes than it was given. Concurrent loads of a key are one.
 */
import { LRUCache } from 'lru-cache';
import { createGroupEpochs, type Epoch, type GroupEpochs } from './group-epochs.ts';

/** A value with what decides how long it is held. */
export interface Loaded<Value> {
  /** Shared by all callers that get it, so no caller may change it. */
  readonly value: Value;
  /** An estimate of its bytes in memory. */
  readonly bytes: number;
  /** The changes that concern it. */
  readonly groups: readonly string[];
  /** The tables whose publication dates may alter it. */
  readonly tables: ReadonlySet<string>;
}

export interface GroupedCacheOptions {
  /** Most bytes of all values. A value of more than an eighth of them is not held. */
  readonly maxBytes: number;
  /** How long a value is held at most, for changes without an event. */
  readonly freshForMs: number;
  /** Returns the seconds until a publication date of the tables may alter a value; undefined when none is known. */
  readonly boundary: (tables: ReadonlySet<string>) => number | undefined;
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

export interface GroupedCache<Value> {
  /**
   * Returns the value of `key`: the one that is held, that of a load under way, or a new one. A load is aborted when every caller's signal
   * has fired. @throws what the load throws
   */
  get(key: string, load: (signal: AbortSignal) => Promise<Loaded<Value>>, signal?: AbortSignal): Promise<Value>;
  /** From now on no value whose load began before this call and that one of the groups concerns is returned. */
  purge(groups: readonly string[] | 'all'): void;
  /** The next `get` loads again. */
  forget(key: string): void;
  /** Bytes of the values, as their loads have estimated them. */
  readonly bytes: number;
}

interface Held<Value> {
  readonly value: Value;
  readonly groups: readonly string[];
  readonly expiresAt: number;
  /** The epoch up to which no purge concerns the value. */
  validUntil: Epoch;
}

/** A load under way. */
interface Flight<Value> {
  readonly promise: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
}

/** As many purged groups as the edge remembers (`bounds.epochs`). */
const MAX_PURGED_GROUPS = 10_000;

/**
 * Publication dates count for two seconds after they have passed (`server/backend/publication`). A value whose load took nearly as long may
 * be of before a date that counts no more, so it is not held.
 */
const LONGEST_LOAD_MS = 1_500;

/** Makes an empty cache. */
export function createGroupedCache<Value extends object>(options: GroupedCacheOptions): GroupedCache<Value> {
  return new MemoryCache(options);
}

class MemoryCache<Value extends object> implements GroupedCache<Value> {
  readonly #options: GroupedCacheOptions;
  readonly #now: () => number;
  readonly #epochs: GroupEpochs = createGroupEpochs(MAX_PURGED_GROUPS);
  readonly #held: LRUCache<string, Held<Value>>;
  /** Loads that callers may join: none that began before the last purge, since it is not known yet what that concerns. */
  readonly #flights = new Map<string, Flight<Value>>();

  constructor(options: GroupedCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#held = new LRUCache({ maxSize: options.maxBytes, maxEntrySize: Math.floor(options.maxBytes / 8) });
  }

  get bytes(): number {
    return this.#held.calculatedSize;
  }

  get(key: string, load: (signal: AbortSignal) => Promise<Loaded<Value>>, signal?: AbortSignal): Promise<Value> {
    const held = this.#held.get(key);
    if (held !== undefined) {
      if (this.#isValid(held)) return Promise.resolve(held.value);
      this.#held.delete(key);
    }
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const flight = this.#flights.get(key) ?? this.#start(key, load);
    if (signal === undefined) flight.waiting += 1;
    else this.#join(key, flight, signal);
    return flight.promise;
  }

  purge(groups: readonly string[] | 'all'): void {
    this.#epochs.purge(groups);
    if (groups === 'all') this.#held.clear();
    this.#flights.clear();
  }

  forget(key: string): void {
    this.#held.delete(key);
    this.#flights.delete(key);
  }

  #isValid(held: Held<Value>): boolean {
    if (this.#now() >= held.expiresAt) return false;
    const current = this.#epochs.current();
    if (held.validUntil === current) return true;
    if (this.#epochs.isPurged(held.validUntil, held.groups)) return false;
    held.validUntil = current;
    return true;
  }

  #start(key: string, load: (signal: AbortSignal) => Promise<Loaded<Value>>): Flight<Value> {
    const controller = new AbortController();
    const flight: Flight<Value> = {
      controller,
      waiting: 0,
      promise: this.#load(key, load, controller.signal).finally(() => this.#end(key, flight)),
    };
    // A caller that has left does not handle the rejection.
    flight.promise.catch(() => undefined);
    this.#flights.set(key, flight);
    return flight;
  }

  #end(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }

  async #load(key: string, load: (signal: AbortSignal) => Promise<Loaded<Value>>, signal: AbortSignal): Promise<Value> {
    const [began, beganAt] = [this.#epochs.current(), this.#now()];
    const loaded = await load(signal);
    this.#hold(key, loaded, began, beganAt);
    return loaded.value;
  }

  #hold(key: string, { value, bytes, groups, tables }: Loaded<Value>, began: Epoch, beganAt: number): void {
    const now = this.#now();
    if (now - beganAt > LONGEST_LOAD_MS || this.#epochs.isPurged(began, groups)) return;
    const boundarySeconds = this.#options.boundary(tables) ?? Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(beganAt + this.#options.freshForMs, now + boundarySeconds * 1_000);
    if (expiresAt <= now) return;
    this.#held.set(key, { value, groups, expiresAt, validUntil: this.#epochs.current() }, { size: Math.max(1, Math.ceil(bytes)) });
  }

  /** Counts a caller until its signal fires. */
  #join(key: string, flight: Flight<Value>, signal: AbortSignal): void {
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      this.#end(key, flight);
      flight.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    const stop = (): void => signal.removeEventListener('abort', leave);
    flight.promise.then(stop, stop);
  }
}
