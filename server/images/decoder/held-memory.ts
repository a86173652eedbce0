/**
 * What a picture takes of a decoder's memory, from what its head says. Each figure is measured: the most that a decoder ever held (VmHWM)
 * for pictures of 16 to 50 megapixels, less the 65 MB that it holds without one, by the number of pixels.
 *
 * Most sources flow through a band at a time and JPEG and WebP are shrunk while they are decoded, so their pixels cost next to nothing: a
 * JPEG of 48 megapixels, upright or rotated, takes 30 MB. What must be there as a whole before its first line is known is another matter.
 */
import type { Metadata } from 'sharp';
import type { PictureType } from '../picture-type.ts';

export type SourceFacts = Pick<Metadata, 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'hasAlpha'>;

/**
 * What is held of a source at most: an AVIF of 16 megapixels, an interlaced PNG of 50 (of 30 with alpha and 16 bits), a progressive JPEG of
 * 50 (of 40 in CMYK).
 */
export const MAX_SOURCE_BYTES_HELD = 320_000_000;

/**
 * The same with the result. A decoder then holds 560 MB at most, and two of them work at a time. Of a source that flows, an AVIF of 3072
 * pixels may be 11,000 pixels tall, and 6,500 with alpha; an opaque WebP may be as tall as any.
 */
export const MAX_BYTES_HELD = 480_000_000;

/** Returns how many bytes of a decoder's memory a source of `pixels` pixels takes. */
export function bytesOfSource(type: PictureType, facts: SourceFacts, pixels: number): number {
  return pixels * bytesOfSourcePixel(type, facts);
}

function bytesOfSourcePixel(type: PictureType, { channels, depth, isProgressive, chromaSubsampling }: SourceFacts): number {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  switch (type) {
    case 'avif':
      // The frame of the codec, that of the container and two of the library, each whole. 15 with halved colours, 19 without.
      return 19 * sampleBytes;
    case 'gif':
      return 6;
    case 'png':
      // Interlaced: all lines are there before any is whole.
      return isProgressive ? channels * sampleBytes * 1.3 : 0;
    case 'jpeg':
      // Progressive: two bytes for each coefficient. Halved colours have half as many of them.
      return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
    case 'webp':
      return 1;
  }
}

/** Bytes of one pixel while a result is encoded, without and with alpha. WebP and AVIF look at a picture as a whole. */
const RESULT_PIXEL = {
  avif: { opaque: 14, alpha: 24 },
  webp: { opaque: 7, alpha: 14 },
  jpeg: { opaque: 6, alpha: 6 },
  gif: { opaque: 6, alpha: 6 },
  png: { opaque: 1, alpha: 1 },
} as const satisfies Record<PictureType, { readonly opaque: number; readonly alpha: number }>;

/** Returns how many bytes of a decoder's memory a result of `pixels` pixels takes while it is encoded. */
export function bytesOfResult(type: PictureType, { hasAlpha }: SourceFacts, pixels: number): number {
  return pixels * RESULT_PIXEL[type][hasAlpha ? 'alpha' : 'opaque'];
}
