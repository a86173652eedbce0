/**
 * Pictures made by the decoder processes, and by the whole service from request to answer, against sharp called in this process with the
 * same sources and settings, two at a time everywhere. Interleaved rounds; the first warms up. CPU of all processes for each picture says
 * more than pictures a second where the machine has other work; the service's CPU includes the client that asks.
 *
 *   node tests/bench/images.ts [rounds] [pictures a round]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { startDecoder } from '../../server/images/decoder/child.ts';
import { DecoderPool } from '../../server/images/decoder/pool.ts';
import { SILENT_LOG } from '../../server/observability/log.ts';
import { imageUrl } from '../../shared/images/image-url.ts';
import type { ImageQuality, ImageWidth } from '../../shared/images/sizes.ts';
import { cpuMs, listen, photograph, pictureService, publish } from './image-subjects.ts';
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

interface Measured {
  readonly perSecond: number;
  /** Milliseconds for one picture, of all processes. */
  readonly cpu: number;
}

async function measure(make: (index: number) => Promise<unknown>): Promise<Measured> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < pictures; index = next++) await make(index);
  };
  const before = await cpuMs();
  const ms = await timed(async () => {
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  });
  return { perSecond: (pictures * 1_000) / ms, cpu: ((await cpuMs()) - before) / pictures };
}

async function fetched(origin: string, target: string): Promise<void> {
  const answer = await fetch(`${origin}${target}`, { headers: { accept: 'image/webp' } });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200 || bytes.byteLength === 0) throw new Error(`${answer.status} for ${target}`);
}

interface Job {
  readonly bytes: Buffer;
  readonly urls: readonly string[];
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
}

const SUBJECTS = ['bare', 'decoders', 'service'] as const;
type Subject = (typeof SUBJECTS)[number];

const directory = await mkdtemp(path.join(tmpdir(), 'bench-imagens-'));
const { images, listener } = pictureService(directory);
const { server, port } = await listen(listener);
const pool = new DecoderPool({
  size: AT_A_TIME,
  start: startDecoder,
  deadlineMs: 60_000,
  idleMs: 600_000,
  losses: { most: 1, withinMs: 60_000 },
  now: () => performance.now(),
  log: SILENT_LOG,
});

function make(subject: Subject, { bytes, urls, width, quality }: Job, index: number): Promise<unknown> {
  switch (subject) {
    case 'bare':
      return sharp(bytes).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer();
    case 'decoders':
      return pool.make(bytes, { width, quality, format: 'webp' });
    case 'service':
      return fetched(`http://127.0.0.1:${port}`, imageUrl(urls[index] ?? '', width, quality));
  }
}

async function compare(job: Job): Promise<void> {
  const measured = new Map<Subject, Measured[]>(SUBJECTS.map((subject) => [subject, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of SUBJECTS) {
      const one = await measure((index) => make(subject, job, index));
      if (round > 0) measured.get(subject)?.push(one);
    }
  }
  const bare = measured.get('bare') ?? [];
  for (const subject of SUBJECTS) {
    const own = measured.get(subject) ?? [];
    const cpu = median(own.map((one, round) => (bare[round]?.cpu ?? Number.NaN) / one.cpu));
    const speed = median(own.map((one, round) => one.perSecond / (bare[round]?.perSecond ?? Number.NaN)));
    const leastCpu = Math.min(...own.map((one) => one.cpu));
    const figures = [cpu, Math.min(...bare.map((one) => one.cpu)) / leastCpu, speed].map((value) => value.toFixed(2).padStart(6));
    process.stdout.write(
      `  w ${job.width} q ${job.quality} ${subject.padEnd(9)} ${figures.join(' ')} ${leastCpu.toFixed(0).padStart(6)} ms\n`,
    );
  }
}

process.stdout.write(`${rounds} rounds of ${pictures} pictures as WebP; to bare: CPU median, CPU best, speed median; least CPU\n`);
for (const [width, height] of SOURCES) {
  const bytes = await photograph(width, height);
  const urls = await publish(directory, `${width}x${height}`, bytes, pictures);
  process.stdout.write(`${width}x${height}, ${Math.round(bytes.length / 1024)} kB\n`);
  for (const target of WIDTHS) for (const quality of QUALITIES) await compare({ bytes, urls, width: target, quality });
}
server.close();
await Promise.all([images.close(), pool.close()]);
await rm(directory, { recursive: true });
