/** How much memory a decoder takes for a picture, and what is refused by its head because it would take more. */
import { readdir, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Decoder, startDecoder } from '../../../server/images/decoder/child.ts';
import { bytesOfResult, bytesOfSource, HeavyPicture } from '../../../server/images/decoder/memory-estimate.ts';
import type { DecoderOrder } from '../../../server/images/decoder/protocol.ts';
import { pictureType } from '../../../server/images/picture-type.ts';

const SMALL: DecoderOrder = { width: 320, quality: 75, format: 'webp', mayBeHeavy: true };
const LIGHT: DecoderOrder = { ...SMALL, mayBeHeavy: false };
const DEADLINE_MS = 60_000;
const MEGABYTE = 1_000_000;

let decoder: Decoder;

beforeEach(() => {
  decoder = startDecoder();
});

afterEach(async () => {
  decoder.end();
  await decoder.gone;
});

/** As grainy as photographs get. */
function grainy(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } });
}

function flat(side: number, channels: 3 | 4 = 3): Sharp {
  const background = channels === 3 ? '#1f6f5c' : { r: 31, g: 111, b: 92, alpha: 0.5 };
  return sharp({ create: { width: side, height: side, channels, background } });
}

const deepPng = (side: number): Sharp => flat(side, 4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 });

/** A PNG that says another size than it has: what is decided by the head is decided before a pixel is read. */
function saying(width: number, height: number, png: Buffer): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** ISO/IEC 23008-12 §6.5.3: the size of an image item, after version and flags. */
function avifSaying(width: number, height: number, avif: Buffer): Buffer {
  const bytes = Buffer.from(avif);
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

async function outcome(bytes: Buffer, order: DecoderOrder = SMALL): Promise<string> {
  const failure = (error: unknown): string => (error instanceof HeavyPicture ? 'heavy' : (error as { code: string }).code);
  return await decoder.make(bytes, order, DEADLINE_MS).then(({ type }) => type, failure);
}

describe('a picture that is judged by its head', () => {
  test('is refused as an AVIF above 35 megapixels, and above 25 with more than 8 bits', async () => {
    const avif = await flat(64).avif({ effort: 0 }).toBuffer();
    const deep = await flat(64).avif({ effort: 0, bitdepth: 10 }).toBuffer();
    expect(await outcome(avifSaying(7_100, 5_000, avif))).toBe('IMAGE_TOO_LARGE');
    expect(await outcome(avifSaying(7_000, 5_000, avif))).toBe('IMAGE_UNREADABLE');
    expect(await outcome(avifSaying(6_200, 4_100, deep))).toBe('IMAGE_TOO_LARGE');
    expect(await outcome(avifSaying(6_000, 4_000, deep))).toBe('IMAGE_UNREADABLE');
    expect(await outcome(avif)).toBe('webp');
  });

  test('is refused when its result needs too much memory, but not in a narrower width or another format', async () => {
    const tall = await sharp({ create: { width: 3_072, height: 12_000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(await outcome(tall, { ...SMALL, width: 3_072, format: 'avif' })).toBe('IMAGE_TOO_LARGE');
    expect(await outcome(tall, { ...SMALL, width: 3_072, format: 'source' })).toBe('png');
    expect(await outcome(tall, { ...SMALL, format: 'avif' })).toBe('avif');
  });

  test('is heavy as an interlaced PNG with 16 bits and alpha, and light as a plain PNG', async () => {
    const [interlaced, plain] = [await deepPng(1).toBuffer(), await flat(1, 4).png().toBuffer()];
    expect(await outcome(saying(7_000, 7_000, interlaced), LIGHT)).toBe('heavy');
    expect(await outcome(saying(7_000, 7_000, interlaced))).toBe('IMAGE_UNREADABLE');
    expect(await outcome(saying(7_000, 7_000, plain), LIGHT)).toBe('IMAGE_UNREADABLE');
  });
});

test('a photograph of 48 megapixels takes little memory: upright, rotated and progressive', {
  timeout: 120_000,
}, async () => {
  const sensor = (): Sharp => sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#1f6f5c' } });
  const upright = await sensor().jpeg({ quality: 60 }).toBuffer();
  const progressive = await sensor().jpeg({ quality: 60, progressive: true }).withMetadata({ orientation: 6 }).toBuffer();
  expect(await outcome(upright, { ...LIGHT, width: 1_280 })).toBe('webp');
  expect(await outcome(progressive, { ...LIGHT, width: 1_280 })).toBe('webp');
});

/** Peaks are rounded up by allocators and by what a band of lines takes. */
const SLACK = 30 * MEGABYTE;

const IS_LINUX = process.platform === 'linux';

test.runIf(IS_LINUX).each([
  ['an interlaced PNG with 16 bits and alpha', () => deepPng(2_500)],
  ['an interlaced PNG', () => flat(3_500).png({ progressive: true, compressionLevel: 1 })],
  ['an AVIF', () => flat(2_000).avif({ effort: 0, chromaSubsampling: '4:4:4' })],
  ['an AVIF of 10 bits with alpha', () => flat(2_000, 4).avif({ effort: 0, chromaSubsampling: '4:4:4', bitdepth: 10 })],
  ['a progressive JPEG', () => flat(4_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
  ['a GIF', () => flat(3_000).gif()],
  ['a WebP', () => flat(3_000).webp({ effort: 0 })],
  ['a WebP without loss', () => flat(3_500).webp({ lossless: true, effort: 0 })],
  ['a JPEG', () => flat(6_000).jpeg()],
])('%s takes what the figures say, and no more', { timeout: 120_000 }, async (_name, picture) => {
  const bytes = await picture().toBuffer();
  const head = await sharp(bytes).metadata();
  const type = pictureType(bytes) ?? 'png';
  const figures = bytesOfSource(type, head, head.width * head.height) + bytesOfResult('webp', head, 320 * 320);
  expect(await grown(bytes, SMALL)).toBeLessThan(figures + bytes.length * 2 + SLACK);
});

test.runIf(IS_LINUX).each(['avif', 'webp', 'source'] as const)(
  'a grainy result as %s takes what the figures say',
  { timeout: 120_000 },
  async (format) => {
    // Large enough to show over the slack, and far from the decoder's limit of time on a busy machine.
    const bytes = await grainy(2_048, 1_536).jpeg().toBuffer();
    const figures = bytesOfResult(format === 'source' ? 'jpeg' : format, await sharp(bytes).metadata(), 2_048 * 1_536);
    expect(await grown(bytes, { ...SMALL, width: 2_048, quality: 100, format })).toBeLessThan(figures + bytes.length * 2 + SLACK);
  },
);

/** Bytes by which the most that a decoder has held grows with a picture. */
async function grown(bytes: Buffer, order: DecoderOrder): Promise<number> {
  // The first picture brings the libraries in.
  await decoder.make(await flat(8).avif({ effort: 0 }).toBuffer(), SMALL, DEADLINE_MS);
  const before = await peak();
  await decoder.make(bytes, order, DEADLINE_MS);
  return (await peak()) - before;
}

/** Most bytes that the decoder has held since it was started. */
async function peak(): Promise<number> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')));
  for (const pid of lists.join(' ').split(' ').filter(Boolean)) {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('decoder/process.ts')) continue;
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1_024;
  }
  throw new Error('no decoder');
}
