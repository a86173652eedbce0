/**
 * The body of one response, read by any number of readers, each at its own pace. While it is retained, all bytes stay in memory and a
 * reader may join at any time from the first byte; its owner bounds the size. When it is no longer retained, bytes are dropped as soon as
 * the slowest reader has them, and the source is asked to wait for that reader.
 */
export interface BodyReader {
  /** Takes bytes. False pauses until `BodyReading.resume`. */
  data(chunk: Buffer): boolean;
  end(trailers: readonly string[]): void;
  fail(cause: unknown): void;
}

export interface BodyReading {
  resume(): void;
  leave(): void;
}

type Ending =
  | { readonly kind: 'complete'; readonly trailers: readonly string[] }
  | { readonly kind: 'incomplete'; readonly cause: unknown };

interface Cursor {
  readonly reader: BodyReader;
  /** Index of the next chunk, counted from the first chunk of the body. */
  next: number;
  paused: boolean;
}

/** Bytes buffered for the slowest reader of a body that is not retained. */
const BUFFERED_BYTES = 256 * 1024;

export class SharedBody {
  readonly #chunks: Buffer[] = [];
  readonly #cursors = new Set<Cursor>();
  readonly #onRoom: () => void;
  /** Chunks dropped from the front. */
  #dropped = 0;
  #buffered = 0;
  #retained: boolean;
  #sourceWaits = false;
  /** True until the first reader, which may come after the first bytes and needs them. */
  #unread = true;
  #ending: Ending | null = null;

  /** @param onRoom called when a waiting source may continue. */
  constructor(retained: boolean, onRoom: () => void) {
    this.#retained = retained;
    this.#onRoom = onRoom;
  }

  get isRetained(): boolean {
    return this.#retained;
  }

  /** Bytes in memory. */
  get bufferedBytes(): number {
    return this.#buffered;
  }

  /** Returns the complete body as one buffer; null while it has not ended, and when it failed or is not retained. */
  complete(): Buffer | null {
    if (!this.#retained || this.#ending?.kind !== 'complete') return null;
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
  }

  /** Appends bytes. False asks the source to wait for `onRoom`. */
  append(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#buffered += chunk.byteLength;
    for (const cursor of this.#cursors) this.#pump(cursor);
    this.#trim();
    this.#sourceWaits = !this.#retained && this.#buffered > BUFFERED_BYTES;
    return !this.#sourceWaits;
  }

  end(trailers: readonly string[]): void {
    this.#conclude({ kind: 'complete', trailers });
  }

  /** Ends an incomplete body. Each reader is told after it has received all bytes. */
  fail(cause: unknown): void {
    this.#conclude({ kind: 'incomplete', cause });
  }

  /** From now on bytes are buffered only for the present readers. */
  stopRetaining(): void {
    this.#retained = false;
    this.#trim();
  }

  /** Retains the body again, unless bytes have already been dropped. */
  retainAgain(): void {
    this.#retained = this.#dropped === 0;
  }

  /** Adds a reader at the first byte. @throws Error when the first byte has been dropped. */
  read(reader: BodyReader): BodyReading {
    this.#unread = false;
    if (this.#dropped > 0) throw new Error('the first bytes of this body have been dropped: it is no longer retained');
    const cursor: Cursor = { reader, next: 0, paused: false };
    this.#cursors.add(cursor);
    this.#pump(cursor);
    return {
      resume: () => {
        cursor.paused = false;
        this.#pump(cursor);
        this.#trim();
      },
      leave: () => {
        this.#cursors.delete(cursor);
        this.#trim();
      },
    };
  }

  #conclude(ending: Ending): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    for (const cursor of this.#cursors) this.#pump(cursor);
  }

  #pump(cursor: Cursor): void {
    while (!cursor.paused && this.#cursors.has(cursor)) {
      const chunk = this.#chunks[cursor.next - this.#dropped];
      if (chunk === undefined) break;
      cursor.next += 1;
      cursor.paused = !cursor.reader.data(chunk);
    }
    const ending = this.#ending;
    if (ending === null || !this.#cursors.has(cursor) || cursor.next < this.#dropped + this.#chunks.length) return;
    this.#cursors.delete(cursor);
    if (ending.kind === 'complete') cursor.reader.end(ending.trailers);
    else cursor.reader.fail(ending.cause);
  }

  #trim(): void {
    if (this.#retained || this.#unread) return;
    let slowest = this.#dropped + this.#chunks.length;
    for (const { next } of this.#cursors) slowest = Math.min(slowest, next);
    while (this.#dropped < slowest) {
      this.#buffered -= this.#chunks.shift()?.byteLength ?? 0;
      this.#dropped += 1;
    }
    if (this.#sourceWaits && this.#buffered <= BUFFERED_BYTES) {
      this.#sourceWaits = false;
      this.#onRoom();
    }
  }
}
