/**
 * The bytes of one file, or of a part of it, from a response of the storage: exactly as many as promised, or an error. A slow reader pauses
 * the response, and the connection is closed when the reader is destroyed.
 *
 * The deadlines do not cover a reader that does not read: the caller that reads for a client bounds that time.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';

export interface BodyDeadlines {
  /** Milliseconds without a byte while bytes are wanted. */
  readonly idleMs: number;
  /** Milliseconds of waiting for the storage that any body may cost... */
  readonly patienceMs: number;
  /** ...and bytes a second above which a body may take longer than that. */
  readonly leastRate: number;
}

/** A response whose body has not been read yet. */
export interface BodySource {
  readonly message: IncomingMessage;
  /** Number of bytes before the wanted ones, where the storage sends the whole instead of a part; null where it sends the wanted part. */
  readonly cutAfter: number | null;
}

export interface BodyOptions {
  readonly length: number;
  readonly deadlines: BodyDeadlines;
  /** A response, or a function that requests one when the first byte is wanted; the signal aborts the request. */
  readonly source: IncomingMessage | ((signal: AbortSignal) => Promise<BodySource>);
}

/** Opens the body. The reader consumes or destroys it. */
export function storageBody(options: BodyOptions): Readable {
  return new StorageBody(options);
}

/** Read ahead of a slow reader: enough that a pause of the connection is rare. */
const READ_AHEAD = 256 * 1024;

class StorageBody extends Readable {
  readonly #length: number;
  readonly #deadlines: BodyDeadlines;
  readonly #source: BodyOptions['source'];
  readonly #abort = new AbortController();
  #message: IncomingMessage | null;
  #begun = false;
  #ended = false;
  #isCut = false;
  #toSkip = 0;
  #left: number;
  #idle: NodeJS.Timeout | undefined;
  /** When the current wait for the storage began; null while the reader is the slower side. */
  #waitingSince: number | null = null;
  #waited = 0;
  #received = 0;

  constructor({ length, deadlines, source }: BodyOptions) {
    super({ highWaterMark: READ_AHEAD });
    this.#length = length;
    this.#left = length;
    this.#deadlines = deadlines;
    this.#source = source;
    this.#message = typeof source === 'function' ? null : source;
  }

  override _read(): void {
    if (!this.#begun) this.#begin();
    else if (this.#message !== null) {
      this.#wait();
      this.#message.resume();
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#idle);
    this.#abort.abort();
    this.#message?.destroy();
    done(error);
  }

  #begin(): void {
    this.#begun = true;
    if (typeof this.#source !== 'function') {
      this.#attach({ message: this.#source, cutAfter: null });
      return;
    }
    this.#source(this.#abort.signal).then(
      (source) => this.#attach(source),
      (error: Error) => this.destroy(error),
    );
  }

  #attach({ message, cutAfter }: BodySource): void {
    this.#message = message;
    this.#isCut = cutAfter !== null;
    this.#toSkip = cutAfter ?? 0;
    if (this.destroyed || message.destroyed) {
      message.destroy();
      this.destroy(fault('broke off before the first byte'));
      return;
    }
    message.on('data', (chunk: Buffer) => this.#take(chunk));
    message.once('end', () => this.#end());
    // Also where the connection breaks off: then no end comes.
    message.once('close', () => this.#end());
    this.#wait();
  }

  #take(chunk: Buffer): void {
    if (this.destroyed || this.#ended) return;
    const late = this.#paceFault(chunk.byteLength);
    const skipped = Math.min(this.#toSkip, chunk.byteLength);
    const bytes = chunk.subarray(skipped, skipped + this.#left);
    this.#toSkip -= skipped;
    this.#left -= bytes.byteLength;
    if (late !== null) this.destroy(late);
    else if (skipped + bytes.byteLength < chunk.byteLength && !this.#isCut) this.destroy(fault(`sent over ${this.#length} bytes`));
    else if (bytes.byteLength > 0 && !this.push(bytes)) this.#pause();
    if (this.#isCut && this.#left === 0) this.#finish();
  }

  #end(): void {
    if (this.destroyed || this.#ended) return;
    if (this.#message?.complete === true && this.#left === 0) this.#finish();
    else this.destroy(fault(`broke off ${this.#left} bytes before the end of ${this.#length}`));
  }

  #finish(): void {
    this.#ended = true;
    clearTimeout(this.#idle);
    this.push(null);
  }

  #wait(): void {
    this.#waitingSince ??= performance.now();
    const { idleMs } = this.#deadlines;
    this.#idle ??= setTimeout(() => this.destroy(lateness(`sent nothing for ${idleMs} ms`)), idleMs);
  }

  #pause(): void {
    this.#message?.pause();
    this.#waitingSince = null;
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  /** Counts the time that was spent waiting for these bytes. Null while the storage keeps the pace. */
  #paceFault(bytes: number): AppError | null {
    const now = performance.now();
    const { patienceMs, leastRate } = this.#deadlines;
    this.#received += bytes;
    this.#waited += now - (this.#waitingSince ?? now);
    this.#waitingSince = now;
    this.#idle?.refresh();
    if (this.#waited <= patienceMs + (this.#received / leastRate) * 1_000) return null;
    return lateness(`sent ${this.#received} bytes in ${Math.round(this.#waited)} ms`);
  }
}

function fault(what: string): AppError {
  return new AppError('NETWORK', { detail: `the storage ${what}` });
}

function lateness(what: string): AppError {
  return new AppError('BACKEND_TIMEOUT', { detail: `the storage ${what}` });
}
