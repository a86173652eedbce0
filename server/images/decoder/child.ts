/** One decoder process, seen from the site's process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import { MEDIA_TYPES, type PictureType } from '../picture-type.ts';
import { HeavyPicture } from './memory-estimate.ts';
import {
  DECODER_FAULTS,
  DECODER_SOCKET,
  type DecoderAnswer,
  type DecoderOrder,
  frameLengths,
  frameStart,
  type PictureSource,
  PREFIX_BYTES,
} from './protocol.ts';
import type { MadePicture } from './transform.ts';

/** A decoder ended before it had read its whole picture, so the picture did not cause it. */
export class DecoderGone extends AppError {
  constructor(detail: string) {
    super('BACKEND_UNAVAILABLE', { detail });
  }
}

/** A decoder makes one picture at a time. */
export interface Decoder {
  /**
   * Makes a picture. After `deadlineMs` the decoder is killed. Call again only after the promise has settled.
   * @throws AppError the error of the picture, BACKEND_TIMEOUT, or IMAGE_DECODER_FAILED when the decoder ended without an answer;
   * DecoderGone; HeavyPicture where the order does not allow one.
   */
  make(source: PictureSource, order: DecoderOrder, deadlineMs: number): Promise<MadePicture>;
  /** True when it can make no more pictures. */
  readonly isEnded: boolean;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  /** Kills it at once. Safe to call twice. */
  end(): void;
}

interface Job {
  readonly resolve: (picture: MadePicture) => void;
  readonly reject: (error: AppError) => void;
}

const ENTRY = fileURLToPath(new URL('./process.ts', import.meta.url));

/**
 * The whole environment of a decoder. Two allocation arenas instead of eight for each core, because large, short-lived pictures leave free
 * memory in each arena that the process does not return. One thread of the pool is enough for one picture.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' };

/** Starts a decoder. It inherits no environment, no standard streams and no descriptor but its socket. @throws AppError BACKEND_UNAVAILABLE */
export function startDecoder(): Decoder {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRY], {
    env: ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // When no descriptor is left, `spawn` returns a child without pipes and emits an error, which ends this process without a listener.
  const pipes: readonly unknown[] | undefined = child.stdio;
  const socket = pipes?.[DECODER_SOCKET];
  if (!(socket instanceof Socket)) {
    child.once('error', () => {
      // The error is thrown below.
    });
    throw new AppError('BACKEND_UNAVAILABLE', { detail: 'no socket to a decoder: descriptors may have run out' });
  }
  return new DecoderChild(child, socket);
}

class DecoderChild implements Decoder {
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #answers = new AnswerReader();
  #job: Job | null = null;
  #ended = false;
  /** Whether the decoder has confirmed that it has its whole picture, which it starts to parse only then. */
  #hasBegun = false;

  constructor(child: ChildProcess, socket: Socket) {
    this.#child = child;
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    const lost = (error: AppError): void => {
      this.#ended = true;
      this.#job?.reject(error);
      this.#job = null;
      socket.destroy();
      resolve();
    };
    // The system could not start a process; the picture did not cause that.
    child.once('error', (error) => lost(new DecoderGone(`the decoder did not start: ${error.message}`)));
    // `close` follows the last byte of the socket, so a complete answer is never lost.
    child.once('close', (code, signal) => {
      const detail = `the decoder ended with ${signal ?? code}`;
      lost(this.#hasBegun ? new AppError('IMAGE_DECODER_FAILED', { detail }) : new DecoderGone(detail));
    });
    socket.on('error', () => this.end());
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#hold(false);
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  async make(source: PictureSource, order: DecoderOrder, deadlineMs: number): Promise<MadePicture> {
    if (this.#ended) throw new DecoderGone('the decoder has ended');
    if (this.#job !== null) throw new AppError('INTERNAL', { detail: 'the decoder is not free' });
    const { promise, resolve, reject } = Promise.withResolvers<MadePicture>();
    this.#job = { resolve, reject };
    const timer = setTimeout(() => {
      this.end();
      reject(new AppError('BACKEND_TIMEOUT', { detail: `no picture within ${deadlineMs} ms` }));
    }, deadlineMs);
    this.#hold(true);
    this.#hasBegun = false;
    if (Buffer.isBuffer(source)) {
      this.#socket.write(frameStart({ order, file: null }, source.length));
      this.#socket.write(source);
    } else this.#socket.write(frameStart({ order, file: source }, 0));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#hold(false);
    }
  }

  end(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
    // Callers may wait for `gone`, so its exit must be observed.
    this.#child.ref();
  }

  /** An idle decoder must not keep the site's process alive. */
  #hold(working: boolean): void {
    if (working) {
      this.#child.ref();
      this.#socket.ref();
    } else {
      this.#child.unref();
      this.#socket.unref();
    }
  }

  #receive(chunk: Buffer): void {
    for (const { head, body } of this.#answers.push(chunk)) this.#take(head, body);
  }

  #take(head: DecoderAnswer | null, body: Buffer): void {
    if (head?.kind === 'begun') {
      this.#hasBegun = true;
      return;
    }
    const job = this.#job;
    this.#job = null;
    if (head === null || job === null) {
      this.end();
      job?.reject(new AppError('IMAGE_DECODER_FAILED', { detail: 'the decoder sent something else than an answer' }));
    } else if (head.kind === 'made') job.resolve({ type: head.type, bytes: body });
    else if (head.kind === 'heavy') job.reject(new HeavyPicture(head.detail));
    else job.reject(new AppError(head.code, { detail: head.detail }));
  }
}

interface Answer {
  /** Null for bytes that are not an answer. */
  readonly head: DecoderAnswer | null;
  readonly body: Buffer;
}

/** Assembles answers from the chunks in which they arrive. */
class AnswerReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Returns the answers that this chunk completes. */
  push(chunk: Buffer): readonly Answer[] {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    const answers: Answer[] = [];
    while (this.#length >= PREFIX_BYTES) {
      const [first] = this.#pieces;
      const lengths = frameLengths(first !== undefined && first.length >= PREFIX_BYTES ? first : Buffer.concat(this.#pieces));
      if (lengths === null) return [...answers, { head: null, body: chunk }];
      const bodyAt = PREFIX_BYTES + lengths.head;
      const whole = bodyAt + lengths.body;
      if (this.#length < whole) break;
      const bytes = Buffer.concat(this.#pieces);
      answers.push({
        head: readAnswerHead(bytes.toString('utf8', PREFIX_BYTES, bodyAt)),
        body: bytes.subarray(bodyAt, whole),
      });
      this.#pieces = [bytes.subarray(whole)];
      this.#length -= whole;
    }
    return answers;
  }
}

const ANSWER_HEAD = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('made'), type: z.enum(Object.keys(MEDIA_TYPES) as PictureType[]) }),
  z.object({ kind: z.literal('heavy'), detail: z.string() }),
  z.object({ kind: z.literal('refused'), code: z.enum(DECODER_FAULTS), detail: z.string() }),
]);

/**
 * Returns the head of an answer; null for a text that is none. A picture may have taken its decoder over, so nothing of it is believed before it has
 * the shape of an answer. @param text JSON
 */
export function readAnswerHead(text: string): DecoderAnswer | null {
  try {
    return ANSWER_HEAD.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
