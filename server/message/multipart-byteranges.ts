/** The media type multipart/byteranges: several ranges in one body (RFC 9110 §14.6). */
import { randomBytes } from 'node:crypto';
import type { ByteRange } from './byte-ranges.ts';

export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Builds one body of `ranges` of a representation of `complete` bytes; `slice` returns the bytes of each range. */
export function multipartByteranges(
  ranges: readonly ByteRange[],
  complete: number,
  partType: string | null,
  slice: (range: ByteRange) => Buffer,
): MultipartBody {
  // Random, so that the author of a stored body cannot put the boundary into it.
  const boundary = randomBytes(18).toString('hex');
  const pieces: Buffer[] = [];
  for (const range of ranges) {
    const type = partType === null ? '' : `Content-Type: ${partType}\r\n`;
    const head = `--${boundary}\r\n${type}Content-Range: bytes ${range.first}-${range.last}/${complete}\r\n\r\n`;
    pieces.push(Buffer.from(head, 'latin1'), slice(range), Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/byteranges; boundary=${boundary}`, bytes: Buffer.concat(pieces) };
}
