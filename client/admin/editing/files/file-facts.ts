/** What is known of a chosen file before it is sent. */
import { mediaTypeName } from '../../../../shared/files/media-type-name.ts';
import { formatBytes, formatCount } from '../../../../shared/locale/numbers.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Returns the size at which a browser shows the picture, turned as its camera says; null for what it cannot show. */
export async function pixelsOf(file: File): Promise<Pixels | null> {
  if (!file.type.startsWith('image/')) return null;
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // No picture after all: the site says so when the file is sent.
    return null;
  }
}

/** Returns a stored size in words; empty where there is none. react-admin formats what was formatted once more, so words stay as they are. */
export function sizeInWords(bytes: unknown): string {
  if (typeof bytes === 'number') return formatBytes(bytes);
  return typeof bytes === 'string' ? bytes : '';
}

/** Returns the name of a stored media type, or the type itself where it has no other name. */
export function typeInWords(mime: unknown): string {
  return typeof mime === 'string' ? (mediaTypeName(mime) ?? mime) : '';
}

/** Says in words how large a file is. */
export function factsInWords(bytes: number, pixels: Pixels | null): string {
  const size = formatBytes(bytes);
  return pixels === null ? size : `${size}, ${pixels.width} × ${formatCount(pixels.height, 'pixel', 'pixels')}`;
}
