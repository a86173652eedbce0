import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EncodingStream, STREAMING } from '../../../../server/edge/delivery/compressors.ts';
import { CodedBodies, type Coder } from '../../../../server/edge/delivery/encoded-body.ts';
import { type BodyReader, type BodyReading, SharedBody } from '../../../../server/edge/delivery/shared-body.ts';
import type { Coding } from '../../../../server/edge/response/content-coding.ts';

const TEXT = 'uma página de texto, '.repeat(2_000);
const HALF = Math.floor(TEXT.length / 2);

/** A body under way, and the compressors that were made for it. */
class World {
  readonly body = new SharedBody(true, () => {});
  readonly made: EncodingStream[] = [];
  readonly coded: CodedBodies;

  constructor(isShared = true) {
    if (!isShared) this.body.letGo();
    const { body } = this;
    this.coded = new CodedBodies({
      get isShared() {
        return body.isKept;
      },
      read: (reader) => body.read(reader),
    });
  }

  coder(coding: Coding): Coder {
    return {
      coding,
      make: () => {
        const encoder = STREAMING[coding]();
        this.made.push(encoder);
        return encoder;
      },
    };
  }
}

interface Reader {
  readonly reading: BodyReading;
  /** All bytes, once the body has ended; rejects when it breaks off. */
  readonly whole: Promise<Buffer>;
}

function reader(world: World, coding: Coding): Reader {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const target: BodyReader = {
    data: (chunk) => chunks.push(chunk) > 0,
    end: () => resolve(Buffer.concat(chunks)),
    fail: (cause) => reject(cause instanceof Error ? cause : new Error('broke off')),
  };
  return { reading: world.coded.read(world.coder(coding), target), whole: promise };
}

/** Sends the text in two pieces, and calls `between` after the first. */
function send({ body }: World, between: () => void = () => {}): void {
  body.append(Buffer.from(TEXT.slice(0, HALF)));
  between();
  body.append(Buffer.from(TEXT.slice(HALF)));
  body.end([]);
}

describe('the body of a response in a coding', () => {
  test('is made once for all who take it, whenever they come', async () => {
    const world = new World();
    const readers = Array.from({ length: 20 }, () => reader(world, 'br'));
    send(world, () => readers.push(reader(world, 'br')));
    for (const { whole } of readers) expect(brotliDecompressSync(await whole).toString()).toBe(TEXT);
    const late = reader(world, 'br');
    expect(brotliDecompressSync(await late.whole).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(1);
  });

  test('is made once for each coding', async () => {
    const world = new World();
    const [br, gzip] = [reader(world, 'br'), reader(world, 'gzip')];
    send(world);
    expect(brotliDecompressSync(await br.whole).toString()).toBe(TEXT);
    expect(gunzipSync(await gzip.whole).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(2);
  });

  test('is not made on when nobody reads, and begins anew for who comes then', async () => {
    const world = new World();
    const gone = reader(world, 'br');
    let late = gone;
    send(world, () => {
      gone.reading.leave();
      expect([world.made[0]?.destroyed, world.body.readers]).toEqual([true, 0]);
      late = reader(world, 'br');
    });
    expect(brotliDecompressSync(await late.whole).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(2);
  });

  test('goes on when one of its readers leaves', async () => {
    const world = new World();
    const [gone, staying] = [reader(world, 'br'), reader(world, 'br')];
    send(world, () => gone.reading.leave());
    expect(brotliDecompressSync(await staying.whole).toString()).toBe(TEXT);
    expect(world.made).toHaveLength(1);
  });

  test('that is not kept is made for its one reader, and not kept either', async () => {
    const world = new World(false);
    const alone = reader(world, 'gzip');
    send(world);
    expect(gunzipSync(await alone.whole).toString()).toBe(TEXT);
    expect(world.body.heldBytes).toBe(0);
  });

  test('breaks off for all when it does', async () => {
    const world = new World();
    const readers = [reader(world, 'br'), reader(world, 'br')];
    world.body.append(Buffer.from(TEXT));
    world.body.fail(new Error('the origin hung up'));
    for (const { whole } of readers) await expect(whole).rejects.toThrow('the origin hung up');
    expect(world.made[0]?.destroyed).toBe(true);
  });
});
