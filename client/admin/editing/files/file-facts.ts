/** What is known of a chosen file before it is sent. */
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

/** Says in words how large a file is. */
export function factsInWords(bytes: number, pixels: Pixels | null): string {
  const size = formatBytes(bytes);
  return pixels === null ? size : `${size}, ${pixels.width} × ${formatCount(pixels.height, 'pixel', 'pixels')}`;
}
