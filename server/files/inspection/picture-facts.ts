/**
 * Reads a picture completely, as the site will. One that says more than its pixels (where, when and with what it was taken, who edited it) gets a
 * copy that does not: the published file itself can be downloaded, not only the sizes that the site makes of it. Runs in the inspection process.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { FileFacts, InspectionOrder, UnwrittenCopy } from './facts.ts';
import { writeCopy } from './published-copy.ts';

/** Larger pictures could not be shown: the decoders of `server/images` have the same limit. */
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

export async function pictureFacts({ path, cleanedPath }: InspectionOrder): Promise<FileFacts | UnwrittenCopy> {
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
    const isCleaned = saysMore(head);
    // Sharp's own writing would have one error for a full disk and for a damaged picture.
    const fault = isCleaned
      ? await writeCopy(await reencoded(upright(path, head).keepIccProfile(), head.format).toBuffer(), cleanedPath)
      : null;
    return fault ?? { kind: 'picture', width, height, isCleaned };
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

/** All pictures of an animation are kept; none of them is turned, which no format of animations asks for. */
function upright(path: string, { pages = 1 }: Metadata): Sharp {
  if (pages > 1) return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'warning', animated: true });
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).autoOrient();
}

/** Exif, XMP, IPTC, the blocks of Photoshop, and the texts of a PNG. Of these a browser needs the orientation alone, which the copy has in its pixels. */
function saysMore({ exif, xmp, iptc, tifftagPhotoshop, comments = [] }: Metadata): boolean {
  return [exif, xmp, iptc, tifftagPhotoshop].some((block) => block !== undefined) || comments.length > 0;
}
