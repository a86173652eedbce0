/**
 * Pictures made a second by the service, request to answer, against sharp called in this process with the same sources and settings, two
 * at a time in both. Interleaved rounds; the first warms up. On a busy machine the best of each says more than the median.
 *
 *   node tests/bench/images.ts [rounds] [pictures a round]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { imageUrl } from '../../shared/images/image-url.ts';
import type { ImageQuality, ImageWidth } from '../../shared/images/sizes.ts';
import { listen, photograph, pictureService, publish } from './image-subjects.ts';
import { median, timed } from './timing.ts';

const rounds = Number(process.argv[2] ?? 5);
const pictures = Number(process.argv[3] ?? 12);
const AT_A_TIME = 2;
const SOURCES = [
  [2080, 1024],
  [4000, 3000],
] as const;
const WIDTHS: readonly ImageWidth[] = [640, 1280];
const QUALITIES: readonly ImageQuality[] = [60, 100];

/** Pictures a second. */
async function rate(make: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < pictures; index = next++) await make(index);
  };
  const ms = await timed(async () => {
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  });
  return (pictures * 1_000) / ms;
}

async function fetched(origin: string, target: string): Promise<void> {
  const answer = await fetch(`${origin}${target}`, { headers: { accept: 'image/webp' } });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200 || bytes.byteLength === 0) throw new Error(`${answer.status} for ${target}`);
}

const directory = await mkdtemp(path.join(tmpdir(), 'bench-imagens-'));
const { images, listener } = pictureService(directory);
const { server, port } = await listen(listener);
process.stdout.write(`${rounds} rounds of ${pictures} pictures, WebP; service / bare sharp\n`);
for (const [width, height] of SOURCES) {
  const bytes = await photograph(width, height);
  const urls = await publish(directory, `${width}x${height}`, bytes, pictures);
  process.stdout.write(`${width}x${height}, ${Math.round(bytes.length / 1024)} kB\n`);
  for (const target of WIDTHS) {
    for (const quality of QUALITIES) {
      const bare: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const one = await rate(async () => {
          await sharp(bytes).autoOrient().resize({ width: target, withoutEnlargement: true }).webp({ quality }).toBuffer();
        });
        const other = await rate((index) => fetched(`http://127.0.0.1:${port}`, imageUrl(urls[index] ?? '', target, quality)));
        if (round === 0) continue;
        bare.push(one);
        ours.push(other);
      }
      const pairs = ours.map((value, index) => value / (bare[index] ?? Number.NaN));
      const best = Math.max(...ours) / Math.max(...bare);
      process.stdout.write(
        `  w ${target} q ${quality}: median ${median(pairs).toFixed(2)}, best ${best.toFixed(2)} (${Math.max(...ours).toFixed(1)}/s)\n`,
      );
    }
  }
}
server.close();
await images.close();
await rm(directory, { recursive: true });
