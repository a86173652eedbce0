/**
 * The body of one response in content codings, as it passes: each coding is made once, whoever many take it. A thousand clients that wait
 * for one render would else be a thousand compressors.
 */

import type { Coding } from '../response/content-coding.ts';
import type { EncodingStream } from './compressors.ts';
import { type BodyReader, type BodyReading, SharedBody } from './shared-body.ts';

/** How a body is coded for one client. */
export interface Coder {
  readonly coding: Coding;
  readonly make: () => EncodingStream;
}

interface BodySource {
  /** Whether all of the body is kept, so that one who comes now may begin at its first byte. */
  readonly isShared: boolean;
  read(reader: BodyReader): BodyReading;
}

export class CodedBodies {
  readonly #source: BodySource;
  readonly #bodies = new Map<Coding, CodedBody>();

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** Reads the body in a coding, from its first byte. What cannot be shared is coded for this reader alone. */
  read({ coding, make }: Coder, reader: BodyReader): BodyReading {
    const found = this.#bodies.get(coding);
    if (found?.isJoinable === true) return found.read(reader);
    const body = new CodedBody(this.#source, make());
    if (this.#source.isShared) this.#bodies.set(coding, body);
    return body.read(reader);
  }
}

class CodedBody {
  readonly #source: BodySource;
  readonly #encoder: EncodingStream;
  readonly #coded: SharedBody;
  readonly #reading: BodyReading;
  #flushing = false;
  #readers = 0;

  constructor(source: BodySource, encoder: EncodingStream) {
    this.#source = source;
    this.#encoder = encoder;
    this.#coded = new SharedBody(source.isShared, () => encoder.resume());
    encoder.on('data', (chunk: Buffer) => {
      if (!this.#coded.append(chunk)) encoder.pause();
    });
    encoder.once('end', () => this.#coded.end([]));
    encoder.on('error', (cause) => this.#coded.fail(cause));
    encoder.on('drain', () => this.#reading.resume());
    this.#reading = source.read({
      data: (chunk) => this.#write(chunk),
      end: () => encoder.end(),
      fail: (cause) => {
        this.#coded.fail(cause);
        encoder.destroy();
      },
    });
  }

  /** Whether it begins at the first byte still, and will come to its end or has. */
  get isJoinable(): boolean {
    return this.#coded.isKept && (!this.#encoder.destroyed || this.#encoder.readableEnded);
  }

  read(reader: BodyReader): BodyReading {
    this.#readers += 1;
    const reading = this.#coded.read(reader);
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
    // What the source lets go of is not kept in another form.
    if (!this.#source.isShared) this.#coded.letGo();
    const goOn = this.#encoder.write(chunk);
    // What came together is flushed together: each flush costs bytes.
    if (!this.#flushing) {
      this.#flushing = true;
      setImmediate(() => {
        this.#flushing = false;
        if (!this.#encoder.writableEnded && !this.#encoder.destroyed) this.#encoder.flush();
      });
    }
    return goOn;
  }

  /** Nobody reads: the work would be for nothing. One who comes later begins anew. */
  #stop(): void {
    this.#reading.leave();
    this.#encoder.destroy();
  }
}
