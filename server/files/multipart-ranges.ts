import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../http/range.ts';

export interface MultipartRequest {
  readonly ranges: readonly ByteRange[];
  readonly size: number;
  /** Media type of the whole file, repeated in each part. */
  readonly contentType: string;
  readonly open: (range: ByteRange) => Readable;
}

export interface MultipartBody {
  readonly contentType: string;
  /** Bytes of the whole body. */
  readonly length: number;
  /** Opens the parts one after the other; never two at the same time. */
  readonly open: () => Readable;
}

/** Builds a `multipart/byteranges` body (RFC 9110 §14.6). */
export function multipartRanges({ ranges, size, contentType, open }: MultipartRequest): MultipartBody {
  const boundary = randomUUID();
  const end = `\r\n--${boundary}--\r\n`;
  const parts = ranges.map((range) => ({
    range,
    head: `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: bytes ${range.start}-${range.end}/${size}\r\n\r\n`,
  }));
  const length = parts.reduce((sum, { head, range }) => sum + head.length + range.end - range.start + 1, end.length);
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, open: () => partsInTurn(parts, open, end) };
}

interface Part {
  readonly range: ByteRange;
  readonly head: string;
}

function partsInTurn(parts: readonly Part[], open: MultipartRequest['open'], end: string): Readable {
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
    // A generator that waits for bytes cannot be ended from outside; the part that it waits for can.
    destroy(error, done) {
      current?.destroy();
      done(error);
    },
  });
}
