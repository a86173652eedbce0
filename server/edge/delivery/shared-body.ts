/**
 * The body of one response on its way to any number of readers, each at its own pace. While it is *kept*, all of it stays in memory, so a
 * reader may join at any time and begins at the first byte; the bound on what is kept is the owner's. Once it is not, bytes go as soon as
 * the slowest reader has them, and the source is asked to wait for that reader.
 */
export interface BodyReader {
  /** Takes bytes; false to be given no more until `BodyReading.resume`. */
  data(chunk: Buffer): boolean;
  end(trailers: readonly string[]): void;
  fail(cause: unknown): void;
}

export interface BodyReading {
  resume(): void;
  leave(): void;
}

type Ending = { readonly kind: 'whole'; readonly trailers: readonly string[] } | { readonly kind: 'cut'; readonly cause: unknown };

interface Place {
  readonly reader: BodyReader;
  /** Index of the next chunk, counted from the first byte of the body. */
  next: number;
  paused: boolean;
}

/** Bytes that may wait for the slowest reader of a body that is not kept. */
const WAITING_BYTES = 256 * 1024;

export class SharedBody {
  readonly #chunks: Buffer[] = [];
  readonly #places = new Set<Place>();
  readonly #onRoom: () => void;
  /** Chunks dropped from the front. */
  #dropped = 0;
  #held = 0;
  #kept: boolean;
  #sourceWaits = false;
  /** Nobody has read yet: the first reader comes a moment after the first bytes, and must find them. */
  #unread = true;
  #ending: Ending | null = null;

  /** @param onRoom called when a source that was asked to wait may go on. */
  constructor(kept: boolean, onRoom: () => void) {
    this.#kept = kept;
    this.#onRoom = onRoom;
  }

  get isKept(): boolean {
    return this.#kept;
  }

  get readers(): number {
    return this.#places.size;
  }

  /** Bytes in memory. */
  get heldBytes(): number {
    return this.#held;
  }

  /** The whole body as one buffer, once it has ended well while kept; null otherwise. */
  whole(): Buffer | null {
    if (!this.#kept || this.#ending?.kind !== 'whole') return null;
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
  }

  /** Adds bytes. False asks the source to wait for `onRoom`. */
  append(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#held += chunk.byteLength;
    for (const place of this.#places) this.#pump(place);
    this.#trim();
    this.#sourceWaits = !this.#kept && this.#held > WAITING_BYTES;
    return !this.#sourceWaits;
  }

  end(trailers: readonly string[]): void {
    this.#conclude({ kind: 'whole', trailers });
  }

  /** Ends the body before its end; readers are told once they have what came before. */
  fail(cause: unknown): void {
    this.#conclude({ kind: 'cut', cause });
  }

  /** From now on bytes are held only for the readers that are here. */
  letGo(): void {
    this.#kept = false;
    this.#trim();
  }

  /** Holds all bytes again, if none has gone yet. */
  keepAgain(): void {
    this.#kept = this.#dropped === 0;
  }

  /** Adds a reader at the first byte. Only while kept, or before the first byte has come. */
  read(reader: BodyReader): BodyReading {
    this.#unread = false;
    if (this.#dropped > 0) throw new Error('the beginning of this body is gone: it was joined after it was let go');
    const place: Place = { reader, next: 0, paused: false };
    this.#places.add(place);
    this.#pump(place);
    return {
      resume: () => {
        place.paused = false;
        this.#pump(place);
        this.#trim();
      },
      leave: () => {
        this.#places.delete(place);
        this.#trim();
      },
    };
  }

  #conclude(ending: Ending): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    for (const place of this.#places) this.#pump(place);
  }

  #pump(place: Place): void {
    while (!place.paused && this.#places.has(place)) {
      const chunk = this.#chunks[place.next - this.#dropped];
      if (chunk === undefined) break;
      place.next += 1;
      place.paused = !place.reader.data(chunk);
    }
    const ending = this.#ending;
    if (ending === null || !this.#places.has(place) || place.next < this.#dropped + this.#chunks.length) return;
    this.#places.delete(place);
    if (ending.kind === 'whole') place.reader.end(ending.trailers);
    else place.reader.fail(ending.cause);
  }

  #trim(): void {
    if (this.#kept || this.#unread) return;
    let slowest = this.#dropped + this.#chunks.length;
    for (const { next } of this.#places) slowest = Math.min(slowest, next);
    while (this.#dropped < slowest) {
      this.#held -= this.#chunks.shift()?.byteLength ?? 0;
      this.#dropped += 1;
    }
    if (this.#sourceWaits && this.#held <= WAITING_BYTES) {
      this.#sourceWaits = false;
      this.#onRoom();
    }
  }
}
