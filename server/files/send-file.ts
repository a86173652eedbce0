/** Sends one stored file: preconditions, ranges, head, body. The body is streamed with backpressure and ends when the client disconnects. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileGroups } from '../../shared/cache/groups.ts';
import { FILE_POLICY, NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { StoredFile } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { isPrematureClose } from '../http/responses.ts';
import { type ByteRange, chooseRanges, formatContentRange, formatUnsatisfiedRange } from '../message/byte-ranges.ts';
import { fieldValue } from '../message/field-lines.ts';
import { formatHttpDate } from '../message/http-date.ts';
import { type MultipartFraming, multipartFraming } from '../message/multipart-byteranges.ts';
import { evaluatePreconditions, ifRangeHolds, type Validators } from '../message/preconditions.ts';
import { type Presentation, presentationOf } from './media-type.ts';

interface Body {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  readonly open: () => Readable;
}

export interface SendFileOptions {
  /** Milliseconds in which at least one chunk must pass; see `FilesRouterOptions`. */
  readonly stalledMs: number;
  /** See `FilesRouterOptions.boundary`. */
  readonly boundarySeconds: number | undefined;
  /** True for a caller who signed in: no cache may store what the public may not read. */
  readonly isPrivate: boolean;
}

/**
 * Answers a GET or HEAD. Resolves when the response is sent or the client has disconnected; the file is released in any case.
 * @throws AppError PRECONDITION_FAILED, BACKEND_UNAVAILABLE and the storage's own, before or after the head has gone.
 */
export async function sendFile(req: IncomingMessage, res: ServerResponse, file: StoredFile, options: SendFileOptions): Promise<void> {
  try {
    const body = prepare(req, res, file, options);
    if (body === null) res.writeHead(304).end();
    else if (req.method === 'HEAD') writeHead(res, body).end();
    else await send(res, body, options.stalledMs);
  } finally {
    file.release?.();
  }
}

/** Sets the fields of the response and returns its body; null when the client has the file (304). */
function prepare(
  req: IncomingMessage,
  res: ServerResponse,
  file: StoredFile,
  { isPrivate, boundarySeconds }: SendFileOptions,
): Body | null {
  const now = Date.now();
  const validators = validatorsOf(file, now);
  if (isPrivate) applyCachePolicy(res, NEVER_POLICY);
  else applyCachePolicy(res, FILE_POLICY, fileGroups(file.id), boundarySeconds);
  res.setHeader('ETag', file.etag);
  if (validators.lastModified !== null) res.setHeader('Last-Modified', validators.lastModified);
  const presentation = presentationOf(file.mimeType);
  // RFC 9111 §3.2: a 304 updates the stored fields of a browser, so it carries the same fields as the 200.
  protect(res, presentation);
  // A file says neither whom it is about nor whether it was revoked; its page does, and search engines list that (decision 0100).
  if (!file.mimeType.startsWith('image/')) res.setHeader('X-Robots-Tag', 'noindex');
  switch (evaluatePreconditions(req.method ?? '', req.headers, validators, now)) {
    case 'preconditionFailed':
      throw new AppError('PRECONDITION_FAILED');
    case 'notModified':
      return null;
    case 'proceed':
  }
  res.setHeader('Content-Type', presentation.contentType);
  res.setHeader('Content-Disposition', contentDisposition(presentation.disposition, file.name));
  // RFC 9110 §14.2: Range is defined for GET alone, and If-Range decides whether it counts.
  const ifRange = fieldValue(req.rawHeaders, 'if-range');
  const wantsRange = req.method === 'GET' && ifRangeHolds(ifRange, validators, formatHttpDate(now), now);
  return selectBody(res, file, wantsRange ? (req.headers.range ?? null) : null);
}

function writeHead(res: ServerResponse, { status, headers, length }: Body): ServerResponse {
  return res.writeHead(status, { 'Accept-Ranges': 'bytes', ...headers, 'Content-Length': length });
}

/** RFC 9110 §8.8.2.1: Last-Modified is never in the future. */
function validatorsOf({ etag, updatedAt }: StoredFile, now: number): Validators {
  return { etag, lastModified: updatedAt === null ? null : formatHttpDate(Math.min(updatedAt.getTime(), now)) };
}

