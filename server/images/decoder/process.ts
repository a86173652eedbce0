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

prepareDecoder();
await serve();

async function serve(): Promise<void> {
  for (;;) {
    const prefix = read(PREFIX_BYTES);
    const lengths = prefix === null ? null : frameLengths(prefix);
    if (lengths === null) return;
    const head = read(lengths.head);
    const body = read(lengths.body);
    if (head === null || body === null) return;
    const order = JSON.parse(head.toString()) as PictureOrder;
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

/** The next `length` bytes, or null once the other end is closed. */
function read(length: number): Buffer | null {
  const bytes = Buffer.allocUnsafeSlow(length);
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
