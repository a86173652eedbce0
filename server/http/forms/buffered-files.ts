/**
 * Files of a form while it is answered: small ones in memory, others in a folder. A file on a disk costs five calls of the system, which take as long
 * as the case itself, and most attachments are smaller than what a socket and a statement hold anyway.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HEAD_BYTES, type Spool, type SpooledFile } from '../spool.ts';

export type BufferedFile = Omit<SpooledFile, 'path'>;

export interface FileBuffer {
  /**
   * Takes a stream to its end. Nothing in memory is left of one that it does not take.
   * @throws AppError NO_SPACE, BACKEND_UNAVAILABLE and BACKEND_TIMEOUT of the folder; the error of the stream
   */
  receive(content: Readable): Promise<BufferedFile>;
}

export interface BufferBounds {
  /** Bytes of a file in memory. */
  readonly each: number;
  /** Bytes of all files in memory. */
  readonly all: number;
}

/** A piece of the storage in the database; and as much as a hundred such files, for all senders together. */
const BOUNDS: BufferBounds = { each: 256 * 1024, all: 32 * 1024 * 1024 };

/** Makes the holder over a folder that takes what is larger, or more than all that may be held. */
export function createFileBuffer(spool: Pick<Spool, 'receive'>, bounds: BufferBounds = BOUNDS): FileBuffer {
  let held = 0;
  return {
    async receive(content) {
      const begun: Buffer[] = [];
      let size = 0;
      let isHeld = false;
      const release = (): void => {
        held -= size;
        size = 0;
      };
      try {
        const arriving = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
        for (let next = await arriving.next(); next.done !== true; next = await arriving.next()) {
          begun.push(next.value);
          size += next.value.length;
          held += next.value.length;
          if (size > bounds.each || held > bounds.all) {
            return await spool.receive(Readable.from(continued(begun, arriving)), Number.POSITIVE_INFINITY);
          }
        }
        isHeld = true;
        return inMemory(Buffer.concat(begun), release);
      } finally {
        if (!isHeld) {
          release();
          content.destroy();
        }
      }
    },
  };
}

async function* continued(begun: readonly Buffer[], arriving: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* begun;
  for (let next = await arriving.next(); next.done !== true; next = await arriving.next()) yield next.value;
}

function inMemory(bytes: Buffer, release: () => void): BufferedFile {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    head: bytes.subarray(0, HEAD_BYTES),
    open: () => Readable.from([bytes]),
    async discard() {
      release();
    },
  };
}
