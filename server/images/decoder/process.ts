/**
 * The decoder process: it makes one picture after another. A crash in native code ends this process only. It reads and writes with blocking
 * calls, because it does nothing but its one picture, and ends when its socket is closed.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { AppError } from '../../../shared/errors/app-error.ts';
import { HeavyPicture } from './memory-estimate.ts';
import {
  DECODER_FAULTS,
  DECODER_SOCKET,
  type DecoderAnswer,
  type DecoderRequest,
  frameLengths,
  frameStart,
  PREFIX_BYTES,
  type SourceFile,
} from './protocol.ts';
import { prepareDecoder, transformPicture } from './transform.ts';

const NOTHING = Buffer.alloc(0);

let reused: Buffer = NOTHING;

offerToBeKilledFirst();
prepareDecoder();
await serve();

/** proc_pid_oom_score_adj(5): when memory runs out, Linux kills a decoder, which costs one picture, before the site. */
function offerToBeKilledFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems do not have this file and some containers forbid the write; the system then kills the largest process.
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
  const code = DECODER_FAULTS.find((fault) => error instanceof AppError && error.code === fault);
  // Any other error is a bug: the process ends, and the request is answered as after a crash.
  if (code === undefined) throw error;
  return { kind: 'refused', code, detail: error instanceof AppError ? (error.detail ?? '') : '' };
}

/** Reads `length` bytes from the socket; null when it is closed. The bytes are valid until the next call. */
function read(length: number): Buffer | null {
  return fill(bufferOf(length), DECODER_SOCKET);
}

/** Reads a file; the bytes are valid until the next call. @throws AppError BACKEND_UNAVAILABLE when it is missing or has another size */
function readFile({ path, size }: SourceFile): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size !== size) throw new Error(`${facts.size} bytes instead of ${size}`);
    const bytes = fill(bufferOf(size), file);
    if (bytes === null) throw new Error('the file became shorter');
    return bytes;
  } catch (cause) {
    throw new AppError('BACKEND_UNAVAILABLE', { cause, detail: cause instanceof Error ? cause.message.slice(0, 200) : 'not read' });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function bufferOf(length: number): Buffer {
  // New memory for each photograph costs a millisecond of page faults (measured). It is freed when the idle process ends.
  if (reused.length < length) reused = Buffer.allocUnsafeSlow(length);
  return reused.subarray(0, length);
}

/** Fills `bytes` from the position of `file`; null when the file ends before. */
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
