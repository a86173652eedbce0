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
    const stream = new InlineDataStream(sink, '[boot]', () => null);
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
    const stream = new InlineDataStream(sink, '[boot]', () => null);
    stream.inject('{0}');
    stream.write(Buffer.from('<html><body>tudo</body></html>'));
    stream.flush();
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('<html><body>tudo{0}[boot]</body></html>');
  });

  it('are sent also when no part of the page waited for them', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '', () => null);
    stream.write(Buffer.from('shell'));
    stream.flush();
    stream.inject('{8}');
    stream.inject('{9}');
    stream.end();
    await ended(sink);
    expect(sink.text).toBe('shell{8}{9}');
  });
});

it('a character that React has cut in two is whole', async () => {
  const sink = new SlowSink(false);
  const stream = new InlineDataStream(sink, '', () => null);
  const bytes = Buffer.from('não');
  stream.write(bytes.subarray(0, 2));
  stream.write(bytes.subarray(2));
  stream.end();
  await ended(sink);
  expect(sink.text).toBe('não');
});

it('a shell without a late part is there as a whole when the rest would be released', () => {
  const sink = new SlowSink(false);
  const stream = new InlineDataStream(sink, '', () => null);
  stream.write('shell');
  stream.flush();
  stream.release();
  expect(sink.text).toBe('shell');
});

describe('a shell with a late part', () => {
  const SHELL = '<html><body><h1>Busca</h1><!--$?--><template id="B:0"></template>aguarde<!--/$--><footer></footer>';

  it.each([
    [
      'in reading order',
      '<html><body><h1>Busca</h1><ol></ol><footer></footer></body></html>',
      '<ol></ol><footer></footer>{0}{1}[boot]</body></html>',
    ],
    ['as React wrote it where it begins otherwise', '<html><body><h2>', null],
    ['as React wrote it where it is not known', null, null],
  ])('is sent up to it, and the rest at the end %s', async (_way, whole, rest) => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '[boot]', () => whole);
    stream.inject('{0}');
    stream.write(SHELL);
    stream.flush();
    expect(sink.text).toBe('<html><body><h1>Busca</h1>');
    stream.inject('{1}');
    stream.write('<div hidden id="S:0"><ol></ol></div></body></html>');
    stream.end();
    await ended(sink);
    const asWritten = `${SHELL.slice(sink.chunks[0]?.length)}{0}[boot]{1}<div hidden id="S:0"><ol></ol></div></body></html>`;
    expect(sink.chunks.slice(1).join('')).toBe(rest ?? asWritten);
  });

  it('is sent as React wrote it when it is released', async () => {
    const sink = new SlowSink(false);
    const stream = new InlineDataStream(sink, '[boot]', () => null);
    stream.write(SHELL);
    stream.flush();
    stream.release();
    expect(sink.text).toBe(`${SHELL}[boot]`);
    stream.write('<div hidden id="S:0"></div>');
    stream.flush();
    expect(sink.text).toBe(`${SHELL}[boot]<div hidden id="S:0"></div>`);
  });
});

describe('backpressure', () => {
  it('tells React to wait until the response drains, and loses nothing', async () => {
    const sink = new SlowSink(true);
    const stream = new InlineDataStream(sink, '', () => null);
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
    const stream = new InlineDataStream(sink, '', () => null);
    const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
    sink.destroy();
    await closed;
    expect(stream.destroyed).toBe(true);
  });
});
