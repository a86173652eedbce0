/**
 * Estimates the memory that a decoder needs for a picture, from the picture's head. Each figure is measured: the peak memory of a decoder
 * (VmHWM) for pictures of 6 to 50 megapixels, minus the 65 to 100 MB that it has without one, divided by the pixels. The pictures were as
 * noisy as photographs taken at night and encoded at the highest quality, whose results need two to three times as much as smooth ones.
 *
 * libvips streams most sources in bands and shrinks JPEG while it decodes, so their pixels cost almost nothing: a JPEG of 48 megapixels,
 * upright or rotated, takes 30 MB. Formats that must be decoded completely before their first line is known need all their pixels.
 */
import type { Metadata } from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { PictureType } from '../picture-type.ts';

export type SourceFacts = Pick<Metadata, 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'hasAlpha'>;

/**
 * Bytes at most, result included, of pictures that all decoders may make at the same time: nearly all JPEGs, an AVIF of 14 megapixels. A
 * picture that needs more is heavy, and only one heavy picture is made at a time. So two decoders need 1.3 GB at most.
 */
export const LIGHT_BYTES_HELD = 300_000_000;

/** Bytes of a source at most: an AVIF of 35 megapixels, or of 25 with more than 8 bits. Other formats reach the pixel limit first. */
export const MAX_SOURCE_BYTES_HELD = 700_000_000;

/**
 * Bytes of source and result at most. From a streamed source an AVIF of width 3072 may be 10,000 pixels tall, and 7,500 with alpha.
 */
export const MAX_BYTES_HELD = 780_000_000;

/** A picture needs too much memory to be made at the same time as another heavy one. */
export class HeavyPicture extends AppError {
  constructor(detail: string) {
    super('IMAGE_TOO_LARGE', { detail });
  }
}

/** Returns the bytes of memory that a decoder needs for a source of `pixels` pixels. */
export function bytesOfSource(type: PictureType, facts: SourceFacts, pixels: number): number {
  return pixels * bytesOfSourcePixel(type, facts);
}

function bytesOfSourcePixel(type: PictureType, { channels, depth, isProgressive, chromaSubsampling }: SourceFacts): number {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  switch (type) {
    case 'avif':
      // One frame of the codec, one of the container and two of the library. With 8 bits: 16 bytes for 4:2:0, 20 otherwise.
      return sampleBytes === 1 ? 20 : 28;
    case 'gif':
      return 6;
    case 'png':
      // An interlaced PNG is decoded completely before its first line is complete.
      return isProgressive ? channels * sampleBytes * 1.3 : 0;
    case 'jpeg':
      // A progressive JPEG needs two bytes for each coefficient; 4:2:0 has half as many.
      return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
    case 'webp':
      // Lossless WebP is decoded completely; lossy WebP is streamed. The head does not say which it is.
      return 4;
  }
}

/**
 * Bytes of one pixel while a result is encoded, without and with alpha. WebP and AVIF encode a picture as a whole, and all results are
 * complete in memory before they are sent.
 */
const RESULT_PIXEL = {
  avif: { opaque: 24, alpha: 33 },
  webp: { opaque: 23, alpha: 25 },
  jpeg: { opaque: 8, alpha: 8 },
  gif: { opaque: 17, alpha: 17 },
  png: { opaque: 6, alpha: 6 },
} as const satisfies Record<PictureType, { readonly opaque: number; readonly alpha: number }>;

/** Returns how many bytes of a decoder's memory a result of `pixels` pixels takes while it is encoded. */
export function bytesOfResult(type: PictureType, { hasAlpha }: SourceFacts, pixels: number): number {
  return pixels * RESULT_PIXEL[type][hasAlpha ? 'alpha' : 'opaque'];
}
