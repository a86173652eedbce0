/**
 * The decoder: a process of its own that makes one picture after another. A fault in a native decoder ends this process and nothing
 * else. It reads and writes with blocking calls, for it has nothing to do but its one picture, and ends when its socket does.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { AppError } from '../../../shared/errors/app-error.ts';
import { HeavyPicture } from './memory-estimate.ts';
import {
  DECODER_SOCKET,
  type DecoderAnswer,
  type DecoderFault,
  type DecoderRequest,
  frameLengths,
  frameStart,
  PREFIX_BYTES,
  type SourceFile,
} from './protocol.ts';
import { prepareDecoder, transformPicture } from './transform.ts';

const FAULTS: readonly DecoderFault[] = [
  'UNSUPPORTED_IMAGE',
  'IMAGE_FORMAT_NOT_ACCEPTED',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'BACKEND_UNAVAILABLE',
  'BACKEND_TIMEOUT',
];

const NOTHING = Buffer.alloc(0);

let room: Buffer = NOTHING;

offerToBeKilledFirst();
prepareDecoder();
await serve();

/** proc_pid_oom_score_adj(5): where memory runs out, Linux ends a decoder, which costs one picture, and not the site. */
function offerToBeKilledFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems have no such file, and some containers do not let it be written: then the largest process is chosen, as ever.
  }
}

async function serve(): Promise<void> {
  for (;;) {
    const prefix = read(PREFIX_BYTES);
    const lengths = prefix === null ? null : frameLengths(prefix);
    if (lengths === null) return;
    const head = read(lengths.head);
    if (head === null) return;
    const { order, file } = JSON.parse(head.toString()) as DecoderRequest;
    const body = read(lengths.body);
    if (body === null) return;
    try {
      const source = file === null ? body : readFile(file);
      write({ kind: 'begun' }, NOTHING);
      const made = await transformPicture(source, order);
      write({ kind: 'made', type: made.type }, made.bytes);
    } catch (error) {
      write(refusal(error), NOTHING);
    }
  }
}

function refusal(error: unknown): DecoderAnswer {
  if (error instanceof HeavyPicture) return { kind: 'heavy', detail: error.detail ?? '' };
  const code = FAULTS.find((fault) => error instanceof AppError && error.code === fault);
  // Anything else is a fault of this program: the process ends, and the request is answered as after a crash.
  if (code === undefined) throw error;
  return { kind: 'refused', code, detail: error instanceof AppError ? (error.detail ?? '') : '' };
}

/** The next `length` bytes of the socket, until the next call; null once the other end is closed. */
function read(length: number): Buffer | null {
  return fill(roomFor(length), DECODER_SOCKET);
}

/** The bytes of a file, until the next call. @throws AppError BACKEND_UNAVAILABLE where it is not the one that was meant. */
function readFile({ path, size }: SourceFile): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size !== size) throw new Error(`${facts.size} bytes instead of ${size}`);
    const bytes = fill(roomFor(size), file);
    if (bytes === null) throw new Error('the file became shorter');
    return bytes;
  } catch (cause) {
    throw new AppError('BACKEND_UNAVAILABLE', { cause, detail: cause instanceof Error ? cause.message.slice(0, 200) : 'not read' });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function roomFor(length: number): Buffer {
  // Fresh memory for each photograph costs a millisecond of page faults; the process ends when it is idle, and the memory with it.
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  return room.subarray(0, length);
}

/** Fills `bytes` from where `file` is; null when it ends before. */
function fill(bytes: Buffer, file: number): Buffer | null {
  for (let filled = 0; filled < bytes.length; ) {
    const count = readSync(file, bytes, filled, bytes.length - filled, null);
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
