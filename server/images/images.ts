/**
 * `GET /_image?url&w&q`: pictures of our own, and of the hosts that the operator names, scaled and in the best format that the visitor
 * takes. This file puts the parts together: what may be asked (shared/images), where bytes come from (source-bytes, remote), who
 * decodes them (decoder), where results are kept (derivatives).
 */
import { availableParallelism } from 'node:os';
import { Router } from 'express';
import { FILES_GROUP, fileOfGroup } from '../../shared/cache/groups.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import { type ImageSource, parseImageSource } from '../../shared/images/source.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { refuseMethod } from '../http/methods.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';
import { answerPicture } from './answer.ts';
import { BoundedQueue, type QueueLimits } from './bounded-queue.ts';
import { type Decoder, startDecoder } from './decoder/child.ts';
import { DecoderPool } from './decoder/pool.ts';
import { SourceQuarantine } from './decoder/source-quarantine.ts';
import type { MadePicture } from './decoder/transform.ts';
import { transformVersion } from './derivative-key.ts';
import { DerivativeStore } from './derivative-store.ts';
import { FailureMemory } from './failure-memory.ts';
import { OwnSources } from './own-sources.ts';
import { type AskedSource, PictureService } from './picture-service.ts';
import type { RefusalReason } from './refusal.ts';
import { refusalHandler } from './refusal-handler.ts';
import { REMOTE_NETWORK, type RemoteNetwork } from './remote/network.ts';
import { RemoteSources } from './remote/remote-sources.ts';
import { groupsOfSource, nameOfSource } from './source-bytes.ts';

export interface ImagesOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Absolute path of the folder whose pictures may be scaled. */
  readonly publicDirectory: string;
  readonly log: Logger;
  /** Whether AVIF is made for those who name it in `Accept`. True when left out. */
  readonly avif?: boolean;
  /** Hosts whose pictures may be fetched: exact lower-case names. None when left out. */
  readonly hosts?: readonly string[];
  /** True where the network reaches IPv4 through NAT64 (64:ff9b::/96), so that such addresses of public hosts are taken. */
  readonly nat64?: boolean;
  /** Seconds until the next moment that hides or shows files; no copy of a picture is kept past it. Never, when left out. */
  readonly boundary?: () => number | undefined;
  /** Where made pictures are kept (absolute path) and how many bytes of them; nowhere when left out. */
  readonly disk?: { readonly directory: string; readonly bytes: number };
  /** Pictures in the making and waiting, of our own sources; three and 32 when left out. */
  readonly limits?: QueueLimits;
  readonly decoders?: DecoderSettings;
  /** For tests: how remote hosts are reached, and the clocks. */
  readonly network?: RemoteNetwork;
  readonly clock?: ImageClock;
}

export interface DecoderSettings {
  readonly size?: number;
  readonly deadlineMs?: number;
  readonly idleMs?: number;
  readonly start?: () => Decoder;
}

export interface ImageClock {
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Milliseconds since 1970, for lifetimes that an address itself states. */
  readonly wall: () => number;
}

export interface Images {
  readonly router: Router;
  /** Decoder processes that are there at this moment. */
  readonly processes: number;
  /**
   * Files are no longer there for everybody: what is kept of their pictures goes, and is not sent while the store does not answer.
   *
   * @param groups cache groups, as they are purged; `all` where it is not known which
   */
  hide(groups: readonly string[] | 'all'): void;
  /** Settles when nothing is being written to disk. */
  settled(): Promise<void>;
  /** Ends the decoders and waits for the disk. Requests under way fail. */
  close(): Promise<void>;
}

const DEFAULT_LIMITS: QueueLimits = { running: 3, waiting: 32 };

/** Pictures of remote hosts have places of their own, so that a slow host delays nothing of ours; each holds up to 16 MiB meanwhile. */
const REMOTE_LIMITS: QueueLimits = { running: 2, waiting: 8 };

/** Above the decoder's own limit for one picture, so that this one is for a decoder that no longer answers. */
const DECODER_DEADLINE_MS = 10_000;
const DECODER_IDLE_MS = 60_000;
const DECODER_LOSSES = { most: 10, withinMs: 60_000 };

