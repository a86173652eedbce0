/**
 * The stream between React and the response. Result blocks may only enter between two of React's flushes (anywhere else they could cut
 * a tag in two); React marks the end of each with `flush()`.
 *
 * React writes a late part behind the whole shell, so behind the footer. The shell is therefore sent up to the first late part, and the rest
 * is held until `release` or the end: a page that has ended by then is sent in reading order.
 */
import { Writable } from 'node:stream';

/** The part of a response that this stream uses; `compression` adds `flush`. */
export type ResponseSink = Writable & { flush?: () => void };

const END_OF_DOCUMENT = '</body></html>';

/** React's mark of a part that is not there yet; its fallback follows. */
const LATE_PART = '<!--$?-->';

/** A shell of which the beginning was sent, and what follows it. */
interface Held {
  readonly sent: string;
  /** The rest as React wrote it, with our blocks between. */
  asWritten: string;
  blocks: string;
}

export class InlineDataStream extends Writable {
  readonly #sink: ResponseSink;
  /** Written once, behind the shell and the results that came before it: the boot script. */
  readonly #afterShell: string;
  /** Returns the document that ended while a part of it was held, in reading order; null where there is none. */
  readonly #inOrder: () => string | null;
  #hasShell = false;
  #blocks: string[] = [];
  #html: (string | Uint8Array)[] = [];
  #sinkFull = false;
  #held: Held | null = null;

  constructor(sink: ResponseSink, afterShell: string, inOrder: () => string | null) {
    super({ decodeStrings: false });
    this.#sink = sink;
    this.#afterShell = afterShell;
    this.#inOrder = inOrder;
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

  override _write(chunk: Uint8Array | string, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#html.push(chunk);
    done();
  }

  /** Called by React at the end of each of its flushes. */
  flush(): void {
    if (this.#html.length === 0) return;
    const html = textOf(this.#html);
    this.#html = [];
    const blocks = this.#blocks.splice(0).join('');
    if (!this.#hasShell) this.#sendShell(html, blocks);
    else if (this.#held === null) this.#send(blocks + html);
    else {
      this.#held.asWritten += blocks + html;
      this.#held.blocks += blocks;
    }
    this.#hasShell = true;
    this.#sink.flush?.();
  }

  /** Sends what is held as React wrote it, and all that follows as it comes. */
  release(): void {
    if (this.#held === null) return;
    this.#send(this.#held.asWritten);
    this.#held = null;
    this.#sink.flush?.();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flush();
    // Results that no part of the page waited for: the browser puts them into its cache.
    this.#sendEnd(this.#blocks.splice(0).join(''));
    // Without a callback: the `end` of `compression` takes its first argument for a chunk, whatever it is.
    this.#sink.end();
    done();
  }

  #sendShell(html: string, blocks: string): void {
    const asWritten = shellWithBlocks(html, blocks + this.#afterShell);
    const latePart = html.indexOf(LATE_PART);
    if (latePart === -1) {
      this.#send(asWritten);
      return;
    }
    this.#held = { sent: html.slice(0, latePart), asWritten: asWritten.slice(latePart), blocks };
    this.#send(this.#held.sent);
  }

  #sendEnd(blocks: string): void {
    if (this.#held === null) {
      this.#send(blocks);
      return;
    }
    const { sent, asWritten, blocks: earlier } = this.#held;
    const whole = this.#inOrder();
    const isSame = whole?.startsWith(sent) === true;
    this.#send(isSame ? shellWithBlocks(whole.slice(sent.length), earlier + blocks + this.#afterShell) : asWritten + blocks);
  }

  #send(text: string): void {
    if (text === '' || this.#sink.write(Buffer.from(text)) || this.#sinkFull) return;
    this.#sinkFull = true;
    this.#sink.once('drain', () => {
      this.#sinkFull = false;
      this.emit('drain');
    });
  }
}

/** React writes bytes as well as text, and only a whole flush is sure not to end inside a character. */
function textOf(written: readonly (string | Uint8Array)[]): string {
  if (written.every((part) => typeof part === 'string')) return written.join('');
  return Buffer.concat(written.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))).toString();
}

/** Puts the blocks behind the shell, or inside the body where the shell is already the whole document. */
function shellWithBlocks(html: string, blocks: string): string {
  if (!html.endsWith(END_OF_DOCUMENT)) return html + blocks;
  return html.slice(0, -END_OF_DOCUMENT.length) + blocks + END_OF_DOCUMENT;
}
