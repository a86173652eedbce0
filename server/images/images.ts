/**
 * `GET /_image?url&w&q`: pictures of the site and of the hosts that the operator allows, scaled and in the best format that the client
 * accepts. This file assembles the parts: the grammar of requests (shared/images), the sources (source-bytes, remote), the decoders
 * (decoder), the stored results (derivative-store).
 */
import { availableParallelism } from 'node:os';
import { type ErrorRequestHandler, type NextFunction, type Request, type Response, Router } from 'express';
import { FILES_GROUP, fileOfGroup } from '../../shared/cache/groups.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import { type ImageSource, parseImageSource } from '../../shared/images/source.ts';
import type { Identify } from '../backend/auth/identity.ts';
import { type Caller, type ContentBackend, PUBLIC_CALLER, type StoredFile } from '../backend/backend.ts';
import { sendError } from '../http/error-handler.ts';
import { requestIdOf } from '../http/request-context.ts';
import { refuseMethod } from '../http/responses.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle, type LogThrottle } from '../observability/log-throttle.ts';
import type { Observe } from '../observability/observation.ts';
import { answerPicture } from './answer.ts';
import { BoundedQueue, type QueueLimits } from './bounded-queue.ts';
import { type Decoder, startDecoder } from './decoder/child.ts';
import { DecoderPool } from './decoder/pool.ts';
import { SourceQuarantine } from './decoder/source-quarantine.ts';
import type { MadePicture } from './decoder/transform.ts';
import { transformVersion } from './derivative-key.ts';
import { DerivativeStore } from './derivative-store.ts';
import { FailureMemory } from './failure-memory.ts';
import { type FileCache, knownFiles } from './known-files.ts';
import { OwnSources } from './own-sources.ts';
import { PictureService, type RequestedSource } from './picture-service.ts';
import { Refusal, type RefusalReason } from './refusal.ts';
import { REMOTE_NETWORK, type RemoteNetwork } from './remote/network.ts';
import { RemoteSources } from './remote/remote-sources.ts';
import { findForCaller, groupsOfSource, nameOfSource } from './source-bytes.ts';

export interface ImagesOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Descriptions of files, purged when a file is; without it each request asks the backend. */
  readonly files: FileCache | undefined;
  /** Names the caller of a request: a signed-in user sees pictures that are not public. */
  readonly identify: Identify;
  /** Absolute path of the folder of public files, whose pictures may be scaled. */
  readonly publicDirectory: string;
  readonly log: Logger;
  /** Counts and times pictures that are made. */
  readonly observe: Observe;
  /** Whether clients that accept AVIF get it. */
  readonly avif: boolean;
  /** Hosts whose pictures may be fetched: exact lower-case names. */
  readonly hosts: readonly string[];
  /** True where the network reaches IPv4 through NAT64, so that addresses of 64:ff9b::/96 are accepted. */
  readonly nat64: boolean;
  /** Seconds until the next scheduled publication or expiry of a file; no lifetime is longer. */
  readonly boundary: () => number | undefined;
  /** Directory of derivatives (absolute path) and its size in bytes at most; none are stored where it is 0. */
  readonly disk: { readonly directory: string; readonly bytes: number };
  /** Pictures of our own sources that are made and that wait at the same time. Default: 3 and 32. */
  readonly limits?: QueueLimits;
  readonly decoders?: DecoderSettings;
  /** Tests replace the network and the clocks. */
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
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds since 1970, for the lifetimes of presigned addresses. */
  readonly wall: () => number;
}

export interface Images {
  readonly router: Router;
  /** Number of running decoder processes. */
  readonly processes: number;
  /**
   * Removes the derivatives of files that are no longer public; none of them is served while the content store is unreachable.
   *
   * @param groups purged cache groups; `all` when the files are not known
   */
  hide(groups: readonly string[] | 'all'): void;
  /** Resolves when nothing is being written to disk. */
  settled(): Promise<void>;
  /** Ends the decoders and waits for the disk. Requests under way fail. */
  close(): Promise<void>;
}

const DEFAULT_LIMITS: QueueLimits = { running: 3, waiting: 32 };

/** Pictures of remote hosts have a queue of their own, so that a slow host does not delay our own pictures. Each holds up to 16 MiB. */
const REMOTE_LIMITS: QueueLimits = { running: 2, waiting: 8 };

/** More than the decoder's own time limit, so that this one ends only a decoder that does not respond. */
const DECODER_DEADLINE_MS = 10_000;
const DECODER_IDLE_MS = 60_000;
const DECODER_LOSSES = { most: 10, withinMs: 60_000 };

