/** The media type multipart/byteranges: several ranges in one body (RFC 9110 §14.6). */
import { randomBytes } from 'node:crypto';
import { type ByteRange, formatContentRange } from './byte-ranges.ts';

/** Everything of a multipart body but the bytes of its ranges. */
export interface MultipartFraming {
  readonly contentType: string;
  /** Bytes of the complete body, ranges included. */
  readonly length: number;
  readonly parts: readonly { readonly head: string; readonly range: ByteRange }[];
  readonly end: string;
}

/** Frames `ranges` of a representation of `complete` bytes whose media type is `partType`. */
export function multipartFraming(ranges: readonly ByteRange[], complete: number, partType: string | null): MultipartFraming {
  // Random, so that the author of a stored body cannot put the boundary into it.
  const boundary = randomBytes(18).toString('hex');
  const type = partType === null ? '' : `Content-Type: ${partType}\r\n`;
  const parts = ranges.map((range, index) => ({
    range,
    head: `${index === 0 ? '' : '\r\n'}--${boundary}\r\n${type}Content-Range: ${formatContentRange(range, complete)}\r\n\r\n`,
  }));
  const end = `\r\n--${boundary}--\r\n`;
  const length = parts.reduce((sum, { head, range }) => sum + head.length + range.last - range.first + 1, end.length);
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, parts, end };
}

export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Builds one body of `ranges` in memory; `slice` returns the bytes of each range. */
export function multipartByteranges(
  ranges: readonly ByteRange[],
  complete: number,
  partType: string | null,
  slice: (range: ByteRange) => Buffer,
): MultipartBody {
  const { contentType, parts, end } = multipartFraming(ranges, complete, partType);
  const pieces = parts.flatMap(({ head, range }) => [Buffer.from(head, 'latin1'), slice(range)]);
  return { contentType, bytes: Buffer.concat([...pieces, Buffer.from(end)]) };
}
