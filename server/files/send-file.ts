/** Sends one stored file: conditions, ranges, head, body. Everything is streamed; a slow reader slows the reading, a lost one ends it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileGroups } from '../../shared/cache/groups.ts';
import { FILE_POLICY, NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { StoredFile } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { evaluateConditional, isRangeFresh } from '../http/conditional.ts';
import { type ByteRange, parseRange } from '../http/range.ts';
import { contentDisposition } from './content-disposition.ts';
import { exactLength } from './exact-length.ts';
import { presentationOf } from './media-type.ts';
import { multipartRanges } from './multipart-ranges.ts';

interface Body {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  readonly open: () => Readable;
}

/**
 * Answers a GET or HEAD. Resolves when the answer is out or the client is gone.
 * @throws AppError PRECONDITION_FAILED; the storage's own error when the bytes cannot be read.
 */
export async function sendFile(req: IncomingMessage, res: ServerResponse, file: StoredFile): Promise<void> {
  const now = new Date();
  // RFC 9110 §8.8.2.1: never a time in the future
  const lastModified = file.updatedAt > now ? now : file.updatedAt;
  const validators = { etag: file.etag, lastModified };
  applyCachePolicy(res, FILE_POLICY, fileGroups(file.id));
  res.setHeader('ETag', file.etag);
  res.setHeader('Last-Modified', lastModified.toUTCString());
  switch (evaluateConditional({ method: req.method ?? '', headers: req.headers, ...validators })) {
    case 'preconditionFailed':
      throw new AppError('PRECONDITION_FAILED');
    case 'notModified':
      res.writeHead(304).end();
      return;
    case 'proceed':
  }
  describe(res, file);
  // RFC 9110 §14.2: Range is defined for GET alone, and If-Range decides whether it counts.
  const wantsRange = req.method === 'GET' && isRangeFresh(req.headers, validators, now);
  const body = selectBody(res, file, wantsRange ? req.headers.range : undefined);
  res.writeHead(body.status, { ...body.headers, 'Content-Length': body.length });
  if (req.method === 'HEAD') res.end();
  else await stream(body.open(), body.length, res);
}

function describe(res: ServerResponse, file: StoredFile): void {
  const { contentType, disposition, sandbox } = presentationOf(file.mimeType);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Disposition', contentDisposition(disposition, file.name));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // The policy of our pages, when the application has set one, would keep the browser's own viewers from working.
  if (sandbox) res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  else res.removeHeader('Content-Security-Policy');
}

function selectBody(res: ServerResponse, file: StoredFile, field: string | undefined): Body {
  const decision = parseRange(field, file.size);
  switch (decision.kind) {
    case 'ignore':
      return { status: 200, headers: {}, length: file.size, open: () => file.open() };
    case 'unsatisfiable':
      res.removeHeader('Content-Disposition');
      applyCachePolicy(res, NEVER_POLICY);
      return { status: 416, headers: { 'Content-Range': `bytes */${file.size}` }, length: 0, open: () => Readable.from([]) };
    case 'ranges': {
      const [only, ...more] = decision.ranges;
      if (only !== undefined && more.length === 0) return singleRange(file, only);
      const type = String(res.getHeader('Content-Type'));
      const parts = multipartRanges({ ranges: decision.ranges, size: file.size, contentType: type, open: (range) => file.open(range) });
      return { status: 206, headers: { 'Content-Type': parts.contentType }, length: parts.length, open: parts.open };
    }
  }
}

function singleRange(file: StoredFile, range: ByteRange): Body {
  const headers = { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` };
  return { status: 206, headers, length: range.end - range.start + 1, open: () => file.open(range) };
}

async function stream(source: Readable, length: number, res: ServerResponse): Promise<void> {
  try {
    await pipeline(source, exactLength(length), res);
  } catch (error) {
    // The client left; the source is destroyed already, and there is nobody to tell.
    if (isPrematureClose(error)) return;
    res.destroy();
    throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
