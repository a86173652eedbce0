/** Makes a smaller picture from the bytes of a picture. Runs in a decoder process; no other file calls sharp. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import { isPlaceholder } from '../../../shared/images/image-url.ts';
import { type ImageQuality, PLACEHOLDER } from '../../../shared/images/sizes.ts';
import { isForeignPicture, type PictureType, pictureType } from '../picture-type.ts';
import { bytesOfResult, bytesOfSource, HeavyPicture, LIGHT_BYTES_HELD, MAX_BYTES_HELD, MAX_SOURCE_BYTES_HELD } from './memory-estimate.ts';
import type { DecoderOrder, PictureOrder } from './protocol.ts';

/** 50 megapixels, as much as cameras make. The memory depends on the format too (memory-estimate.ts). */
const MAX_PIXELS = 50_000_000;

/** Longest side of a source in pixels. No camera makes longer ones; they are typical of attacks on decoders. */
const MAX_SIDE = 32_767;

/** Number of frames at most. Only the first is decoded, but the parser reads them all. */
const MAX_FRAMES = 10_000;

/** Longest side of a result in pixels: the limit of WebP, used for all formats. */
const MAX_RESULT_SIDE = 16_383;

/** Seconds for one picture at most. */
const DECODE_SECONDS = 7;

/** The loaders that are allowed, one for each `PictureType`; all other loaders of libvips are blocked. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
];

/**
 * The fastest setting. Measured: a photograph of 1280 pixels took 60 ms (WebP of the same fidelity 160 ms) and was a quarter smaller than the
 * WebP; effort 3 took 490 ms and saved another 3 %, the encoder's default 4 took more than a second and saved 25 %.
 */
const AVIF_EFFORT = 0;

/** AVIF quality with about the fidelity of WebP at the requested quality (PSNR of photographs of 1280 pixels). */
const AVIF_QUALITY = { 50: 40, 60: 44, 75: 50, 80: 54, 90: 74, 100: 95 } as const satisfies Record<ImageQuality, number>;

export interface MadePicture {
  readonly type: PictureType;
  readonly bytes: Buffer;
}

interface Making {
  readonly type: PictureType;
  readonly result: PictureType;
  readonly order: DecoderOrder;
}

/** Sets sharp's process-wide options: one thread for a picture, no cache of operations, only our loaders. Safe to call twice. */
export function prepareDecoder(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/**
 * Returns `bytes` in the wanted width, quality and format: upright, in sRGB, without metadata, never enlarged; the first frame of an
 * animation. The placeholder is cropped to 10x10 and blurred.
 * @throws AppError UNSUPPORTED_IMAGE, IMAGE_FORMAT_NOT_ACCEPTED, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, or BACKEND_TIMEOUT when it takes
 * too long; HeavyPicture where the order does not allow one.
 */
export async function transformPicture(bytes: Buffer, order: DecoderOrder): Promise<MadePicture> {
  const type = acceptedType(bytes);
  const result = order.format === 'source' ? type : order.format;
  checkSize(await readHead(bytes, type), { type, result, order });
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).autoOrient();
  try {
    const made = await encoded(sized(upright, order).toColourspace('srgb'), result, order.quality)
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
    return { type: result, bytes: made };
  } catch (cause) {
    throw decodeFault(cause);
  }
}

function acceptedType(bytes: Buffer): PictureType {
  if (bytes.length === 0) throw new AppError('IMAGE_UNREADABLE', { detail: 'empty file' });
  const type = pictureType(bytes);
  if (type !== null) return type;
  throw isForeignPicture(bytes)
    ? new AppError('IMAGE_FORMAT_NOT_ACCEPTED', { detail: 'a picture or film of another format by its first bytes' })
    : new AppError('UNSUPPORTED_IMAGE', { detail: 'not a picture by its first bytes' });
}

/** Reads only the head, so that the size is known before a pixel is decoded. */
async function readHead(bytes: Buffer, type: PictureType): Promise<Metadata> {
  let head: Metadata;
  try {
    head = await sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata();
  } catch (cause) {
    throw decodeFault(cause);
  }
  // A file that two loaders accept is an attack. AVIF is HEIF with the AV1 codec.
  const format = head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format;
  if (format !== type) throw new AppError('UNSUPPORTED_IMAGE', { detail: `begins as ${type}, read as ${format}` });
  return head;
}

function checkSize(head: Metadata, { type, result, order }: Making): void {
  const { width, height } = head.autoOrient;
  const tooLarge = (detail: string): AppError => new AppError('IMAGE_TOO_LARGE', { detail });
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw tooLarge(`${width}x${height} pixels`);
  if ((head.pages ?? 1) > MAX_FRAMES) throw tooLarge(`${head.pages} frames`);
  const resultHeight = isPlaceholder(order) ? PLACEHOLDER.height : height * Math.min(1, order.width / width);
  if (resultHeight > MAX_RESULT_SIDE) throw tooLarge(`${width}x${height} is too tall for width ${order.width}`);
  const held = bytesOfSource(type, head, width * height);
  const heldInAll = held + bytesOfResult(result, head, Math.min(width, order.width) * resultHeight);
  const detail = `${megabytes(held)} decoded, ${megabytes(heldInAll)} in all`;
  if (held > MAX_SOURCE_BYTES_HELD || heldInAll > MAX_BYTES_HELD) throw tooLarge(detail);
  if (heldInAll > LIGHT_BYTES_HELD && order.mayBeHeavy !== true) throw new HeavyPicture(detail);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

function sized(picture: Sharp, order: PictureOrder): Sharp {
  if (!isPlaceholder(order)) return picture.resize({ width: order.width, withoutEnlargement: true });
  return picture.resize(PLACEHOLDER.width, PLACEHOLDER.height, { fit: 'cover' }).blur(PLACEHOLDER.blurSigma);
}

function encoded(picture: Sharp, type: PictureType, quality: ImageQuality): Sharp {
  switch (type) {
    case 'avif':
      return picture.avif({ quality: AVIF_QUALITY[quality], effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' });
    case 'webp':
      return picture.webp({ quality });
    case 'jpeg':
      return picture.jpeg({ quality, progressive: true });
    // PNG and GIF are lossless here: sharp's quality of a PNG would reduce it to a palette.
    case 'png':
      return picture.png();
    case 'gif':
      return picture.gif();
  }
}

/** sharp reports each error on a line of its own; the timeout may be any of them. */
const TIMEOUT = /^timeout: \d+% complete$/m;

/** Returns BACKEND_TIMEOUT when sharp stopped at its time limit, IMAGE_UNREADABLE for any other error of sharp. */
export function decodeFault(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : 'unknown';
  if (TIMEOUT.test(message)) return new AppError('BACKEND_TIMEOUT', { cause, detail: 'decoding' });
  return new AppError('IMAGE_UNREADABLE', { cause, detail: message.slice(0, 200) });
}
