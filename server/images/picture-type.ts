/**
 * The type of a picture by its first bytes. Names and declared types are ignored: only what is listed here ever reaches a decoder, so
 * SVG, PDF, HEIC, TIFF and the rest are refused before a native parser sees them.
 */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const PNG_MAGIC = '89504e470d0a1a0a';

/** Returns the type of the picture that begins with `bytes` (32 are enough), or null for anything else. */
export function pictureType(bytes: Buffer): PictureType | null {
  if (bytes.toString('hex', 0, 3) === 'ffd8ff') return 'jpeg';
  if (bytes.toString('hex', 0, 8) === PNG_MAGIC) return 'png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  // ISO/IEC 23000-12: the major brand follows the `ftyp` box header; avif is a still picture, avis a sequence.
  if (/^.{4}ftypavi[fs]$/s.test(head)) return 'avif';
  return null;
}
