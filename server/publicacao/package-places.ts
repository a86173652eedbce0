/**
 * The places of packages that are being sent. Each client has one at most, and ten minutes of it in an hour for sure: who has had them gives way to a
 * client that has not, so that a few clients that read slowly, or ask again and again, keep nobody out for longer. While nobody waits they go on.
 * What is not covered: somebody with many addresses.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../shared/errors/app-error.ts';

/** 300 MB, the largest package, at 4 Mbit a second. */
const SURE_MS = 600_000;

/** The time that a client has had is forgotten an hour after its last package. */
const REMEMBERED_MS = 3_600_000;

/** Clients whose time is remembered. */
const MAX_CLIENTS = 10_000;

export interface PackagePlace {
  /** Aborted when the place was given to another client. */
  readonly signal: AbortSignal;
  /** May be called twice. */
  release(): void;
}

interface Held {
  /** Null is no client of the site, which never gives way. */
  readonly client: string | null;
  readonly since: number;
  readonly given: AbortController;
}

export class PackagePlaces {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #held = new Set<Held>();
  /** Milliseconds that clients have had. */
  readonly #had: LRUCache<string, number>;

  /** @param now milliseconds of a monotonic clock */
  constructor(atOnce: number, now: () => number) {
    this.#atOnce = atOnce;
    this.#now = now;
    this.#had = new LRUCache({ max: MAX_CLIENTS, ttl: REMEMBERED_MS, ttlResolution: 0, perf: { now } });
  }

  /** @throws AppError PACKAGE_RUNNING for a client that has a place, PACKAGES_BUSY where nobody has to give way */
  take(client: string | null): PackagePlace {
    if (client !== null && [...this.#held].some((held) => held.client === client)) throw new AppError('PACKAGE_RUNNING');
    if (this.#held.size >= this.#atOnce) this.#makeRoom(client);
    const held = { client, since: this.#now(), given: new AbortController() };
    this.#held.add(held);
    return { signal: held.given.signal, release: () => this.#leave(held) };
  }

  #makeRoom(client: string | null): void {
    const [longest] = [...this.#held].sort((a, b) => this.#timeOf(b) - this.#timeOf(a));
    const hadTime = client !== null && (this.#had.get(client) ?? 0) >= SURE_MS;
    if (hadTime || longest === undefined || this.#timeOf(longest) < SURE_MS) throw new AppError('PACKAGES_BUSY');
    this.#leave(longest);
    longest.given.abort();
  }

  /** Milliseconds that the client of a place has had, with this one. */
  #timeOf({ client, since }: Held): number {
    return client === null ? 0 : (this.#had.get(client) ?? 0) + this.#now() - since;
  }

  #leave(held: Held): void {
    if (!this.#held.delete(held) || held.client === null) return;
    this.#had.set(held.client, this.#timeOf(held));
  }
}
