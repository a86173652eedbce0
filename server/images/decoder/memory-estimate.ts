/**
 * What a picture takes of a decoder's memory, from what its head says. Each figure is measured: the most that a decoder ever held (VmHWM)
 * for pictures of 6 to 50 megapixels, less the 65 to 100 MB that it holds without one, by the number of pixels. They are as grainy as a
 * photograph taken at night and encoded at the highest quality, for which a result takes two to three times of what a plain one does.
 *
 * Most sources flow through a band at a time and JPEG is shrunk while it is decoded, so their pixels cost next to nothing: a JPEG
 * of 48 megapixels, upright or rotated, takes 30 MB. What must be there as a whole before its first line is known is another matter.
 */
import type { Metadata } from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { PictureType } from '../picture-type.ts';

export type SourceFacts = Pick<Metadata, 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'hasAlpha'>;

/**
 * What is held at most, result included, of pictures that every decoder may have at a time: nearly all JPEGs, an AVIF of 14 megapixels. A
 * picture that takes more is heavy, and one such is made at a time. So two decoders hold 1.3 GB at most.
 */
export const LIGHT_BYTES_HELD = 300_000_000;

/** What is held of a source at most: an AVIF of 35 megapixels, of 25 with more than 8 bits. All else may be as large as any picture. */
export const MAX_SOURCE_BYTES_HELD = 700_000_000;

/**
 * The same with the result. Of a source that flows, an AVIF of 3072 pixels may be 10,000 pixels tall, and 7,500 with alpha.
 */
export const MAX_BYTES_HELD = 780_000_000;

/** A picture is too large to be made while another such one is. */
export class HeavyPicture extends AppError {
  constructor(detail: string) {
    super('IMAGE_TOO_LARGE', { detail });
  }
}

/** Returns how many bytes of a decoder's memory a source of `pixels` pixels takes. */
export function bytesOfSource(type: PictureType, facts: SourceFacts, pixels: number): number {
  return pixels * bytesOfSourcePixel(type, facts);
}

function bytesOfSourcePixel(type: PictureType, { channels, depth, isProgressive, chromaSubsampling }: SourceFacts): number {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  switch (type) {
    case 'avif':
      // The frame of the codec, that of the container and two of the library, each whole. 8 bits: 16 with halved colours, 20 without.
      return sampleBytes === 1 ? 20 : 28;
    case 'gif':
      return 6;
    case 'png':
      // Interlaced: all lines are there before any is whole.
      return isProgressive ? channels * sampleBytes * 1.3 : 0;
    case 'jpeg':
      // Progressive: two bytes for each coefficient. Halved colours have half as many of them.
      return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
    case 'webp':
      // Without loss, which the head does not tell: all of it is there before its last line is. With loss next to nothing.
      return 4;
  }
}

/**
 * Bytes of one pixel while a result is encoded, without and with alpha. WebP and AVIF look at a picture as a whole, and all results are
 * there before they are sent.
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
