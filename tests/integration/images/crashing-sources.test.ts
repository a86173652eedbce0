/** Pictures that crash their decoders or exceed the time limit: they fail, and no other picture does. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Decoder } from '../../../server/images/decoder/child.ts';
import type { DecoderOrder, PictureSource } from '../../../server/images/decoder/protocol.ts';
import type { MadePicture } from '../../../server/images/decoder/transform.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { type ImageWidth, SCREEN_WIDTHS, WIDTHS } from '../../../shared/images/sizes.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';

const MINUTE = 60_000;

/** The behaviour of the fake decoders by the text of the bytes. */
type Manner = 'crash' | 'slow' | 'slow when wide' | 'good';

let manners: Map<string, Manner>;
let started: number;
let made: string[];
let now: number;
let files: MemoryFiles;
let server: ImageServer;

class ActingDecoder implements Decoder {
  isEnded = false;
  readonly #gone = Promise.withResolvers<void>();
  readonly gone = this.#gone.promise;

  async make(source: PictureSource, { width }: DecoderOrder): Promise<MadePicture> {
    const text = Buffer.isBuffer(source) ? source.toString() : source.path;
    made.push(text);
    // Others come to work meanwhile.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    const manner = manners.get(text);
    if (manner === 'crash') {
      this.end();
      throw new AppError('IMAGE_DECODER_FAILED', { detail: 'the decoder ended with SIGSEGV' });
    }
    if (manner === 'slow' || (manner === 'slow when wide' && width >= 2_048)) throw new AppError('BACKEND_TIMEOUT', { detail: 'decoding' });
    return { type: 'webp', bytes: Buffer.from(text) };
  }

  end(): void {
    this.isEnded = true;
    this.#gone.resolve();
  }
}

beforeEach(async () => {
  manners = new Map();
  started = 0;
  made = [];
  now = 0;
  files = new MemoryFiles();
  server = await startImageServer(files, {
    clock: { now: () => now, wall: () => now },
    decoders: {
      size: 2,
      start: () => {
        started += 1;
        return new ActingDecoder();
      },
    },
  });
});

afterEach(async () => {
  await server.close();
});

/** Publishes a file, once for each name. */
function publish(name: string, manner: Manner): string {
  manners.set(name, manner);
  const number = manners.size;
  return files.put(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, Buffer.from(name), { etag: `"${name}"` });
}

async function status(source: string, width: ImageWidth = 320): Promise<number> {
  const response = await fetch(`${server.origin}${imageUrl(source, width)}`, { headers: { accept: 'image/webp' } });
  await response.arrayBuffer();
  return response.status;
}

describe('a picture that crashes its decoder', () => {
  test('costs at most two decoders for concurrent requests of all widths, and does not stop other pictures', async () => {
    const broken = publish('broken', 'crash');
    const sound = publish('sound', 'good');
    const widths = WIDTHS.slice(1);
    // Without a limit, each of them would start a decoder.
    expect(widths.length).toBeGreaterThan(4);
    const answers = widths.map((width) => status(broken, width));
    const other = SCREEN_WIDTHS.map((width) => status(sound, width));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([502]));
    expect(new Set(await Promise.all(other))).toEqual(new Set([200]));
    expect(made.filter((text) => text === 'broken').length).toBeLessThanOrEqual(2);
    expect(started).toBeLessThanOrEqual(4);
  });

  test('costs one decoder when its widths are requested one after another', async () => {
    const broken = publish('broken', 'crash');
    for (const width of WIDTHS) expect(await status(broken, width)).toBe(502);
    expect([started, files.opened]).toEqual([1, 1]);
    expect(await status(publish('sound', 'good'))).toBe(200);
  });

  test('is tried again after two minutes, once at a time, and then at growing intervals', async () => {
    const broken = publish('broken', 'crash');
    await status(broken);
    now = 2 * MINUTE - 1;
    await status(broken, 640);
    expect(made).toHaveLength(1);
    now = 2 * MINUTE;
    await Promise.all(WIDTHS.map((width) => status(broken, width)));
    expect(made).toHaveLength(2);
    now += 4 * MINUTE - 1;
    expect(await status(broken)).toBe(502);
    expect(made).toHaveLength(2);
    now += 1;
    await status(broken);
    expect(made).toHaveLength(3);
  });

  test('leaves quarantine when it has been made', async () => {
    const once = publish('once', 'crash');
    expect(await status(once)).toBe(502);
    manners.set('once', 'good');
    now = 2 * MINUTE;
    expect(await status(once)).toBe(200);
    expect(await Promise.all(WIDTHS.map((width) => status(once, width)))).toEqual(WIDTHS.map(() => 200));
  });

  test('does not quarantine the file that replaces it', async () => {
    const source = publish('broken', 'crash');
    expect(await status(source)).toBe(502);
    files.put(source.slice(-36), Buffer.from('new'), { etag: '"new"' });
    expect(await status(source)).toBe(200);
  });
});

test('another width of a picture that exceeded the time limit is not started', async () => {
  const slow = publish('slow', 'slow');
  for (const width of WIDTHS) expect(await status(slow, width)).toBe(504);
  now = 2 * MINUTE - 1;
  expect(await status(slow)).toBe(504);
  expect([made.length, started]).toEqual([1, 1]);
});

test('makes a picture that exceeded the time limit when it is less than half as wide', async () => {
  const large = publish('large', 'slow when wide');
  expect(await status(large, 3_072)).toBe(504);
  for (const width of [2_560, 2_048, 1_536] as const) expect(await status(large, width)).toBe(504);
  expect(made).toHaveLength(1);
  for (const width of [1_280, 320] as const) expect(await status(large, width)).toBe(200);
  // What was made does not speak for what took too long.
  expect(await status(large, 2_048)).toBe(504);
  expect(made).toHaveLength(3);
  now = 2 * MINUTE;
  expect(await status(large, 1_536)).toBe(200);
});

test('starts a picture that is too slow at every width four times in total', async () => {
  const slow = publish('slow', 'slow');
  for (const width of WIDTHS.toReversed()) expect(await status(slow, width)).toBe(504);
  expect(made).toHaveLength(4);
});

test('many crashing pictures delay others, but do not block them for long', async () => {
  const sound = publish('sound', 'good');
  for (let count = 0; count < 30; count++) await status(publish(`broken ${count}`, 'crash'));
  expect(started).toBe(10);
  expect(await status(sound)).toBe(503);
  now = 6_000;
  expect(await status(sound)).toBe(200);
  expect(started).toBe(11);
  // The decoder that is there goes on, and the next crash is paid for by six seconds again.
  expect(await status(sound, 640)).toBe(200);
  await status(publish('broken too', 'crash'));
  expect(await status(sound, 768)).toBe(503);
  now = 12_000;
  expect(await status(sound, 768)).toBe(200);
});
