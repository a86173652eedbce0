/**
 * Takes out of a picture what it says beside its pixels: place, device, author, previews. Nothing is decoded, so the picture stays as it is and no
 * decoder meets a file of a stranger. What turns the picture the right way round is kept.
 */

const JPEG_START = 0xd8;
const JPEG_END = 0xd9;
const START_OF_SCAN = 0xda;
const APP0_JFIF = 0xe0;
const APP1_EXIF = 0xe1;
const APP2_COLOUR = 0xe2;
const APP14_ADOBE = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

/** Segments or chunks that are read of a picture. Those of a camera have hundreds; ten megabytes of empty ones would take seconds and half a gigabyte. */
const MOST_PARTS = 50_000;

/** Returns the picture without its metadata; null where it is damaged. */
export function withoutMetadata(type: 'image/jpeg' | 'image/png', bytes: Buffer): Buffer | null {
  try {
    return type === 'image/jpeg' ? plainJpeg(bytes) : plainPng(bytes);
  } catch (error) {
    // A length that points past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** ITU-T T.81 Annex B. What follows the end of the picture (a second picture, a film) is left out. */
function plainJpeg(bytes: Buffer): Buffer | null {
  if (bytes.readUInt16BE(0) !== 0xff00 + JPEG_START) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    // Bytes of ones may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (marker === JPEG_END) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (marker === APP1_EXIF) kept.push(...orientationSegment(segment));
    else if (!isMetadata(marker, segment)) kept.push(segment);
    at = end;
    if (marker !== START_OF_SCAN) continue;
    const next = endOfScan(bytes, at);
    kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

function isMetadata(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return true;
  if (marker < APP0_JFIF || marker > APP15 || marker === APP14_ADOBE) return false;
  if (marker === APP0_JFIF) return segment.toString('latin1', 4, 8) !== 'JFIF';
  return !(marker === APP2_COLOUR && segment.toString('latin1', 4, 15) === 'ICC_PROFILE');
}

/** In coded data a byte of ones is followed by zero or by a restart marker; any other marker ends it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError('the coded data has no end');
}

const ORIENTATION = 0x0112;

/** Returns an Exif segment that says the orientation alone; none where the picture lies right. EXIF 3.0 §4.6. */
function orientationSegment(segment: Buffer): readonly Buffer[] {
  const orientation = orientationOf(segment);
  if (orientation === null || orientation < 2 || orientation > 8) return [];
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, APP1_EXIF, 0, 2 + 6 + tiff.length]);
  return [Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])];
}

function orientationOf(segment: Buffer): number | null {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return null;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < short(directory); index += 1) {
      const entry = directory + 2 + index * 12;
      if (short(entry) === ORIENTATION) return short(entry + 8);
    }
  } catch {
    // Metadata that cannot be read says no orientation.
  }
  return null;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks without which the picture would look different (PNG, third edition, §11.3); all others that a reader may skip are left out. */
const SEEN_CHUNKS: ReadonlySet<string> = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);

function plainPng(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  const kept: Buffer[] = [PNG_SIGNATURE];
  let at = 8;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(name)) return null;
    // A capital first letter: no reader may skip the chunk.
    if (/^[A-Z]/.test(name) || SEEN_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
