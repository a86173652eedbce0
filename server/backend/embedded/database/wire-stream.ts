import { Duplex } from 'node:stream';
import { joinBytes } from './worker-messages.ts';

/**
 * The "socket" that a `pg` client uses to talk to the PGlite worker. What the client writes goes out as one message (a corked
 * Parse/Bind/Describe/Execute/Sync arrives here as one `_writev`); what the worker answers is pushed with `receive`.
 */
export class WireStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;

  /** @param send takes what the client writes; the bytes are the receiver's afterwards */
  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#send = send;
  }

  /** Called by `pg` in place of a TCP connect; the worker is already there. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  receive(bytes: Uint8Array): void {
    if (bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }

  // `pg` calls the three below on a socket; a message channel has nothing to tune.
  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Data is pushed when the worker answers.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: readonly { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#send(joinBytes(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    // `pg` ends the stream when its client ends and waits for 'close'.
    this.push(null);
  }
}
