/** Files that claim to be pictures, made to break their readers, and honest ones that are hard to read right. */
import { crc32, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { AttackNumber } from './catalogue.ts';

/** Number, name, bytes, and the status with the code of the refusal or with the size of the picture that comes of it (at width 320). */
export type PictureCase = readonly [AttackNumber, string, () => Buffer | Promise<Buffer>, string];

export const PICTURES: readonly PictureCase[] = [
  [22, 'a page', () => text('<!doctype html><title>x</title>'), '400 UNSUPPORTED_IMAGE'],
  [23, 'a GIF that is a script', () => text('GIF89a/*\0\0\0\0\0\0*/=1;alert(1)'), '422 IMAGE_UNREADABLE'],
  [
    23,
    'a GIF in front of an SVG',
    () => text('GIF89a/*<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    '422 IMAGE_UNREADABLE',
  ],
  [
    23,
    'a JPEG with an archive behind it',
    async () => Buffer.concat([await flat().jpeg().toBuffer(), text('PK\x03\x04rest')]),
    '200 64x32',
  ],
  [23, 'a PDF', () => text('%PDF-1.7\n1 0 obj'), '400 UNSUPPORTED_IMAGE'],
  [
    24,
    'an SVG with a script',
    () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"><script>a()</script></svg>'),
    '400 UNSUPPORTED_IMAGE',
  ],
  [
    24,
    'an SVG with a page inside',
    () => text('<svg><foreignObject><iframe src="http://127.0.0.1"/></foreignObject></svg>'),
    '400 UNSUPPORTED_IMAGE',
  ],
  [24, 'an SVG that loads', () => text('<svg><image href="http://127.0.0.1/boa.jpg"/></svg>'), '400 UNSUPPORTED_IMAGE'],
  [
    24,
    'an SVG that reads a file',
    () => text('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg><text>&b;</text></svg>'),
    '400 UNSUPPORTED_IMAGE',
  ],
  [24, 'an SVG of a billion laughs', () => text(laughs()), '400 UNSUPPORTED_IMAGE'],
  [24, 'an SVG of a huge area', () => text('<svg viewBox="0 0 9e9 9e9" width="9e9" height="9e9"/>'), '400 UNSUPPORTED_IMAGE'],
  [24, 'an SVG behind a byte order mark', () => Buffer.from('\uFEFF<?xml version="1.0"?><svg/>'), '400 UNSUPPORTED_IMAGE'],
  [24, 'an SVG in UTF-16', () => Buffer.from('\uFEFF<?xml version="1.0"?><svg/>', 'utf16le'), '400 UNSUPPORTED_IMAGE'],
  [24, 'an SVG behind spaces and a comment', () => text(' \n\t<!-- foto --><svg/>'), '400 UNSUPPORTED_IMAGE'],
  [24, 'a compressed SVG', () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'), '400 UNSUPPORTED_IMAGE'],
  [25, 'a PNG of a pixel or two too many', () => blankPng(8_000, 6_251), '422 IMAGE_TOO_LARGE'],
  [25, 'a PNG that says 14000x14000', () => pngThatSays(14_000, 14_000), '422 IMAGE_TOO_LARGE'],
  [25, 'a PNG that says 40000x40000', () => pngThatSays(40_000, 40_000), '422 IMAGE_TOO_LARGE'],
  [25, 'a JPEG that says 65500x65500', jpegThatSaysMuch, '422 IMAGE_TOO_LARGE'],
  [25, 'a TIFF with strips', () => text('II*\0\x08\0\0\0'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [26, 'a line of 100000 pixels', () => pngThatSays(100_000, 1), '422 IMAGE_TOO_LARGE'],
  [26, 'a column of 100000 pixels', () => pngThatSays(1, 100_000), '422 IMAGE_TOO_LARGE'],
  [26, 'a column that no WebP can hold', () => blankPng(100, 20_000), '422 IMAGE_TOO_LARGE'],
  [26, 'a line that shrinks enough', () => blankPng(20_000, 100), '200 320x2'],
  [27, 'a GIF of 300 frames without a pause', () => frames(300), '200 20x20'],
  [27, 'a GIF of 10001 frames', () => frames(10_001), '422 IMAGE_TOO_LARGE'],
  [28, 'an empty file', () => Buffer.alloc(0), '422 IMAGE_UNREADABLE'],
  [28, 'a head alone', async () => (await flat().png().toBuffer()).subarray(0, 8), '422 IMAGE_UNREADABLE'],
  [28, 'a cut JPEG', async () => (await noisy().jpeg().toBuffer()).subarray(0, 2_000), '422 IMAGE_UNREADABLE'],
  [28, 'a cut PNG', async () => (await noisy().png().toBuffer()).subarray(0, 5_000), '422 IMAGE_UNREADABLE'],
  [28, 'a PNG with wrong checksums', async () => (await noisy().png().toBuffer()).fill(0x55, 2_000, 2_400), '422 IMAGE_UNREADABLE'],
  [29, 'a JPEG in CMYK', () => flat().toColourspace('cmyk').jpeg().toBuffer(), '200 64x32'],
  [29, 'a PNG of 16 bits', () => flat().toColourspace('rgb16').png().toBuffer(), '200 64x32'],
  [29, 'a JPEG with a broken profile', brokenProfile, '200 64x32'],
  [29, 'a JPEG on its side, with the place of the camera', sideways, '200 32x64'],
  [30, 'a HEIC photograph', () => text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [30, 'a JPEG XL', () => text('\xff\x0a\xfa'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [30, 'a Photoshop file', () => text('8BPS\0\x01'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [30, 'a bitmap', () => text('BM\x36\0\0\0'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [30, 'an icon', () => text('\0\0\x01\0\x01\0'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [30, 'a film', () => text('\0\0\0\x18ftypisom\0\0\x02\0'), '415 IMAGE_FORMAT_NOT_ACCEPTED'],
  [31, 'a picture of one pixel', () => blankPng(1, 1), '200 1x1'],
  [
    31,
    'a transparent PNG',
    () =>
      sharp({ create: { width: 30, height: 30, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    '200 30x30',
  ],
  // The decoder has less memory than the coefficients of this one take, and nothing but the picture may be lost by that.
  [48, 'a JPEG that a decoder has no memory for', () => greedy(), '422 IMAGE_UNREADABLE'],
];

function text(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1');
}

function flat(): Sharp {
  return sharp({ create: { width: 64, height: 32, channels: 3, background: '#c81e1e' } });
}

function noisy(): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 300, height: 300, channels: 3, background: '#888', noise } });
}

function blankPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Its head says so; the pixels are of a smaller one. */
async function pngThatSays(width: number, height: number): Promise<Buffer> {
  const bytes = await flat().png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

async function jpegThatSaysMuch(): Promise<Buffer> {
  const bytes = await flat().jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** One frame of 20x20, again and again: a GIF is a head, its frames and an end. */
async function frames(count: number): Promise<Buffer> {
  const one = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c81e1e' } })
    .gif()
    .toBuffer();
  const pixels = one.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  const frame = one.subarray(pixels, -1);
  return Buffer.concat([one.subarray(0, pixels), ...Array.from({ length: count }, () => frame), one.subarray(-1)]);
}

async function brokenProfile(): Promise<Buffer> {
  const bytes = await flat().jpeg().withIccProfile('p3').toBuffer();
  const profile = bytes.indexOf('ICC_PROFILE') + 14;
  return bytes.fill(0x42, profile + 60, profile + 400);
}

function sideways(): Promise<Buffer> {
  return flat()
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

function laughs(): string {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${entities.join('')}]><svg><text>&a9;</text></svg>`;
}

function greedy(): Promise<Buffer> {
  return sharp({ create: { width: 6_200, height: 6_200, channels: 3, background: '#888' } })
    .jpeg({ progressive: true, quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
