/** One decoder process as the site holds it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import path from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import { HeavyPicture } from './memory-estimate.ts';
import {
  DECODER_SOCKET,
  type DecoderAnswer,
  type DecoderOrder,
  frameLengths,
  frameStart,
  type PictureSource,
  PREFIX_BYTES,
} from './protocol.ts';
import type { MadePicture } from './transform.ts';

/** A decoder was gone before it had the whole of its picture, which then is not to blame. */
export class DecoderGone extends AppError {
  constructor(detail: string) {
    super('BACKEND_UNAVAILABLE', { detail });
  }
}

/** Something that makes one picture at a time. */
export interface Decoder {
  /**
   * Makes a picture. When it takes longer than `deadlineMs` the decoder is ended. Call again only after the promise has settled.
   * @throws AppError of the picture's own fault, BACKEND_TIMEOUT, or IMAGE_DECODER_FAILED when the decoder ended without an answer;
   * DecoderGone; HeavyPicture where the order does not let it be one.
   */
  make(source: PictureSource, order: DecoderOrder, deadlineMs: number): Promise<MadePicture>;
  /** True once it can make nothing more. */
  readonly isEnded: boolean;
  /** Settles when it is gone. */
  readonly gone: Promise<void>;
  /** Ends it at once, whatever it does. Safe to call twice. */
  end(): void;
}

interface Job {
  readonly resolve: (picture: MadePicture) => void;
  readonly reject: (error: AppError) => void;
}

const ENTRY = path.join(import.meta.dirname, 'process.ts');

/**
 * All that a decoder gets of an environment. Two allocation arenas instead of eight for each core: pictures are large and short-lived,
 * and what they leave behind in an arena stays with the process. One thread of the pool is enough for one picture.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' };

/** Starts a decoder. It inherits no environment, no standard streams and no file but its socket. @throws AppError BACKEND_UNAVAILABLE */
export function startDecoder(): Decoder {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRY], {
    env: ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // A process that has no descriptor left gets a child without pipes, and an event that ends it when nobody listens.
  const pipes: readonly unknown[] | undefined = child.stdio;
  const socket = pipes?.[DECODER_SOCKET];
  if (!(socket instanceof Socket)) {
    child.once('error', () => {
      // Said below, at once.
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
  /** Whether the decoder has said that it has all of its picture: it looks at nothing before. */
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
    // No picture is to blame when the machine has no process to give.
    child.once('error', (error) => lost(new DecoderGone(`the decoder did not start: ${error.message}`)));
    // `close` comes after the last byte of the socket, so an answer that was sent whole is never lost.
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
    // Whoever waits until it is gone must hear of it.
    this.#child.ref();
  }

  /** An idle decoder does not keep the site's process alive. */
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
  /** Null for what is no answer. */
  readonly head: DecoderAnswer | null;
  readonly body: Buffer;
}

/** Puts answers together from the pieces in which they arrive. */
class AnswerReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Returns the answers that are whole now. */
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
        head: JSON.parse(bytes.toString('utf8', PREFIX_BYTES, bodyAt)) as DecoderAnswer,
        body: bytes.subarray(bodyAt, whole),
      });
      this.#pieces = [bytes.subarray(whole)];
      this.#length -= whole;
    }
    return answers;
  }
}
