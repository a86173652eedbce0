/**
 * The decoder: a process of its own that makes one picture after another. A fault in a native decoder ends this process and nothing
 * else. It reads and writes with blocking calls, for it has nothing to do but its one picture, and ends when its socket does.
 */
import { readSync, writeSync } from 'node:fs';
import { AppError } from '../../../shared/errors/app-error.ts';
import {
  DECODER_SOCKET,
  type DecoderAnswer,
  type DecoderFault,
  frameLengths,
  frameStart,
  type PictureOrder,
  PREFIX_BYTES,
} from './frames.ts';
import { prepareDecoder, transformPicture } from './transform.ts';

const FAULTS: readonly DecoderFault[] = [
  'UNSUPPORTED_IMAGE',
  'IMAGE_FORMAT_NOT_ACCEPTED',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'BACKEND_TIMEOUT',
];

let room: Buffer = Buffer.alloc(0);

prepareDecoder();
await serve();

async function serve(): Promise<void> {
  for (;;) {
    const prefix = read(PREFIX_BYTES);
    const lengths = prefix === null ? null : frameLengths(prefix);
    if (lengths === null) return;
    const head = read(lengths.head);
    if (head === null) return;
    const order = JSON.parse(head.toString()) as PictureOrder;
    const body = read(lengths.body);
    if (body === null) return;
    try {
      const made = await transformPicture(body, order);
      write({ kind: 'made', type: made.type }, made.bytes);
    } catch (error) {
      write(refusal(error), Buffer.alloc(0));
    }
  }
}

function refusal(error: unknown): DecoderAnswer {
  const code = FAULTS.find((fault) => error instanceof AppError && error.code === fault);
  // Anything else is a fault of this program: the process ends, and the request is answered as after a crash.
  if (code === undefined) throw error;
  return { kind: 'refused', code, detail: error instanceof AppError ? (error.detail ?? '') : '' };
}

/** The next `length` bytes, until the next call; null once the other end is closed. */
function read(length: number): Buffer | null {
  // Fresh memory for each photograph costs a millisecond of page faults; the process ends when it is idle, and the memory with it.
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  const bytes = room.subarray(0, length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(DECODER_SOCKET, bytes, filled, length - filled, null);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
}

function write(head: DecoderAnswer, body: Buffer): void {
  for (const bytes of [frameStart(head, body.length), body]) {
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(DECODER_SOCKET, bytes, sent, bytes.length - sent);
  }
}
