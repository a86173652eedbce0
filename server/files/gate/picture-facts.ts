/**
 * Reads a picture completely, as the site will. One that says where it was taken gets a copy that does not: the published file itself can be
 * downloaded, not only the sizes that the site makes of it. Runs in the inspection process.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { FileFacts, InspectionOrder } from './facts.ts';

/** As much as the site makes pictures of. */
const MAX_PIXELS = 50_000_000;

/** Nearly no visible loss; the picture is encoded once more. */
const QUALITY = 92;

const LOADERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
  'VipsForeignLoadHeifFile',
];

export async function pictureFacts({ path, cleanedPath }: InspectionOrder): Promise<FileFacts> {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  try {
    const head = await sharp(path, { limitInputPixels: false, failOn: 'warning' }).metadata();
    const { width, height } = head.autoOrient;
    if (width * height > MAX_PIXELS) return { kind: 'too-large' };
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'warning' });
    // Decodes every line, so that a damaged end is found.
    await picture.clone().resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    const isCleaned = saysPlace(head);
    if (isCleaned) await reencoded(picture.autoOrient().keepIccProfile(), head.format).toFile(cleanedPath);
    return { kind: 'picture', width, height, isCleaned };
  } catch (error) {
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}

function reencoded(picture: Sharp, format: string): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality: QUALITY, mozjpeg: false });
    case 'webp':
      return picture.webp({ quality: QUALITY });
    case 'heif':
      return picture.avif({ quality: QUALITY });
    case 'gif':
      return picture.gif();
    default:
      return picture.png();
  }
}

function saysPlace({ exif, xmp }: Metadata): boolean {
  return (exif !== undefined && hasPlace(exif)) || (xmp !== undefined && /GPSL(?:atitude|ongitude)/.test(xmp.toString('latin1')));
}

/** EXIF 3.0 §4.6.3: the first directory has the tag 34853 where there are places. Whatever cannot be read is taken for one. */
function hasPlace(exif: Buffer): boolean {
  const tiff = exif.subarray(exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0);
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    return Array.from({ length: short(directory) }, (_, index) => short(directory + 2 + index * 12)).includes(34_853);
  } catch {
    return true;
  }
}
