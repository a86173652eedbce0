/**
 * The type of a picture by its first bytes. Names and declared types are ignored. Only the listed types reach a decoder: SVG, PDF, HEIC, TIFF
 * and all others are refused before a native parser reads them.
 */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

export const MEDIA_TYPES: Readonly<Record<PictureType, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

/** Number of bytes that decide the type. */
const HEAD_BYTES = 12;

const PNG_MAGIC = '89504e470d0a1a0a';

/** Returns the type of the picture that begins with `bytes`, or null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const head = headOf(bytes);
  if (head.toString('hex', 0, 3) === 'ffd8ff') return 'jpeg';
  if (head.toString('hex', 0, 8) === PNG_MAGIC) return 'png';
  const text = head.toString('latin1');
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  // ISO/IEC 23000-12: the major brand follows the `ftyp` box header; avif is a still picture, avis a sequence.
  if (/^.{4}ftypavi[fs]$/s.test(text)) return 'avif';
  return null;
}

/** Signatures of pictures and films in other formats: the position of each and its bytes in hexadecimal digits. */
const FOREIGN: readonly (readonly [number, string])[] = [
  // The box of HEIC, related formats and films.
  [4, hex('ftyp')],
  [0, hex('II*\0')],
  [0, hex('MM\0*')],
  [0, hex('BM')],
  // Icon and cursor.
  [0, '00000100'],
  [0, '00000200'],
  // Photoshop.
  [0, hex('8BPS')],
  // JPEG XL as a stream, JPEG XL and JPEG 2000 in a box.
  [0, 'ff0a'],
  [4, hex('JXL ')],
  [4, hex('jP  ')],
  // Matroska and WebM, AVI.
  [0, '1a45dfa3'],
  [8, hex('AVI ')],
];

/** Says whether bytes are a picture or a film in a format that is not accepted, so that the error can say so. */
export function isForeignPicture(bytes: Uint8Array): boolean {
  const head = headOf(bytes).toString('hex');
  return FOREIGN.some(([at, signature]) => head.startsWith(signature, at * 2));
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

function headOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES));
}
