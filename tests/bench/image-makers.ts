/** The processes that the bench of pictures compares, each of them told over its channel what to do. */
import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { StoredFile } from '../../server/backend/backend.ts';
import type { Images } from '../../server/images/images.ts';
import type { ImageQuality, ImageWidth } from '../../shared/images/sizes.ts';
import { listen, pictureService } from './image-subjects.ts';

export const MAKERS = ['bare', 'public', 'stored'] as const;
export type Maker = (typeof MAKERS)[number];

export interface BareJob {
  /** File name. */
  readonly source: string;
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
  readonly pictures: number;
}

/** As many as the service has decoders, on this many cores or more. */
const AT_A_TIME = 2;

/** Runs one maker in this process until its channel closes, having sent its port (0 for none). */
export async function serveMaker(maker: Maker, directory: string): Promise<void> {
  process.once('disconnect', () => process.exit());
  if (maker === 'bare') serveBare(directory);
  else await serveService(maker, directory);
}

function serveBare(directory: string): void {
  process.on('message', (job: BareJob) => void makeBare(directory, job).then((last) => process.send?.(hash('sha256', last))));
  process.send?.(0);
}

/** The source is read once for all pictures: what is compared is the making. */
async function makeBare(directory: string, { source, width, quality, pictures }: BareJob): Promise<Buffer> {
  const bytes = await readFile(path.join(directory, source));
  return await inTurns(pictures, () => sharp(bytes).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer());
}

/** Returns the last picture. */
async function inTurns(pictures: number, make: () => Promise<Buffer>): Promise<Buffer> {
  let left = pictures;
  let last: Buffer = Buffer.alloc(0);
  const worker = async (): Promise<void> => {
    while (left-- > 0) last = await make();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return last;
}

async function serveService(maker: Maker, directory: string): Promise<void> {
  const disk = { directory: path.join(directory, 'feitas'), bytes: maker === 'stored' ? 500_000_000 : 0 };
  const { images, listener } = pictureService(directory, { disk, backend: { file: (id) => storedFile(directory, id) } });
  const { port } = await listen(listener);
  process.on('message', () => void settle(images));
  process.send?.(port);
}

async function settle(images: Images): Promise<void> {
  await images.settled();
  process.send?.('settled');
}

/** The id that the store gives a file: both sides of the photograph and the number of its copy, in decimal digits. */
export function storedId(file: string): string {
  const [width = '', height = '', copy = ''] = file.split(/\D+/);
  return `${width.padStart(8, '0')}-${height.padStart(4, '0')}-4000-8000-${copy.padStart(12, '0')}`;
}

/** What the content store on a disk has of a file. */
async function storedFile(directory: string, id: string): Promise<StoredFile> {
  const name = `${Number(id.slice(0, 8))}x${Number(id.slice(9, 13))}-${Number(id.slice(24))}.jpg`;
  const file = path.join(directory, name);
  const { size, mtime } = await stat(file);
  return { id, name, mimeType: 'image/jpeg', size, etag: `"${size}"`, updatedAt: mtime, open: () => createReadStream(file) };
}
