/**
 * `node server/tooling/icons.ts`: draws the pictures of the favicon for start screens and for Apple's devices from `public/favicon.svg`. They are
 * committed; run it after that drawing has changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const PUBLIC = path.resolve(import.meta.dirname, '../../public');

/** A device that cuts a picture to its own form keeps at least the circle of 80 % of its width (W3C Manifest, "maskable"). */
const MASKABLE_SCALE = 0.72;

/** Pixels an inch at which a drawing of 64 units is as wide as it has units. */
const DENSITY_OF_64 = 72;

interface IconPicture {
  readonly file: string;
  readonly size: number;
  /** The part of the width that the drawing takes. */
  readonly scale: number;
  /** Whether the colour of the drawing fills its corners. */
  readonly isSquare: boolean;
}

export const ICON_PICTURES: readonly IconPicture[] = [
  { file: 'icone-180.png', size: 180, scale: 1, isSquare: true },
  { file: 'icone-192.png', size: 192, scale: 1, isSquare: false },
  { file: 'icone-512.png', size: 512, scale: 1, isSquare: false },
  { file: 'icone-mascara-512.png', size: 512, scale: MASKABLE_SCALE, isSquare: true },
];

/** Returns the picture as PNG. @throws where the drawing does not begin with a coloured plate. */
export async function drawIcon(drawing: string, { size, scale, isSquare }: IconPicture): Promise<Buffer> {
  const plate = /<rect[^>]* fill="(#[\da-f]{6})"/.exec(drawing)?.[1];
  if (plate === undefined) throw new Error('the favicon has no plate of one colour');
  const inner = Math.round(size * scale);
  const margin = Math.round((size - inner) / 2);
  const around = { top: margin, left: margin, right: size - inner - margin, bottom: size - inner - margin, background: plate };
  const drawn = sharp(Buffer.from(drawing), { density: (DENSITY_OF_64 * inner) / 64 }).resize(inner, inner);
  if (isSquare) drawn.flatten({ background: plate }).extend(around);
  return drawn.png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** Reads the drawing of the favicon. */
export function readFavicon(): Promise<string> {
  return readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
}

if (import.meta.main) {
  const drawing = await readFavicon();
  for (const picture of ICON_PICTURES) await writeFile(path.join(PUBLIC, picture.file), await drawIcon(drawing, picture));
}
