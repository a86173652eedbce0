/**
 * The body of a streamed response in content codings. Each coding is made once for all clients that receive it: a thousand collapsed
 * requests would otherwise run a thousand compressors.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Coding } from '../response/content-coding.ts';
import type { EncodingStream } from './compressors.ts';
import { type BodyReader, type BodyReading, SharedBody } from './shared-body.ts';

/** A coding, and how a stream that makes it is created. */
export interface BodyEncoding {
  readonly coding: Coding;
  readonly create: () => EncodingStream;
}

interface BodySource {
  /** Whether the body is retained from its first byte, so that later readers may join. */
  readonly isShared: boolean;
  read(reader: BodyReader): BodyReading;
}

/** What of a body has been made in content codings on its way to clients. */
export interface StreamedEncodings {
  /** Resolves to the whole body in a coding; null where no client was sent it, or not to its end. Never rejects. */
  made(coding: Coding): Promise<Buffer | null>;
}

export class EncodedBodies implements StreamedEncodings {
  readonly #source: BodySource;
  readonly #bodies = new Map<Coding, EncodedBody>();

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** Reads the body in a coding, from its first byte. A body that is not shared is encoded for this reader alone. */
  read({ coding, create }: BodyEncoding, reader: BodyReader): BodyReading {
    const found = this.#bodies.get(coding);
    if (found?.isJoinable === true) return found.read(reader);
    const body = new EncodedBody(this.#source, create());
    if (this.#source.isShared) this.#bodies.set(coding, body);
    return body.read(reader);
  }

  async made(coding: Coding): Promise<Buffer | null> {
    // A body that came in one turn has ended before its first reader begins.
    await turn();
    return (await this.#bodies.get(coding)?.made) ?? null;
  }
}

class EncodedBody {
  readonly #source: BodySource;
  readonly #encoder: EncodingStream;
  readonly #encoded: SharedBody;
  readonly #reading: BodyReading;
  readonly #made = Promise.withResolvers<Buffer | null>();
  #willFlush = false;
  #readers = 0;

  constructor(source: BodySource, encoder: EncodingStream) {
    this.#source = source;
    this.#encoder = encoder;
    this.#encoded = new SharedBody(source.isShared, () => encoder.resume());
    encoder.on('data', (chunk: Buffer) => {
      if (!this.#encoded.append(chunk)) encoder.pause();
    });
    encoder.once('end', () => {
      this.#encoded.end([]);
      this.#made.resolve(this.#encoded.complete());
    });
    encoder.once('close', () => this.#made.resolve(null));
    encoder.on('error', (cause) => this.#encoded.fail(cause));
    encoder.on('drain', () => this.#reading.resume());
    this.#reading = source.read({
      data: (chunk) => this.#write(chunk),
      end: () => encoder.end(),
      fail: (cause) => {
        this.#encoded.fail(cause);
        encoder.destroy();
      },
    });
  }

  /** Resolves to the whole body; null where it is not retained, or does not come to its end. */
  get made(): Promise<Buffer | null> {
    return this.#made.promise;
  }

  /** Whether a new reader receives all bytes: the first is still retained, and the encoder has not been stopped. */
  get isJoinable(): boolean {
    return this.#encoded.isRetained && (!this.#encoder.destroyed || this.#encoder.readableEnded);
  }

  read(reader: BodyReader): BodyReading {
    this.#readers += 1;
    const reading = this.#encoded.read(reader);
    let reads = true;
    return {
      resume: () => reading.resume(),
      leave: () => {
        if (!reads) return;
        reads = false;
        reading.leave();
        this.#readers -= 1;
        if (this.#readers === 0 && !this.#encoder.readableEnded) this.#stop();
      },
    };
  }

  #write(chunk: Buffer): boolean {
    // When the source stops retaining its bytes, the encoded ones are not retained either.
    if (!this.#source.isShared) {
      this.#encoded.stopRetaining();
      this.#made.resolve(null);
    }
    const goOn = this.#encoder.write(chunk);
    // One flush for all chunks of a turn, because each flush adds bytes.
    if (!this.#willFlush) {
      this.#willFlush = true;
      setImmediate(() => {
        this.#willFlush = false;
        if (!this.#encoder.writableEnded && !this.#encoder.destroyed) this.#encoder.flush();
      });
    }
    return goOn;
  }

  /** Stops encoding when no reader is left. A later reader gets a new encoder. */
  #stop(): void {
    this.#reading.leave();
    this.#encoder.destroy();
  }
}