/** Two minutes, then four, eight and up to an hour; longer than a loss counts, so that each source is one loss of a minute. */
const SUSPECTS = { firstMs: 120_000, longestMs: 3_600_000, most: 1_000 };

const FAILURES = { forMs: 5_000, most: 1_000 };

/** What each visitor of a flood or an outage meets is in the log once in this time. */
const QUIET_MS = 10_000;

const CLOCK: ImageClock = { now: () => performance.now(), wall: () => Date.now() };

/** Makes the picture service. Decoder processes start with the first picture; the folder on disk is read at once, in the background. */
export function createImages(options: ImagesOptions): Images {
  const { log } = options;
  const clock = options.clock ?? CLOCK;
  const quiet = createLogThrottle<RefusalReason | 'picture from earlier'>({ forMs: QUIET_MS, now: clock.now });
  const suspects = new SourceQuarantine({ ...SUSPECTS, now: clock.now });
  const pool = decoderPool(options, clock, suspects);
  const derivatives = new DerivativeStore({ directory: '', bytes: 0, ...options.disk, now: clock.now, log });
  const service = new PictureService({
    transform: transformVersion(),
    make: (identity, source, order) => pool.make(identity, source, order),
    suspects,
    derivatives,
    failures: new FailureMemory({ ...FAILURES, now: clock.now }),
    log,
    quiet,
  });
  const asked = askedSources(options, clock);
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(IMAGE_PATH)
    .get((req, res) =>
      answerPicture(req, res, { asked, service, avif: options.avif ?? true, boundary: options.boundary ?? (() => undefined) }),
    )
    .all(refuseMethod());
  router.use(refusalHandler(log, quiet));
  return {
    router,
    get processes() {
      return pool.processes;
    },
    hide: (groups) => hide(service, groups),
    settled: () => derivatives.settled(),
    close: async () => {
      await Promise.all([pool.close(), derivatives.close()]);
    },
  };
}

/** The slots of one file are some two hundred hashes; of more files than this none is removed before it is asked for. */
const MOST_HIDDEN = 50;

function hide(service: PictureService, groups: readonly string[] | 'all'): void {
  const ids = groups === 'all' ? [] : groups.map(fileOfGroup).filter((id) => id !== null);
  if (groups === 'all' || groups.includes(FILES_GROUP) || ids.length > MOST_HIDDEN) service.hideUnknown();
  else for (const id of ids) service.hide(nameOfSource({ kind: 'file', id }));
}

function decoderPool({ decoders, log }: ImagesOptions, { now }: ImageClock, suspects: SourceQuarantine): DecoderPool {
  return new DecoderPool({
    size: decoders?.size ?? Math.min(2, availableParallelism()),
    start: decoders?.start ?? startDecoder,
    deadlineMs: decoders?.deadlineMs ?? DECODER_DEADLINE_MS,
    idleMs: decoders?.idleMs ?? DECODER_IDLE_MS,
    losses: DECODER_LOSSES,
    now,
    suspects,
    log,
  });
}

/** Makes the function that reads the `url` of a request; it throws BAD_IMAGE_URL for what is neither ours nor of an allowed host. */
function askedSources(options: ImagesOptions, clock: ImageClock): (url: string) => AskedSource {
  const ownQueue = new BoundedQueue<MadePicture>(options.limits ?? DEFAULT_LIMITS);
  const remoteQueue = new BoundedQueue<MadePicture>(REMOTE_LIMITS);
  const remote = new RemoteSources({
    hosts: options.hosts ?? [],
    network: options.network ?? REMOTE_NETWORK,
    nat64: options.nat64 ?? false,
    clock,
    log: options.log,
  });
  const ownSources = new OwnSources({ backend: options.backend, publicDirectory: options.publicDirectory, now: clock.now });
  const own = (source: ImageSource): AskedSource => ({
    name: nameOfSource(source),
    groups: groupsOfSource(source),
    queue: ownQueue,
    find: () => ownSources.find(source),
  });
  return (text) => {
    const source = parseImageSource(text);
    if (source !== null) return own(source);
    const url = remote.accept(text);
    return { name: `remote ${url.href}`, groups: [], queue: remoteQueue, find: () => remote.find(url) };
  };
}