/** Two minutes, doubled up to an hour. The first is longer than `DECODER_LOSSES.withinMs`, so that a source counts as one loss at a time. */
const SUSPECTS = { firstMs: 120_000, longestMs: 3_600_000, most: 1_000 };

const FAILURES = { forMs: 5_000, most: 1_000 };

/** Events that every request of an attack or an outage causes are logged once in this time. */
const LOG_EVERY_MS = 10_000;

const CLOCK: ImageClock = { now: () => performance.now(), wall: () => Date.now() };

/** Makes the image service. Decoder processes start with the first picture; the directory of derivatives is read at once in the background. */
export function createImages(options: ImagesOptions): Images {
  const { log, avif, boundary } = options;
  const clock = options.clock ?? CLOCK;
  const throttled = createLogThrottle<RefusalReason | 'picture from earlier'>({ forMs: LOG_EVERY_MS, now: clock.now });
  const suspects = new SourceQuarantine({ ...SUSPECTS, now: clock.now });
  const pool = decoderPool(options, clock, suspects);
  const derivatives = new DerivativeStore({ ...options.disk, now: clock.now, log });
  const service = new PictureService({
    transform: transformVersion(),
    make: (identity, source, order) => pool.make(identity, source, order),
    suspects,
    derivatives,
    failures: new FailureMemory({ ...FAILURES, now: clock.now }),
    log,
    throttled,
    observe: options.observe,
  });
  const parseSource = createSourceParser(options, clock);
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(IMAGE_PATH)
    .get(async (req, res) => {
      const caller = await signedInCaller(req, options.identify);
      await answerPicture(req, res, { parseSource: (url) => parseSource(url, caller), service, avif, boundary });
    })
    .all(refuseMethod());
  router.use(refusalHandler(log, throttled));
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

/** A file has about two hundred slots. With more files than this, derivatives are not removed at once but distrusted (`hideUnknown`). */
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

/** Null for a caller who sees what the public sees. A token that does not verify takes no public picture from its owner. */
async function signedInCaller(req: Request, identify: Identify): Promise<Caller | null> {
  const identity = await identify(req);
  return identity.kind === 'caller' && identity.caller.trust === 'signed-in' ? identity.caller : null;
}

function fileLookup({ backend, files }: ImagesOptions): (id: string) => Promise<StoredFile | null> {
  return files === undefined ? (id) => backend.file(id, PUBLIC_CALLER) : knownFiles(backend, files);
}

/** Makes the function that parses the `url` of a request. It throws BAD_IMAGE_URL unless the source is ours or of an allowed host. */
function createSourceParser(options: ImagesOptions, clock: ImageClock): (url: string, caller: Caller | null) => RequestedSource {
  const ownQueue = new BoundedQueue<MadePicture>(options.limits ?? DEFAULT_LIMITS);
  const remoteQueue = new BoundedQueue<MadePicture>(REMOTE_LIMITS);
  const remote = new RemoteSources({
    hosts: options.hosts,
    network: options.network ?? REMOTE_NETWORK,
    nat64: options.nat64,
    clock,
    log: options.log,
  });
  const ownSources = new OwnSources({ fileOf: fileLookup(options), publicDirectory: options.publicDirectory, now: clock.now });
  const own = (source: ImageSource, caller: Caller | null): RequestedSource => ({
    name: nameOfSource(source),
    groups: groupsOfSource(source),
    queue: ownQueue,
    find: async () => (await ownSources.find(source)) ?? (caller === null ? null : findForCaller(source, caller, options.backend)),
  });
  return (text, caller) => {
    const source = parseImageSource(text);
    if (source !== null) return own(source, caller);
    const url = remote.accept(text);
    return { name: `remote ${url.href}`, groups: [], queue: remoteQueue, find: () => remote.find(url) };
  };
}

/**
 * Answers refusals that cost no work; other errors go to the error handler of the app. An attack causes many of them, so the log gets a throttled
 * warning and no error with its stack.
 */
function refusalHandler(log: Logger, throttled: LogThrottle<RefusalReason>): ErrorRequestHandler {
  return (thrown: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(thrown instanceof Refusal) || thrown.status < 500 || res.headersSent) {
      next(thrown);
      return;
    }
    const { code, reason, detail } = thrown;
    const requestId = requestIdOf(res);
    throttled(reason, (suppressed) => log.warn({ code, reason, detail, suppressed }, 'pictures are refused'));
    log.debug({ requestId, path: req.path, code, reason }, 'picture refused');
    sendError(req, res, thrown, requestId);
  };
}
