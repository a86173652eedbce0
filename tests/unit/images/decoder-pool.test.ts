import { describe, expect, test } from 'vitest';
import type { Decoder } from '../../../server/images/decoder/child.ts';
import type { PictureOrder } from '../../../server/images/decoder/frames.ts';
import { DecoderPool, type DecoderPoolOptions } from '../../../server/images/decoder/pool.ts';
import type { MadePicture } from '../../../server/images/decoder/transform.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

const ORDER: PictureOrder = { width: 320, quality: 75, format: 'webp' };

/** A decoder whose pictures wait for the test. */
class FakeDecoder implements Decoder {
  isEnded = false;
  readonly #gone = Promise.withResolvers<void>();
  readonly gone = this.#gone.promise;
  #job: PromiseWithResolvers<MadePicture> | null = null;

  get isWorking(): boolean {
    return this.#job !== null;
  }

  make(): Promise<MadePicture> {
    this.#job = Promise.withResolvers<MadePicture>();
    return this.#job.promise;
  }

  finish(text: string): void {
    this.#job?.resolve({ type: 'webp', bytes: Buffer.from(text) });
    this.#job = null;
  }

  refuse(): void {
    this.#job?.reject(new AppError('IMAGE_UNREADABLE'));
    this.#job = null;
  }

  crash(): void {
    this.end();
    this.#job?.reject(new AppError('IMAGE_DECODER_FAILED'));
    this.#job = null;
  }

  end(): void {
    this.isEnded = true;
    this.#gone.resolve();
  }
}

function start(options: Partial<DecoderPoolOptions> = {}): { pool: DecoderPool; decoders: FakeDecoder[]; clock: { ms: number } } {
  const decoders: FakeDecoder[] = [];
  const clock = { ms: 0 };
  const pool = new DecoderPool({
    size: 1,
    start: () => {
      const decoder = new FakeDecoder();
      decoders.push(decoder);
      return decoder;
    },
    deadlineMs: 1_000,
    idleMs: 60_000,
    losses: { most: 3, withinMs: 60_000 },
    now: () => clock.ms,
    log: SILENT_LOG,
    ...options,
  });
  return { pool, decoders, clock };
}

async function textOf(picture: Promise<MadePicture>): Promise<string> {
  return (await picture).bytes.toString();
}

describe('the pool of decoders', () => {
  test('starts none before the first picture, and uses one again', async () => {
    const { pool, decoders } = start();
    expect(decoders).toHaveLength(0);
    for (const text of ['a', 'b']) {
      const picture = pool.make(Buffer.alloc(1), ORDER);
      decoders[0]?.finish(text);
      expect(await textOf(picture)).toBe(text);
    }
    expect(decoders).toHaveLength(1);
    await pool.close();
  });

  test('works with as many as it may at a time, the others in order', async () => {
    const { pool, decoders } = start({ size: 2 });
    const pictures = ['a', 'b', 'c'].map(() => textOf(pool.make(Buffer.alloc(1), ORDER)));
    expect(decoders.map(({ isWorking }) => isWorking)).toEqual([true, true]);
    decoders[1]?.finish('b');
    await pictures[1];
    await Promise.resolve();
    expect(decoders).toHaveLength(2);
    decoders[1]?.finish('c');
    decoders[0]?.finish('a');
    expect(await Promise.all(pictures)).toEqual(['a', 'b', 'c']);
    await pool.close();
  });

  test('a picture that is refused costs no decoder', async () => {
    const { pool, decoders } = start();
    const refused = pool.make(Buffer.alloc(1), ORDER);
    decoders[0]?.refuse();
    await expect(refused).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' });
    const next = pool.make(Buffer.alloc(1), ORDER);
    decoders[0]?.finish('ok');
    expect(await textOf(next)).toBe('ok');
    await pool.close();
  });

  test('a crash costs its own picture; the one that waits gets a new decoder', async () => {
    const { pool, decoders } = start();
    const lost = pool.make(Buffer.alloc(1), ORDER);
    const waits = textOf(pool.make(Buffer.alloc(1), ORDER));
    decoders[0]?.crash();
    await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED', status: 502 });
    expect(decoders).toHaveLength(2);
    decoders[1]?.finish('ok');
    expect(await waits).toBe('ok');
    await pool.close();
  });

  test('a decoder that died while it was idle is replaced, and is no loss', async () => {
    const { pool, decoders } = start({ losses: { most: 1, withinMs: 60_000 } });
    const first = pool.make(Buffer.alloc(1), ORDER);
    decoders[0]?.finish('a');
    await first;
    decoders[0]?.end();
    const second = pool.make(Buffer.alloc(1), ORDER);
    decoders[1]?.finish('b');
    expect(await textOf(second)).toBe('b');
    await pool.close();
  });

  test('after too many losses no decoder is started until the first is long ago', async () => {
    const { pool, decoders, clock } = start();
    for (let count = 0; count < 3; count++) {
      const lost = pool.make(Buffer.alloc(1), ORDER);
      decoders.at(-1)?.crash();
      await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
      clock.ms += 10;
    }
    await expect(pool.make(Buffer.alloc(1), ORDER)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(decoders).toHaveLength(3);
    clock.ms = 60_001;
    const picture = pool.make(Buffer.alloc(1), ORDER);
    decoders.at(-1)?.finish('ok');
    expect(await textOf(picture)).toBe('ok');
    await pool.close();
  });

  test('is empty once it is closed, and makes nothing more', async () => {
    const { pool, decoders } = start();
    const done = pool.make(Buffer.alloc(1), ORDER);
    decoders[0]?.finish('a');
    await done;
    await pool.close();
    expect(pool.processes).toBe(0);
    await expect(pool.make(Buffer.alloc(1), ORDER)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  });
});
