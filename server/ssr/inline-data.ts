/**
 * The stream between React and the response. Result blocks may only enter between two of React's flushes (anywhere else they could cut
 * a tag in two); React marks the end of each with `flush()`.
 */
import { Writable } from 'node:stream';

/** The response as this stream needs it; `compression` adds `flush`. */
export type ResponseSink = Writable & { flush?: () => void };

const END_OF_DOCUMENT = '</body></html>';

export class InlineDataStream extends Writable {
  readonly #sink: ResponseSink;
  /** Written once, behind the shell and the results that came before it: the boot script. */
  readonly #afterShell: string;
  #blocks: string[] = [];
  #html: Uint8Array[] = [];
  #shellSent = false;
  #sinkFull = false;

  constructor(sink: ResponseSink, afterShell: string) {
    // Bytes only wait here until the next flush; what limits React is the response (see `write`), never this stream's own mark.
    super({ highWaterMark: Number.MAX_SAFE_INTEGER });
    this.#sink = sink;
    this.#afterShell = afterShell;
    sink.once('close', () => this.destroy());
  }

  /** Queues a block for the next safe place. It reaches the browser before the HTML that React flushes after this call. */
  inject(block: string): void {
    this.#blocks.push(block);
  }

  /** False while the response cannot take more: React then waits for `drain`. Nothing is lost meanwhile. */
  override write(chunk: Uint8Array | string): boolean {
    super.write(chunk);
    return !this.#sinkFull;
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#html.push(chunk);
    done();
  }

  /** Called by React at the end of each of its flushes. */
  flush(): void {
    if (this.#html.length === 0) return;
    const html = Buffer.concat(this.#html);
    this.#html = [];
    const blocks = this.#blocks.splice(0).join('');
    this.#send(this.#shellSent ? [Buffer.from(blocks), html] : shellWithBlocks(html, blocks + this.#afterShell));
    this.#shellSent = true;
    this.#sink.flush?.();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flush();
    // Results that nothing on the page waited for: the browser still wants them in its cache.
    if (this.#blocks.length > 0) this.#send([Buffer.from(this.#blocks.splice(0).join(''))]);
    // No callback: the `end` that `compression` puts in place takes its first argument for a chunk, whatever it is.
    this.#sink.end();
    done();
  }

  #send(parts: readonly Uint8Array[]): void {
    const bytes = Buffer.concat(parts);
    if (bytes.length === 0 || this.#sink.write(bytes) || this.#sinkFull) return;
    this.#sinkFull = true;
    this.#sink.once('drain', () => {
      this.#sinkFull = false;
      this.emit('drain');
    });
  }
}

/** A shell that is already the whole document gets its blocks inside the body. */
function shellWithBlocks(html: Buffer, blocks: string): readonly Uint8Array[] {
  const end = html.length - END_OF_DOCUMENT.length;
  if (end < 0 || html.toString('latin1', end) !== END_OF_DOCUMENT) return [html, Buffer.from(blocks)];
  return [html.subarray(0, end), Buffer.from(blocks), html.subarray(end)];
}
