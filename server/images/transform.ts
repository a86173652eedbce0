/** From the bytes of a picture to the bytes of a smaller WebP. Sharp is called here and nowhere else in this folder. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../../shared/errors/app-error.ts';
import { type ImageRequest, isPlaceholder } from '../../shared/images/image-url.ts';
import { PLACEHOLDER } from '../../shared/images/sizes.ts';
import { type PictureType, pictureType } from './picture-type.ts';

/** 40 megapixels: a decoded picture then takes 160 MB at most, and two are decoded at a time. */
const MAX_PIXELS = 40_000_000;

/** Longest side that WebP can hold. */
const MAX_WEBP_SIDE = 16_383;

/** Seconds that one picture may keep a decoder busy. */
const DECODE_SECONDS = 7;

/** Part of every validator: a change here or in the libraries makes other bytes from the same source. */
export const TRANSFORM_VERSION: string = `1:${sharp.versions.vips}:${sharp.versions.webp ?? ''}`;

/** Sets sharp's process-wide switches: one thread for each picture and no cache of operations. Safe to call twice. */
export function prepareDecoder(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * Returns `bytes` as WebP of the wanted width and quality: upright, in sRGB, without metadata, never enlarged; the first frame of an
 * animation. The placeholder is cropped to 10x10 and blurred.
 * @throws AppError UNSUPPORTED_IMAGE, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, or BACKEND_TIMEOUT when decoding takes too long.
 */
export async function transformPicture(bytes: Buffer, request: ImageRequest): Promise<Buffer> {
  if (bytes.length === 0) throw new AppError('IMAGE_UNREADABLE', { detail: 'empty file' });
  const type = pictureType(bytes);
  if (type === null) throw new AppError('UNSUPPORTED_IMAGE', { detail: 'not a picture by its first bytes' });
  checkSize(await readHead(bytes, type), request);
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).autoOrient();
  try {
    return await sized(upright, request)
      .toColourspace('srgb')
      .webp({ quality: request.quality })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.message.startsWith('timeout');
    throw new AppError(timedOut ? 'BACKEND_TIMEOUT' : 'IMAGE_UNREADABLE', { cause });
  }
}

/** Reads the head alone: the size is known before a pixel is decoded. */
async function readHead(bytes: Buffer, type: PictureType): Promise<Metadata> {
  let head: Metadata;
  try {
    head = await sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata();
  } catch (cause) {
    throw new AppError('IMAGE_UNREADABLE', { cause });
  }
  // A file that two loaders claim is a trick; AVIF is HEIF with the AV1 codec.
  const format = head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format;
  if (format !== type) throw new AppError('UNSUPPORTED_IMAGE', { detail: `begins as ${type}, read as ${format}` });
  return head;
}

function checkSize(head: Metadata, request: ImageRequest): void {
  const { width, height } = head.autoOrient;
  if (width * height > MAX_PIXELS) throw new AppError('IMAGE_TOO_LARGE', { detail: `${width}x${height} pixels` });
  const outputHeight = isPlaceholder(request) ? PLACEHOLDER.height : height * Math.min(1, request.width / width);
  if (outputHeight > MAX_WEBP_SIDE) throw new AppError('IMAGE_TOO_LARGE', { detail: `${width}x${height} is too tall for WebP` });
}

function sized(picture: Sharp, request: ImageRequest): Sharp {
  if (!isPlaceholder(request)) return picture.resize({ width: request.width, withoutEnlargement: true });
  return picture.resize(PLACEHOLDER.width, PLACEHOLDER.height, { fit: 'cover' }).blur(PLACEHOLDER.blurSigma);
}
