/**
 * From a request to a picture, over the fewest steps: a known failure, a stored picture, or one made now. What is asked for at the same
 * time by many is made once; what cannot be made because its source does not answer may still be there from earlier.
 */
import { type CachePolicy, FILE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/codes.ts';
import { MINUTE } from '../../shared/time/seconds.ts';
import type { Logger } from '../observability/log.ts';
import type { LogThrottle } from '../observability/log-throttle.ts';
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
  /** What the version of a picture begins with. */
  readonly transform: string;
  /** Makes a picture of the bytes that `identity` stands for. */
  readonly make: (identity: string, source: PictureSource, order: PictureOrder) => Promise<MadePicture>;
  readonly suspects: Pick<SourceQuarantine, 'check'>;
  readonly derivatives: DerivativeStore;
  readonly failures: FailureMemory;
  readonly log: Logger;
  /** Speaks for `log` of what each visitor of an outage meets. */
  readonly quiet: LogThrottle<'picture from earlier'>;
}

/** A source that can be asked for; `name` stands for it before and after its bytes change. */
export interface AskedSource {
  readonly name: string;
  /** Cache groups of an answer made from it. */
  readonly groups: readonly string[];
  readonly queue: BoundedQueue<MadePicture>;
  /** @throws AppError; null when there is none that everybody may see. */
  find(): Promise<OpenSource | null>;
}

/** A picture that can be sent, not yet made. */
export interface FoundPicture {
  readonly key: DerivativeKey;
  /** File name of the source. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly policy: CachePolicy;
  make(): Promise<MadePicture>;
}

/**
 * For a picture from earlier whose source did not answer: soon asked for again, but not by each visitor, as a source that hangs takes ten
 * seconds to say nothing. The rest is as ever: sent with a 304 (RFC 9111 §4.3.4), less would take from a stored copy what makes up for
 * an outage.
 */
const EARLIER_POLICY: CachePolicy = FILE_POLICY.kind === 'timed' ? { ...FILE_POLICY, freshFor: MINUTE } : FILE_POLICY;

/** What the bytes of a source are to blame for; the same bytes would do it again. What they do to a decoder is for `SourceQuarantine`. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['UNSUPPORTED_IMAGE', 'IMAGE_FORMAT_NOT_ACCEPTED', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE']);

/** A picture that was asked for, with the source that it is made of. */
interface Wanted {
  readonly asked: AskedSource;
  readonly order: PictureOrder;
  readonly found: OpenSource;
  readonly key: DerivativeKey;
  /** Whether no source has been hidden since this one was asked for: otherwise nothing of it is kept. */
  readonly isCurrent: () => boolean;
}

export class PictureService {
  readonly #options: PictureServiceOptions;
  readonly #seen = new SeenSources();

  constructor(options: PictureServiceOptions) {
    this.#options = options;
  }

  /** Finds the source and says which picture it will be. @throws AppError FILE_NOT_FOUND or what the source meets. */
  async find(asked: AskedSource, order: PictureOrder): Promise<FoundPicture> {
    const slot = slotOf(asked.name, order);
    const isCurrent = this.#seen.asking();
    let found: OpenSource | null;
    try {
      found = await asked.find();
    } catch (error) {
      return await this.#earlier(asked, slot, error);
    }
    if (found === null) {
      this.#seen.miss(asked.name);
      this.#options.derivatives.forget(slotsOf(asked.name));
      throw new AppError('FILE_NOT_FOUND');
    }
    if (isCurrent()) this.#seen.add(asked.name);
    const { name, identity, policy } = found;
    const wanted: Wanted = { asked, order, found, key: { slot, version: versionOf(this.#options.transform, identity) }, isCurrent };
    return { key: wanted.key, name, groups: asked.groups, policy, make: () => this.#storedOrMade(wanted) };
  }

  /** The source `name` is hidden: removes its pictures, and keeps none of those that are being made. */
  hide(name: string): void {
    this.#seen.hide(name);
    this.#options.derivatives.forget(slotsOf(name));
  }

  /** Some sources are hidden, and it is not known which: none is shown from earlier until it has been found again. */
  hideUnknown(): void {
    this.#seen.hideAll();
  }

  async #storedOrMade(wanted: Wanted): Promise<MadePicture> {
    const { asked, found, order, key, isCurrent } = wanted;
    const { derivatives, failures, suspects } = this.#options;
    const flight = `${key.slot}.${key.version}`;
    failures.check(flight);
    const stored = await derivatives.get(key);
    if (stored !== null) return stored;
    suspects.check(key.version, order.width);
    return await asked.queue.run(flight, async () => {
      try {
        const made = await this.#make(wanted);
        if (found.isKept && isCurrent()) derivatives.put(key, made);
        return made;
      } catch (error) {
        if (error instanceof AppError && LASTING.has(error.code)) failures.remember(flight, error);
        throw error;
      }
    });
  }

  async #make({ found, order, key: { version } }: Wanted): Promise<MadePicture> {
    // It may have waited long for its turn, and reading is up to 32 MiB.
    this.#options.suspects.check(version, order.width);
    const startedAt = performance.now();
    const made = await this.#options.make(version, await found.read(), order);
    const ms = Math.round(performance.now() - startedAt);
    this.#options.log.debug({ width: order.width, type: made.type, bytes: made.bytes.length, ms }, 'picture made');
    return made;
  }

  /** RFC 5861 §4 for what the edge no longer has: an older picture is better than none while its source does not answer. */
  async #earlier(asked: AskedSource, slot: string, error: unknown): Promise<FoundPicture> {
    if (!(error instanceof AppError) || error.status < 500) throw error;
    // What has no groups cannot be hidden.
    if (asked.groups.length > 0 && !this.#seen.has(asked.name)) throw error;
    const stored = await this.#options.derivatives.getAny(slot);
    if (stored === null) throw error;
    const { log, quiet } = this.#options;
    const fields = { code: error.code, detail: error.detail };
    quiet('picture from earlier', (unsaid) => log.warn({ ...fields, unsaid }, 'a picture from earlier is sent: its source did not answer'));
    const key = { slot, version: stored.version };
    return { key, name: '', groups: asked.groups, policy: EARLIER_POLICY, make: async () => stored.picture };
  }
}