function protect(res: ServerResponse, { sandbox }: Presentation): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // A policy that the app may have set for pages would break the browser's own viewers.
  if (sandbox) res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  else res.removeHeader('Content-Security-Policy');
}

function selectBody(res: ServerResponse, file: StoredFile, field: string | null): Body {
  const decision = chooseRanges(field, file.size);
  switch (decision.kind) {
    case 'whole':
      return { status: 200, headers: {}, length: file.size, open: () => file.open() };
    case 'unsatisfiable':
      res.removeHeader('Content-Disposition');
      applyCachePolicy(res, NEVER_POLICY);
      return { status: 416, headers: { 'Content-Range': formatUnsatisfiedRange(file.size) }, length: 0, open: () => Readable.from([]) };
    case 'ranges': {
      const [only, ...more] = decision.ranges;
      if (more.length === 0) return singleRange(file, only);
      const framing = multipartFraming(decision.ranges, file.size, String(res.getHeader('Content-Type')));
      const { contentType, length } = framing;
      const open = (): Readable => multipartStream(framing, (range) => openRange(file, range));
      return { status: 206, headers: { 'Content-Type': contentType }, length, open };
    }
  }
}

function singleRange(file: StoredFile, range: ByteRange): Body {
  const headers = { 'Content-Range': formatContentRange(range, file.size) };
  return { status: 206, headers, length: range.last - range.first + 1, open: () => openRange(file, range) };
}

function openRange(file: StoredFile, { first, last }: ByteRange): Readable {
  return file.open({ start: first, end: last });
}

async function send(res: ServerResponse, body: Body, stalledMs: number): Promise<void> {
  const source = body.open();
  if (!(await hasBegun(source, res))) return;
  writeHead(res, body);
  try {
    await pipeline(source, exactLength(body.length, stalledMs), res);
  } catch (error) {
    // The client disconnected. The pipeline has destroyed the source.
    if (isPrematureClose(error)) return;
    res.destroy();
    throw error;
  }
}

/**
 * Waits for the first byte, because an error of the storage before it can still be answered with a status. Returns false when the client
 * disconnected meanwhile; the source is destroyed then.
 */
async function hasBegun(source: Readable, res: ServerResponse): Promise<boolean> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  res.once('close', leave);
  try {
    if (res.destroyed) leave();
    await once(source, 'readable', { signal: left.signal });
    return true;
  } catch (cause) {
    source.on('error', () => undefined).destroy();
    if (left.signal.aborted) return false;
    throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
  } finally {
    res.off('close', leave);
  }
}

/**
 * Makes a stream that passes bytes on and fails when there are fewer or more than `bytes`. Without it a client would wait for the rest of a
 * body that ended early (Node's `strictContentLength` throws outside any handler instead of failing the pipeline). It also fails when no
 * chunk passes for `stalledMs` milliseconds, because a client that stops reading would otherwise hold a file or a connection to the storage.
 */
function exactLength(bytes: number, stalledMs: number): Transform {
  let passed = 0;
  const timer = setTimeout(() => gate.destroy(new Error(`a transfer stood still for ${stalledMs} ms`)), stalledMs).unref();
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      passed += chunk.length;
      if (passed > bytes) done(new Error(`a stored file has more than its ${bytes} bytes`));
      else done(null, chunk);
    },
    flush(done) {
      if (passed < bytes) done(new Error(`a stored file ended after ${passed} of ${bytes} bytes`));
      else done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  return gate;
}

/** Streams a multipart body; `open` is called for one range after the other, never for two at the same time. */
function multipartStream({ parts, end }: MultipartFraming, open: (range: ByteRange) => Readable): Readable {
  let current: Readable | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    for (const { head, range } of parts) {
      yield head;
      current = open(range);
      yield* current;
    }
    yield end;
  }
  const turn = pieces();
  return new Readable({
    read() {
      turn.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    // A generator that waits for bytes cannot be ended from outside, but the stream that it waits for can.
    destroy(error, done) {
      current?.destroy();
      done(error);
    },
  });
}
