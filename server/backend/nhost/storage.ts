/**
 * The files of a hosted Nhost as `StoredFile`. One round trip gives the description and the bytes that the intent names. The service itself
 * decides who may read a file. It gets an id, never a path, a query or a field of a visitor; of its response head only what
 * `storage-response-head.ts` reads is used.
 *
 * To describe a file, its first byte is requested. Unlike HEAD, this works with services that answer HEAD with 405 or with a body (which
 * would be read as the next response on the connection), and it gives the size where the whole has no length.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formatRange } from '../../message/byte-ranges.ts';
import { weakTag } from '../../message/entity-tags.ts';
import type { BackendHealth, Caller, FileIntent, HealthFault, StoredFile } from '../backend.ts';
import { createServiceClient, type ServiceClientOptions, type ServiceRequestLimits } from './service-client.ts';
import { type BodyDeadlines, type BodySource, storageBody } from './storage-body.ts';
import { credentialFields, type StorageCredential, storageAddress } from './storage-endpoint.ts';
import { type FileMetadata, readStorageHead, type StorageHead, substituteTag } from './storage-response-head.ts';
import { discard, holdBody, type UnreadBodyLimits } from './storage-unread-body.ts';

export interface NhostStorageOptions {
  /** The service, as `https://<subdomain>.storage.<region>.nhost.run/v1`; with or without `/v1`, `/files` after it is allowed. */
  readonly url: string;
  /** Used for callers other than the public, whose requests carry no credential at all. */
  readonly credential?: StorageCredential;
  readonly limits?: Partial<StorageLimits>;
  readonly traceparent?: ServiceClientOptions['traceparent'];
}

