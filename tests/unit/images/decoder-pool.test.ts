import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Decoder, DecoderGone } from '../../../server/images/decoder/child.ts';
import { HeavyPicture } from '../../../server/images/decoder/memory-estimate.ts';
import { DecoderPool, type DecoderPoolOptions } from '../../../server/images/decoder/pool.ts';
import type { DecoderOrder, PictureOrder, PictureSource } from '../../../server/images/decoder/protocol.ts';
import { SourceQuarantine } from '../../../server/images/decoder/source-quarantine.ts';
import type { MadePicture } from '../../../server/images/decoder/transform.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const ORDER: PictureOrder = { width: 320, quality: 75, format: 'webp' };

/** A fake decoder whose pictures are finished by the test. */
class FakeDecoder implements Decoder {
  isEnded = false;
  readonly #gone = Promise.withResolvers<void>();
  readonly gone = this.#gone.promise;
  #job: PromiseWithResolvers<MadePicture> | null = null;
  order: DecoderOrder | null = null;

  get isWorking(): boolean {
    return this.#job !== null;
  }

  make(_source: PictureSource, order: DecoderOrder): Promise<MadePicture> {
    this.order = order;
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

  findHeavy(): void {
    this.#job?.reject(new HeavyPicture('600 MB'));
    this.#job = null;
  }

  crash(): void {
    this.end();
    this.#job?.reject(new AppError('IMAGE_DECODER_FAILED'));
    this.#job = null;
  }

  goneBefore(): void {
    this.end();
    this.#job?.reject(new DecoderGone('the decoder ended with SIGKILL'));
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
    suspects: new SourceQuarantine({ firstMs: 120_000, longestMs: 480_000, most: 10, now: () => clock.ms }),
    log: SILENT_LOG,
    ...options,
  });
  return { pool, decoders, clock };
}

/** Asks for a picture, of another source each time where none is named. */
function make(pool: DecoderPool, identity: string = randomUUID()): Promise<MadePicture> {
  return pool.make(identity, Buffer.alloc(1), ORDER);
}

async function textOf(picture: Promise<MadePicture>): Promise<string> {
  return (await picture).bytes.toString();
}

