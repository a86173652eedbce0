import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EncodingStream, STREAMING } from '../../../../server/edge/delivery/compressors.ts';
import { type BodyEncoding, EncodedBodies } from '../../../../server/edge/delivery/encoded-body.ts';
import { type BodyReader, type BodyReading, SharedBody } from '../../../../server/edge/delivery/shared-body.ts';
import type { Coding } from '../../../../server/edge/response/content-coding.ts';
import { until } from '../../../integration/edge/harness.ts';

const TEXT = 'uma página de texto, '.repeat(2_000);
const HALF = Math.floor(TEXT.length / 2);

/** A body that is being received, and the compressors that were made for it. */
class World {
  readonly body = new SharedBody(true, () => {});
  readonly made: EncodingStream[] = [];
  readonly encoded: EncodedBodies;
  /** Readers of the identity body. */
  readers = 0;

  constructor(isShared = true) {
    if (!isShared) this.body.stopRetaining();
    const { body } = this;
    this.encoded = new EncodedBodies({
      get isShared() {
        return body.isRetained;
      },
      read: (reader) => {
        const reading = body.read(reader);
        this.readers += 1;
        return {
          resume: () => reading.resume(),
          leave: () => {
            this.readers -= 1;
            reading.leave();
          },
        };
      },
    });
  }

  encoding(coding: Coding): BodyEncoding {
    return {
      coding,
      create: () => {
        const encoder = STREAMING[coding]();
        this.made.push(encoder);
        return encoder;
      },
    };
  }
}

interface Reader {
  readonly reading: BodyReading;
  /** All bytes when the body has ended; rejects when it fails. */
  readonly complete: Promise<Buffer>;
}

function reader(world: World, coding: Coding): Reader {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const target: BodyReader = {
    data: (chunk) => chunks.push(chunk) > 0,
    end: () => resolve(Buffer.concat(chunks)),
    fail: (cause) => reject(cause instanceof Error ? cause : new Error('the body failed')),
  };
  return { reading: world.encoded.read(world.encoding(coding), target), complete: promise };
}

/** Sends the text in two chunks and calls `between` after the first. */
function send({ body }: World, between: () => void = () => {}): void {
  body.append(Buffer.from(TEXT.slice(0, HALF)));
  between();
  body.append(Buffer.from(TEXT.slice(HALF)));
  body.end([]);
}

describe('the body of a streamed response in a coding', () => {
  test('is compressed once for all readers, early and late', async () => {
    const world = new World();
    const readers = Array.from({ length: 20 }, () => reader(world, 'br'));
    send(world, () => readers.push(reader(world, 'br')));
    for (const { complete } of readers) expect(brotliDecompressSync(await complete).toString()).toBe(TEXT);
    const late = reader(world, 'br');
    expect(brotliDecompressSync(await late.complete).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(1);
  });

  test('is compressed once for each coding', async () => {
    const world = new World();
    const [br, gzip] = [reader(world, 'br'), reader(world, 'gzip')];
    send(world);
    expect(brotliDecompressSync(await br.complete).toString()).toBe(TEXT);
    expect(gunzipSync(await gzip.complete).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(2);
  });

  test('is known as a whole in the codings in which it was sent to its end', async () => {
    const world = new World();
    const made = world.encoded.made('br');
    const br = reader(world, 'br');
    send(world);
    expect(await made).toEqual(await br.complete);
    expect(await world.encoded.made('gzip')).toBeNull();
  });

  test('is not known where its readers have left, or where it is too long to be retained', async () => {
    const left = new World();
    const gone = reader(left, 'br');
    send(left, () => gone.reading.leave());
    expect(await left.encoded.made('br')).toBeNull();
    const long = new World();
    const kept = reader(long, 'br');
    send(long, () => long.body.stopRetaining());
    expect(await long.encoded.made('br')).toBeNull();
    expect(brotliDecompressSync(await kept.complete).toString()).toBe(TEXT);
  });

  test('is no longer compressed without readers, and gets a new compressor for a later reader', async () => {
    const world = new World();
    const gone = reader(world, 'br');
    let late = gone;
    send(world, () => {
      gone.reading.leave();
      expect([world.made[0]?.destroyed, world.readers]).toEqual([true, 0]);
      late = reader(world, 'br');
    });
    expect(brotliDecompressSync(await late.complete).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(2);
  });

  test('continues when one of its readers leaves', async () => {
    const world = new World();
    const [gone, staying] = [reader(world, 'br'), reader(world, 'br')];
    send(world, () => gone.reading.leave());
    expect(brotliDecompressSync(await staying.complete).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(1);
  });

  test('continues for the others when one of its readers leaves twice', async () => {
    const world = new World();
    const [gone, staying] = [reader(world, 'br'), reader(world, 'br')];
    send(world, () => {
      gone.reading.leave();
      gone.reading.leave();
    });
    expect(brotliDecompressSync(await staying.complete).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(1);
  });

  test('goes on for a reader that has waited', async () => {
    const world = new World();
    const chunks: Buffer[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const waited = Promise.withResolvers<void>();
    let takes = false;
    const reading = world.encoded.read(world.encoding('gzip'), {
      data: (chunk) => {
        chunks.push(chunk);
        waited.resolve();
        return takes;
      },
      end: () => end(),
      fail: () => undefined,
    });
    send(world);
    await waited.promise;
    takes = true;
    reading.resume();
    await ended;
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(TEXT);
  });

  test('is compressed no further than its slow reader needs where it is not retained', async () => {
    const world = new World(false);
    // Bytes that do not get shorter: more than is kept for a reader.
    const bytes = randomBytes(1024 * 1024);
    const chunks: Buffer[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let takes = false;
    const reading = world.encoded.read(world.encoding('gzip'), {
      data: (chunk) => {
        chunks.push(chunk);
        return takes;
      },
      end: () => end(),
      fail: () => undefined,
    });
    for (let at = 0; at < bytes.byteLength; at += 65_536) world.body.append(bytes.subarray(at, at + 65_536));
    world.body.end([]);
    const [encoder] = world.made;
    await until(() => encoder?.isPaused() === true);
    expect(chunks).toHaveLength(1);
    expect(encoder?.bytesWritten).toBeLessThan(bytes.byteLength);
    takes = true;
    reading.resume();
    await ended;
    expect(gunzipSync(Buffer.concat(chunks)).equals(bytes)).toBe(true);
  });

  test('is not retained when its source is not', async () => {
    const world = new World(false);
    const alone = reader(world, 'gzip');
    send(world);
    expect(gunzipSync(await alone.complete).toString()).toBe(TEXT);
    expect(world.body.bufferedBytes).toBe(0);
  });

  test('fails for all readers when its source fails', async () => {
    const world = new World();
    const readers = [reader(world, 'br'), reader(world, 'br')];
    world.body.append(Buffer.from(TEXT));
    world.body.fail(new Error('the origin closed its connection'));
    for (const { complete } of readers) await expect(complete).rejects.toThrow('the origin closed its connection');
    expect(world.made[0]?.destroyed).toBe(true);
  });
});
