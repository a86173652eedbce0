/** Pictures of other hosts: their known identity and lifetime, and one fetch at a time for each. Their bytes are not stored. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CachePolicy, FILE_POLICY, NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { type Seconds, seconds } from '../../../shared/time/seconds.ts';
import type { Logger } from '../../observability/log.ts';
import { BoundedQueue } from '../bounded-queue.ts';
import { FailureMemory } from '../failure-memory.ts';
import { type OpenSource, SourceChanged } from '../source-bytes.ts';
import { fetchRemote, type RemoteAnswer } from './fetch.ts';
import { lifetimeOf, type RemoteLifetime } from './lifetime.ts';
import type { RemoteNetwork } from './network.ts';
import { parseRemoteUrl } from './remote-url.ts';

export interface RemoteSourcesOptions {
  readonly hosts: readonly string[];
  readonly network: RemoteNetwork;
  readonly nat64: boolean;
  readonly clock: { readonly now: () => number; readonly wall: () => number };
  readonly log: Logger;
}

/** Facts about a picture from its last fetch. */
interface Known {
  /** Digest of its bytes. */
  readonly identity: string;
  readonly etag: string | null;
  readonly until: number;
  readonly lifetime: RemoteLifetime;
}

interface Fetched {
  readonly known: Known;
  /** Null after a 304. */
  readonly bytes: Buffer | null;
}

/** Number of pictures remembered, about 300 bytes each. */
const MOST_KNOWN = 5_000;

/** A failed fetch is not repeated within this time. */
const FAILURES = { forMs: 5_000, most: 1_000 };

/**
 * Running and waiting fetches for each host, so that a slow host does not delay others. Every query is another picture, so these numbers are
 * the only bound on what a visitor who counts up a query (`?_=1`, `?_=2`) makes us fetch from an allowed host. A rate limit would be worse:
 * such a visitor would use it up and block the pictures of that host for everyone.
 */
const LIMITS = { running: 4, waiting: 32 };

/** RFC 9110 §8.8.3: a strong or weak entity tag. A malformed one is not sent in If-None-Match. */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;

export class RemoteSources {
  readonly #options: RemoteSourcesOptions;
  /** Queues by host name; only configured hosts have one. */
  readonly #fetches = new Map<string, BoundedQueue<Fetched | null>>();
  readonly #known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  readonly #failures: FailureMemory;

  constructor(options: RemoteSourcesOptions) {
    this.#options = options;
    this.#failures = new FailureMemory({ ...FAILURES, now: options.clock.now });
  }

  /** Parses an address. The reason of a refusal goes to the log only. @throws AppError BAD_IMAGE_URL */
  accept(text: string): URL {
    const { hosts, network } = this.#options;
    const parsed = parseRemoteUrl(text, { hosts, scheme: network.scheme });
    if (parsed.kind === 'refused') throw new AppError('BAD_IMAGE_URL', { detail: parsed.reason });
    return parsed.url;
  }

  /** Finds a picture by its accepted address; null when its host has no public one. @throws AppError of `fetchRemote` */
  async find(url: URL): Promise<OpenSource | null> {
    const known = this.#known.get(url.href);
    if (known !== undefined && this.#options.clock.now() < known.until) return this.#source(url, { known, bytes: null });
    const fetched = await this.#fetch(url, known ?? null);
    return fetched === null ? null : this.#source(url, fetched);
  }

  #source(url: URL, { known, bytes }: Fetched): OpenSource {
    return {
      identity: known.identity,
      name: nameOf(url),
      policy: this.#policyOf(known),
      isKept: known.lifetime.shareable && known.lifetime.validForMs === null,
      read: async () => bytes ?? (await this.#read(url, known)),
    };
  }

  /** Fetches the bytes of a known picture, and rejects other bytes, because the key of the derivative names the known ones. */
  async #read(url: URL, known: Known): Promise<Buffer> {
    const fetched = await this.#fetch(url, null);
    if (fetched === null || fetched.bytes === null) throw new AppError('FILE_NOT_FOUND');
    if (fetched.known.identity !== known.identity) throw new SourceChanged();
    return fetched.bytes;
  }

  async #fetch(url: URL, known: Known | null): Promise<Fetched | null> {
    const key = url.href;
    this.#failures.check(key);
    return await this.#fetchesOf(url).run(`${known?.etag ?? ''} ${key}`, async () => {
      try {
        const answer = await this.#send(url, known?.etag ?? null);
        const fetched = this.#learn(url, answer, known);
        if (fetched === null) this.#failures.remember(key, new AppError('FILE_NOT_FOUND'));
        return fetched;
      } catch (error) {
        this.#reject(url, error);
        throw error;
      }
    });
  }

  #fetchesOf({ hostname }: URL): BoundedQueue<Fetched | null> {
    const queue = this.#fetches.get(hostname) ?? new BoundedQueue<Fetched | null>(LIMITS);
    this.#fetches.set(hostname, queue);
    return queue;
  }

  #send(url: URL, etag: string | null): Promise<RemoteAnswer> {
    const { hosts, network, nat64 } = this.#options;
    return fetchRemote({ url, hosts, network, nat64, etag, signal: network.deadline() });
  }

  #learn(url: URL, answer: RemoteAnswer, before: Known | null): Fetched | null {
    this.#known.delete(url.href);
    if (answer.kind === 'missing') return null;
    const { clock } = this.#options;
    const lifetime = lifetimeOf(url, answer.headers, clock.wall());
    const until = clock.now() + lifetime.freshForMs;
    if (answer.kind === 'not-modified') {
      if (before === null) throw new AppError('IMAGE_SOURCE_FAILED', { detail: 'status 304 without a condition' });
      return this.#note(url, { ...before, lifetime, until }, null);
    }
    const { etag } = answer.headers;
    const identity = hash('sha256', answer.bytes);
    return this.#note(url, { identity, etag: etag !== undefined && ENTITY_TAG.test(etag) ? etag : null, lifetime, until }, answer.bytes);
  }

  #note(url: URL, known: Known, bytes: Buffer | null): Fetched {
    if (known.lifetime.shareable) this.#known.set(url.href, known);
    return { known, bytes };
  }

  #reject(url: URL, error: unknown): void {
    if (!(error instanceof AppError)) return;
    this.#failures.remember(url.href, error);
    // Only host and path are logged: the query of a presigned address is a credential.
    const { host, pathname } = url;
    this.#options.log.warn({ host, path: pathname, code: error.code, reason: error.detail }, 'a remote picture was not fetched');
  }

  /** Returns the cache policy of answers: no lifetime exceeds that of the source or of a presigned address. */
  #policyOf({ lifetime, until }: Known): CachePolicy {
    if (!lifetime.shareable) return NEVER_POLICY;
    const freshFor = wholeSeconds(Math.max(0, until - this.#options.clock.now()));
    if (lifetime.validForMs !== null) return { kind: 'timed', freshFor, staleWhileRevalidate: seconds(0), staleIfError: seconds(0) };
    return FILE_POLICY.kind === 'timed' && freshFor < FILE_POLICY.freshFor ? { ...FILE_POLICY, freshFor } : FILE_POLICY;
  }
}

function wholeSeconds(ms: number): Seconds {
  return seconds(Math.floor(ms / 1_000));
}

function nameOf(url: URL): string {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return '';
  }
}