describe('DecoderPool', () => {
  test('starts no decoder before the first picture, and reuses an idle one', async () => {
    const { pool, decoders } = start();
    expect(decoders).toHaveLength(0);
    for (const text of ['a', 'b']) {
      const picture = make(pool);
      decoders[0]?.finish(text);
      expect(await textOf(picture)).toBe(text);
    }
    expect(decoders).toHaveLength(1);
    await pool.close();
  });

  test('makes as many pictures at a time as it has places, the others in order', async () => {
    const { pool, decoders } = start({ size: 2 });
    const pictures = ['a', 'b', 'c'].map(() => textOf(make(pool)));
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

  test('a refused picture does not end its decoder', async () => {
    const { pool, decoders } = start();
    const refused = make(pool);
    decoders[0]?.refuse();
    await expect(refused).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' });
    const next = make(pool);
    decoders[0]?.finish('ok');
    expect(await textOf(next)).toBe('ok');
    await pool.close();
  });

  test('a crash fails its own picture only, and the waiting picture gets a new decoder', async () => {
    const { pool, decoders } = start();
    const lost = make(pool);
    const waits = textOf(make(pool));
    decoders[0]?.crash();
    await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED', status: 502 });
    expect(decoders).toHaveLength(2);
    decoders[1]?.finish('ok');
    expect(await waits).toBe('ok');
    await pool.close();
  });

  test('replaces a decoder that ended while idle, without counting a loss', async () => {
    const { pool, decoders } = start({ losses: { most: 1, withinMs: 60_000 } });
    const first = make(pool);
    decoders[0]?.finish('a');
    await first;
    decoders[0]?.end();
    const second = make(pool);
    decoders[1]?.finish('b');
    expect(await textOf(second)).toBe('b');
    await pool.close();
  });

  test('retries a picture whose decoder had ended while idle, without counting a loss', async () => {
    const { pool, decoders } = start({ losses: { most: 1, withinMs: 60_000 } });
    const first = make(pool);
    decoders[0]?.finish('a');
    await first;
    const second = make(pool, 'sound');
    decoders[0]?.goneBefore();
    while (decoders.length < 2) await Promise.resolve();
    decoders[1]?.finish('b');
    expect(await textOf(second)).toBe('b');
    // A new decoder that ends at once counts as a loss, and no further one is started for this picture.
    decoders[1]?.end();
    const third = make(pool, 'sound');
    decoders[2]?.goneBefore();
    await expect(third).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(decoders).toHaveLength(3);
    await pool.close();
  });

  test('refuses a source that crashed a decoder, also for pictures that wait already', async () => {
    const { pool, decoders, clock } = start({ size: 2 });
    const widths = Array.from({ length: 5 }, () => make(pool, 'broken'));
    const sound = textOf(make(pool));
    decoders[1]?.crash();
    for (const width of widths.slice(1)) await expect(width).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    decoders[2]?.finish('ok');
    expect(await sound).toBe('ok');
    decoders[0]?.crash();
    await expect(widths[0]).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    // Two concurrent failures are one quarantine of two minutes.
    clock.ms = 120_000;
    const trial = make(pool, 'broken');
    await expect(make(pool, 'broken')).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    expect(decoders).toHaveLength(3);
    decoders[2]?.crash();
    await expect(trial).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    clock.ms += 239_999;
    await expect(make(pool, 'broken')).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    await pool.close();
  });

  test('counts one loss for a source that crashed two decoders at the same time', async () => {
    const { pool, decoders } = start({ size: 2, losses: { most: 2, withinMs: 60_000 } });
    const widths = [make(pool, 'broken'), make(pool, 'broken')];
    for (const decoder of decoders) decoder.crash();
    for (const width of widths) await expect(width).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    const sound = textOf(make(pool));
    decoders[2]?.finish('ok');
    expect(await sound).toBe('ok');
    await pool.close();
  });

  test('makes pictures wait for a running decoder while none may be started', async () => {
    const { pool, decoders } = start({ size: 2, losses: { most: 1, withinMs: 60_000 } });
    const good = textOf(make(pool));
    const lost = make(pool);
    const waits = textOf(make(pool));
    decoders[1]?.crash();
    await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    const waitsToo = textOf(make(pool));
    for (const [text, picture] of [
      ['a', good],
      ['b', waits],
      ['c', waitsToo],
    ] as const) {
      decoders[0]?.finish(text);
      expect(await picture).toBe(text);
      await Promise.resolve();
    }
    expect(decoders).toHaveLength(2);
    await pool.close();
  });

  test('makes one heavy picture at a time and other pictures meanwhile', async () => {
    const { pool, decoders } = start({ size: 3 });
    const [one, two, light] = [textOf(make(pool)), textOf(make(pool)), textOf(make(pool))];
    const [first, second, third] = decoders;
    first?.findHeavy();
    second?.findHeavy();
    const atWork = (): readonly FakeDecoder[] => decoders.filter(({ isWorking }) => isWorking);
    const heavy = (): readonly FakeDecoder[] => atWork().filter(({ order }) => order?.mayBeHeavy === true);
    await expect.poll(() => [atWork().length, heavy().length]).toEqual([2, 1]);
    third?.finish('light');
    expect(await light).toBe('light');
    expect([atWork().length, heavy().length]).toEqual([1, 1]);
    heavy()[0]?.crash();
    await expect(one).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    await expect.poll(() => heavy().length).toBe(1);
    heavy()[0]?.finish('two');
    expect(await two).toBe('two');
    await pool.close();
  });

  test('starts decoders at a low rate after losses by many sources, until those have expired', async () => {
    const { pool, decoders, clock } = start();
    for (let count = 0; count < 3; count++) {
      const lost = make(pool);
      decoders.at(-1)?.crash();
      await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
      clock.ms += 10;
    }
    await expect(make(pool)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(decoders).toHaveLength(3);
    clock.ms = 20_019;
    await expect(make(pool)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    clock.ms = 20_020;
    const lost = make(pool);
    decoders.at(-1)?.crash();
    await expect(lost).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    await expect(make(pool)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(decoders).toHaveLength(4);
    clock.ms = 80_020;
    for (let count = 0; count < 3; count++) {
      const again = make(pool);
      decoders.at(-1)?.crash();
      await expect(again).rejects.toMatchObject({ code: 'IMAGE_DECODER_FAILED' });
    }
    expect(decoders).toHaveLength(7);
    await pool.close();
  });

  test('has no processes and makes no pictures after close', async () => {
    const { pool, decoders } = start();
    const done = make(pool);
    decoders[0]?.finish('a');
    await done;
    await pool.close();
    expect(pool.processes).toBe(0);
    await expect(make(pool)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  });
});
