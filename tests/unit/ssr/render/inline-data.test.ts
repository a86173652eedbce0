import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { InlineDataStream } from '../../../../server/ssr/render/inline-data.ts';

/** A response that takes bytes only while the test lets it. */
class SlowSink extends Writable {
  readonly chunks: string[] = [];
  #release: (() => void) | null = null;
  held: boolean;

  constructor(held: boolean) {
    super({ highWaterMark: 1 });
    this.held = held;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk.toString());
    if (this.held) this.#release = done;
    else done();
  }

  release(): void {
    this.held = false;
    this.#release?.();
  }

  get text(): string {
    return this.chunks.join('');
  }
}

const ended = (stream: Writable): Promise<void> => new Promise((resolve) => stream.once('finish', () => resolve()));

describe('result blocks in a stream', () => {
  it('are written behind the shell, then before each later flush, and not inside one', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '[boot]');
    stream.inject('{0}');
    stream.write(Buffer.from('<html><bo'));
    stream.inject('{1}');
    stream.write(Buffer.from('dy>shell'));
    expect(sink.text).toBe('');
    stream.flush();
    stream.inject('{2}');
    stream.write(Buffer.from('<div>late</div>'));
    stream.flush();
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('<html><body>shell{0}{1}[boot]{2}<div>late</div>');
    expect(sink.chunks).toHaveLength(2);
  });

  it('stay inside the body of a document that comes in one flush', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '[boot]');
    stream.inject('{0}');
    stream.write(Buffer.from('<html><body>tudo</body></html>'));
    stream.flush();
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('<html><body>tudo{0}[boot]</body></html>');
  });

  it('are sent also when no part of the page waited for them', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '');
    stream.write(Buffer.from('shell'));
    stream.flush();
    stream.inject('{9}');
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('shell{9}');
  });
});

describe('backpressure', () => {
  it('tells React to wait until the response drains, and loses nothing', async () => {
    const sink = new SlowSink(true);
    const stream = new InlineDataStream(sink, '');
    expect(stream.write(Buffer.from('a'))).toBe(true);
    stream.flush();
    expect(stream.write(Buffer.from('b'))).toBe(false);
    const drained = new Promise<void>((resolve) => stream.once('drain', () => resolve()));
    sink.release();
    await drained;
    expect(stream.write(Buffer.from('c'))).toBe(true);
    stream.flush();
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('abc');
  });

  it('ends the render when the visitor goes away', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '');
    const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
    sink.destroy();
    await closed;
    expect(stream.destroyed).toBe(true);
  });
});