export interface NhostStorage {
  /** As `ContentBackend.file`. @throws AppError BACKEND_TIMEOUT, BACKEND_UNAVAILABLE, NETWORK */
  file(id: string, caller: Caller, intent?: FileIntent): Promise<StoredFile | null>;
  /** Whether the service answers at all. Never rejects. */
  health(timeoutMs: number): Promise<BackendHealth>;
  /** Closes idle connections; requests under way go on. */
  close(): void;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface Answer {
  readonly head: Extract<StorageHead, { kind: 'whole' | 'part' }>;
  readonly message: IncomingMessage;
}

/** Requests a range of the file; the whole when `range` is undefined. */
type GetRange = (range: string | undefined, signal?: AbortSignal) => Promise<Answer | 'absent' | 'rangeRefused'>;

interface Found {
  readonly answer: Answer;
  readonly getRange: GetRange;
  readonly limits: StorageLimits;
  readonly isLook: boolean;
}

/** Makes the storage. Nothing is opened before the first request. @throws TypeError for an address that is none. */
export function createNhostStorage(options: NhostStorageOptions): NhostStorage {
  const address = storageAddress(options.url);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const client = createServiceClient({ ...limits, service: 'the file storage (STORAGE_URL)', traceparent: options.traceparent });
  const getterFor = (id: string, caller: Caller): GetRange => {
    const url = new URL(`${address.files}/${id}`);
    const own = credentialFields(caller, options.credential);
    return async (range, signal) => {
      const fields = range === undefined ? own : { ...own, Range: range };
      const message = await client.send({ url, fields, signal });
      const head = readStorageHead(message.statusCode ?? 0, message.headers, { ranged: range !== undefined, now: Date.now() });
      if (head.kind === 'whole' || head.kind === 'part') return { head, message };
      discard(message, limits.drainBytes);
      if (head.kind === 'unusable') throw new AppError('NETWORK', { detail: `the file storage ${head.because}` });
      return head.kind;
    };
  };
  return {
    async file(id, caller, intent = { kind: 'look' }) {
      if (!UUID.test(id)) return null;
      const getRange = getterFor(id, caller);
      const answer = await firstUsable(getRange, intent);
      return answer === null ? null : describe(id, { answer, getRange, limits, isLook: intent.kind === 'look' });
    },
    health: async (timeoutMs) => probe((signal) => client.send({ url: new URL(address.version), fields: {}, signal }), timeoutMs, limits),
    close: () => client.close(),
  };
}

const FIRST_BYTE = formatRange({ first: 0, last: 0 });

/** Requests what the intent says, and less where the service refuses the range: an empty file has no first byte. */
async function firstUsable(getRange: GetRange, intent: FileIntent): Promise<Answer | null> {
  const ways = new Set([rangeOf(intent), FIRST_BYTE, undefined]);
  if (intent.kind === 'whole') ways.delete(FIRST_BYTE);
  for (const range of ways) {
    const answer = await getRange(range);
    if (answer === 'absent') return null;
    if (answer !== 'rangeRefused') return answer;
  }
  throw new AppError('NETWORK', { detail: 'the file storage refused every way of asking' });
}

function rangeOf(intent: FileIntent): string | undefined {
  switch (intent.kind) {
    case 'look':
      return FIRST_BYTE;
    case 'whole':
      return undefined;
    case 'range':
      return formatRange(intent);
  }
}

async function describe(id: string, { answer, getRange, limits, isLook }: Found): Promise<StoredFile> {
  const { head, message } = answer;
  const { metadata } = head;
  const size = metadata.size ?? (await sizeByPart(answer, getRange, limits));
  const held = holdBody(message, limits);
  const there = head.kind === 'part' ? head : { start: 0, end: size - 1 };
  // The byte of a `look` is not read.
  if (isLook && head.kind === 'part') held.release();
  return {
    id,
    name: metadata.name,
    mimeType: metadata.mimeType,
    size,
    // Without a validator no two responses may count as equal.
    etag: metadata.etag ?? substituteTag(size, metadata.modified) ?? weakTag(randomUUID()),
    updatedAt: metadata.updatedAt,
    open(range) {
      const wanted = range ?? { start: 0, end: size - 1 };
      const taken = wanted.start === there.start && wanted.end === there.end ? held.take() : null;
      held.release();
      const length = wanted.end - wanted.start + 1;
      const again = (signal: AbortSignal): Promise<BodySource> =>
        reopen(getRange, wanted, { before: { ...metadata, size }, signal, limits });
      if (length > 0) return storageBody({ length, deadlines: limits, source: taken ?? again });
      taken?.resume();
      return Readable.from([]);
    },
    release: () => held.release(),
  };
}

/** A chunked response has no length, but the size is needed before its body is read. */
async function sizeByPart(whole: Answer, getRange: GetRange, limits: StorageLimits): Promise<number> {
  const refuse = (because: string): AppError => {
    whole.message.destroy();
    return new AppError('NETWORK', { detail: `the file storage ${because}` });
  };
  const part = await getRange(FIRST_BYTE).catch((error: unknown) => {
    whole.message.destroy();
    throw error;
  });
  if (typeof part === 'string') throw refuse('gives no length');
  discard(part.message, limits.drainBytes);
  const { size, etag, modified } = part.head.metadata;
  if (size === null) throw refuse('gives no length');
  const { metadata } = whole.head;
  if (etag !== metadata.etag || modified !== metadata.modified) throw refuse('changed a file while it was looked at');
  return size;
}

interface Reopening {
  readonly before: FileMetadata & { readonly size: number };
  readonly signal: AbortSignal;
  readonly limits: StorageLimits;
}

/** Requests bytes of a file that was described before. @throws when its content has changed since. */
async function reopen(getRange: GetRange, { start, end }: ByteRange, { before, signal, limits }: Reopening): Promise<BodySource> {
  const isAll = start === 0 && end === before.size - 1;
  const answer = await getRange(isAll ? undefined : formatRange({ first: start, last: end }), signal);
  if (typeof answer === 'string') throw new AppError('NETWORK', { detail: `the file storage no longer gives a file: ${answer}` });
  const { head, message } = answer;
  const { etag, modified, size } = head.metadata;
  const isSame = etag === before.etag && modified === before.modified && (size ?? before.size) === before.size;
  if (isSame && head.kind === 'whole') return { message, cutAfter: isAll ? null : start };
  if (isSame && head.kind === 'part' && head.start === start && head.end === end) return { message, cutAfter: null };
  discard(message, limits.drainBytes);
  throw new AppError('NETWORK', { detail: 'the file storage changed a file while it was read' });
}

async function probe(
  send: (signal: AbortSignal) => Promise<IncomingMessage>,
  timeoutMs: number,
  limits: StorageLimits,
): Promise<BackendHealth> {
  const begun = performance.now();
  const late = AbortSignal.timeout(timeoutMs);
  const fault = await send(late).then(
    (message): HealthFault | null => {
      discard(message, limits.drainBytes);
      return (message.statusCode ?? 500) < 500 ? null : 'failed';
    },
    (): HealthFault => (late.aborted ? 'timeout' : 'unreachable'),
  );
  // All replicas share the storage, and pages and stored files are served without it: readiness must not depend on it.
  const latencyMs = Math.round((performance.now() - begun) * 10) / 10;
  return { name: 'storage', optional: true, ok: fault === null, latencyMs, ...(fault === null ? {} : { fault }) };
}

/** Bounds of everything that waits for the storage service. */
interface StorageLimits extends ServiceRequestLimits, BodyDeadlines, UnreadBodyLimits {}

const DEFAULT_LIMITS: StorageLimits = {
  // A cold service on a free plan needs some seconds for its first answer; the pages' own deadline is near.
  headMs: 10_000,
  atOnce: 256,
  idleMs: 20_000,
  // A file of 1 MB may take 60 s + 32 s of the storage's time.
  patienceMs: 60_000,
  leastRate: 32 * 1024,
  heldMs: 5_000,
  drainBytes: 64 * 1024,
};
