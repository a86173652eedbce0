/**
 * From a request to a picture: a remembered failure, a stored derivative, or a new one. Concurrent requests for one derivative make it once.
 * When the source does not answer, an earlier derivative is served.
 */
import { type CachePolicy, FILE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/codes.ts';
import { MINUTE } from '../../shared/time/seconds.ts';
import type { Logger } from '../observability/log.ts';
import type { LogThrottle } from '../observability/log-throttle.ts';
import type { Observe } from '../observability/observation.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { PictureOrder, PictureSource } from './decoder/protocol.ts';
import type { SourceQuarantine } from './decoder/source-quarantine.ts';
import type { MadePicture } from './decoder/transform.ts';
import { type DerivativeKey, slotOf, slotsOf, versionOf } from './derivative-key.ts';
import type { DerivativeStore } from './derivative-store.ts';
import type { FailureMemory } from './failure-memory.ts';
import { SeenSources } from './seen-sources.ts';
import type { OpenSource } from './source-bytes.ts';

export interface PictureServiceOptions {
  /** The part of a version that identifies the program. */
  readonly transform: string;
  /** Makes a picture of the bytes that `identity` identifies. */
  readonly make: (identity: string, source: PictureSource, order: PictureOrder) => Promise<MadePicture>;
  readonly suspects: Pick<SourceQuarantine, 'check'>;
  readonly derivatives: DerivativeStore;
  readonly failures: FailureMemory;
  readonly log: Logger;
  /** Throttles the log of events that every request of an outage causes. */
  readonly throttled: LogThrottle<'picture from earlier'>;
  readonly observe: Observe;
}

/** A requested source; its name stays when its bytes change. */
export interface RequestedSource {
  readonly name: string;
  /** Cache groups of an answer made from it. */
  readonly groups: readonly string[];
  readonly queue: BoundedQueue<MadePicture>;
  /** Returns null when there is no public source. @throws AppError */
  find(): Promise<OpenSource | null>;
}

/** A picture whose source was found, not yet made. */
export interface FoundPicture {
  readonly key: DerivativeKey;
  /** File name of the source. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly policy: CachePolicy;
  make(): Promise<MadePicture>;
}

/**
 * For an earlier derivative whose source did not answer. It is fresh for a minute, because each attempt may wait ten seconds for a source
 * that hangs. Its stale lifetimes are those of every file: a 304 updates the stored copy (RFC 9111 §4.3.4), and shorter ones would shorten
 * how long that copy is served in an outage.
 */
const EARLIER_POLICY: CachePolicy = FILE_POLICY.kind === 'timed' ? { ...FILE_POLICY, freshFor: MINUTE } : FILE_POLICY;

/** Errors that the same bytes would cause again. Errors of the decoder itself are for `SourceQuarantine`. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['UNSUPPORTED_IMAGE', 'IMAGE_FORMAT_NOT_ACCEPTED', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE']);

/** A requested picture with the source from which it is made. */
interface RequestedPicture {
  readonly requested: RequestedSource;
  readonly order: PictureOrder;
  readonly found: OpenSource;
  readonly key: DerivativeKey;
  /** Whether no source has been hidden since this one was requested; otherwise its derivative is not stored. */
  readonly isCurrent: () => boolean;
}

export class PictureService {
  readonly #options: PictureServiceOptions;
  readonly #seen = new SeenSources();

  constructor(options: PictureServiceOptions) {
    this.#options = options;
  }

  /** Finds the source of a picture. @throws AppError FILE_NOT_FOUND or the error of the source */
  async find(requested: RequestedSource, order: PictureOrder): Promise<FoundPicture> {
    const slot = slotOf(requested.name, order);
    const isCurrent = this.#seen.asking();
    let found: OpenSource | null;
    try {
      found = await requested.find();
    } catch (error) {
      return await this.#earlierDerivative(requested, slot, error);
    }
    if (found === null) {
      this.#seen.miss(requested.name);
      this.#options.derivatives.forget(slotsOf(requested.name));
      throw new AppError('FILE_NOT_FOUND');
    }
    // A picture that only its caller may see does not stand in during an outage.
    if (found.isKept && isCurrent()) this.#seen.add(requested.name);
    const { name, identity, policy } = found;
    const picture: RequestedPicture = {
      requested,
      order,
      found,
      key: { slot, version: versionOf(this.#options.transform, identity) },
      isCurrent,
    };
    return { key: picture.key, name, groups: requested.groups, policy, make: () => this.#storedOrMade(picture) };
  }

  /** The source `name` is hidden: removes its pictures, and keeps none of those that are being made. */
  hide(name: string): void {
    this.#seen.hide(name);
    this.#options.derivatives.forget(slotsOf(name));
  }

  /** Some sources were hidden, and it is not known which: no earlier derivative is served until its source has been found again. */
  hideUnknown(): void {
    this.#seen.hideAll();
  }

  async #storedOrMade(picture: RequestedPicture): Promise<MadePicture> {
    const { requested, found, order, key, isCurrent } = picture;
    const { derivatives, failures, suspects } = this.#options;
    const flight = `${key.slot}.${key.version}`;
    failures.check(flight);
    const stored = await derivatives.get(key);
    if (stored !== null) return stored;
    suspects.check(key.version, order.width);
    return await requested.queue.run(flight, async () => {
      try {
        const source = requested.name.startsWith('remote ') ? 'remote' : 'own';
        const made = await this.#options.observe({ kind: 'picture', name: source }, () => this.#make(picture));
        if (found.isKept && isCurrent()) derivatives.put(key, made);
        return made;
      } catch (error) {
        if (error instanceof AppError && LASTING.has(error.code)) failures.remember(flight, error);
        throw error;
      }
    });
  }

  async #make({ found, order, key: { version } }: RequestedPicture): Promise<MadePicture> {
    // Checked again after the wait in the queue, before up to 32 MiB are read.
    this.#options.suspects.check(version, order.width);
    const startedAt = performance.now();
    const made = await this.#options.make(version, await found.read(), order);
    const ms = Math.round(performance.now() - startedAt);
    this.#options.log.debug({ width: order.width, type: made.type, bytes: made.bytes.length, ms }, 'picture made');
    return made;
  }

  /** Serves an earlier derivative when the source fails (RFC 5861 §4), for pictures that the edge does not have any more. */
  async #earlierDerivative(requested: RequestedSource, slot: string, error: unknown): Promise<FoundPicture> {
    if (!(error instanceof AppError) || error.status < 500) throw error;
    // Remote sources have no groups and cannot be hidden.
    if (requested.groups.length > 0 && !this.#seen.has(requested.name)) throw error;
    const stored = await this.#options.derivatives.getAny(slot);
    if (stored === null) throw error;
    const { log, throttled } = this.#options;
    const fields = { code: error.code, detail: error.detail };
    throttled('picture from earlier', (suppressed) =>
      log.warn({ ...fields, suppressed }, 'a picture from earlier is sent: its source did not answer'),
    );
    const key = { slot, version: stored.version };
    return { key, name: '', groups: requested.groups, policy: EARLIER_POLICY, make: async () => stored.picture };
  }
}
