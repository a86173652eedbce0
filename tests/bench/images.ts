/**
 * Cold pictures of the whole service, from request to answer, against sharp called by itself in one process: the same photograph, two
 * decoded at a time, and the same bytes as the result, which is checked. `bare` has its source in memory and sends its result to no client.
 * `public` has its sources in the folder of public files and keeps nothing, `stored` has them in a content store on this disk and keeps
 * what it makes on the disk. One process each, with its decoders; the client is not counted, and the services are warm, as they are after
 * their first minutes. Interleaved rounds; the first is left out. CPU for each picture says more than pictures a second where the machine
 * has other work; two decoders also get a larger share of a busy machine than one process.
 *
 *   node tests/bench/images.ts [rounds] [pictures a round]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { imageUrl } from '../../shared/images/image-url.ts';
import type { ImageQuality, ImageWidth } from '../../shared/images/sizes.ts';
import { type BareJob, MAKERS, type Maker, serveMaker, storedId } from './image-makers.ts';
import { cpuMs, photograph, publish } from './image-subjects.ts';
import { median, timed } from './timing.ts';

const SOURCES = [
  [2080, 1024],
  [4000, 3000],
] as const;
const WIDTHS: readonly ImageWidth[] = [640, 1280];
const QUALITIES: readonly ImageQuality[] = [60, 100];

/** One more than is decoded at a time, so that no decoder waits for the client. */
const ASKED_AT_A_TIME = 3;

/** Small pictures that each service makes before it is measured, so that its code is compiled. */
const WARM_UP = 800;
const WARM_UP_SOURCE = '32x32';

interface Measured {
  readonly perSecond: number;
  /** Milliseconds for one picture, of all processes of a maker. */
  readonly cpu: number;
}

interface Running {
  readonly child: ChildProcess;
  /** 0 for the one that has no door. */
  readonly port: number;
}

interface Job {
  readonly name: string;
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
}

/** How often the copies of a photograph have got other names, times their number. */
const renewed = new Map<string, number>();

const [first, second] = process.argv.slice(2);
const maker = MAKERS.find((name) => name === first);
if (maker === undefined) await measure(Number(first ?? 4), Number(second ?? 16));
else await serveMaker(maker, second ?? '');

async function measure(rounds: number, pictures: number): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-imagens-'));
  const running = new Map<Maker, Running>();
  await publish(directory, WARM_UP_SOURCE, await photograph(32, 32), WARM_UP);
  for (const name of MAKERS) running.set(name, await start(name, directory));
  process.stdout.write(`${rounds} rounds of ${pictures} pictures as WebP\n${' '.repeat(22)} CPU to bare   speed to bare   best of each\n`);
  for (const [width, height] of SOURCES) {
    const bytes = await photograph(width, height);
    const name = `${width}x${height}`;
    await publish(directory, name, bytes, pictures);
    process.stdout.write(`${name}, ${Math.round(bytes.length / 1024)} kB${' '.repeat(10)}median best     median best\n`);
    for (const target of WIDTHS) {
      for (const quality of QUALITIES) await compare({ name, width: target, quality }, { directory, running, rounds, pictures });
    }
  }
  for (const { child } of running.values()) child.disconnect();
  await rm(directory, { recursive: true });
}

async function start(name: Maker, directory: string): Promise<Running> {
  const child = fork(import.meta.filename, [name, directory]);
  const [port] = (await once(child, 'message')) as [number];
  const files = Array.from({ length: WARM_UP }, (_, index) => `${WARM_UP_SOURCE}-${index}.jpg`);
  if (port !== 0) await asked(port, { width: 320, quality: 60 }, urlsOf(name, files));
  return { child, port };
}

/** The addresses at which a service has files. */
function urlsOf(name: Maker, files: readonly string[]): readonly string[] {
  return files.map((file) => (name === 'stored' ? `/v1/files/${storedId(file)}` : `/${file}`));
}

interface Course {
  readonly directory: string;
  readonly running: ReadonlyMap<Maker, Running>;
  readonly rounds: number;
  readonly pictures: number;
}

async function compare(job: Job, { directory, running, rounds, pictures }: Course): Promise<void> {
  const measured = new Map<Maker, Measured[]>(MAKERS.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const digests = new Set<string>();
    for (const [name, maker] of running) {
      const sources = await renew(directory, job.name, pictures);
      const one = await measureRound(maker, { job, source: sources[0] ?? '', urls: urlsOf(name, sources), digests });
      if (round > 0) measured.get(name)?.push(one);
    }
    if (digests.size !== 1) throw new Error(`${digests.size} different pictures`);
  }
  for (const name of MAKERS) report(`w ${job.width} q ${job.quality} ${name}`, measured.get(name) ?? [], measured.get('bare') ?? []);
}

/** Gives the copies of a photograph names that no client has asked for. */
async function renew(directory: string, name: string, pictures: number): Promise<readonly string[]> {
  const from = renewed.get(name) ?? 0;
  renewed.set(name, from + pictures);
  const indices = Array.from({ length: pictures }, (_, index) => from + index);
  const places = indices.map((index) => [`${name}-${index}.jpg`, `${name}-${index + pictures}.jpg`] as const);
  await Promise.all(places.map(([old, fresh]) => rename(path.join(directory, old), path.join(directory, fresh))));
  return places.map(([, fresh]) => fresh);
}

interface Round {
  readonly job: Job;
  readonly source: string;
  readonly urls: readonly string[];
  readonly digests: Set<string>;
}

async function measureRound({ child, port }: Running, { job, source, urls, digests }: Round): Promise<Measured> {
  const { width, quality } = job;
  const pictures = urls.length;
  const before = await cpuMs(child.pid);
  const ms = await timed(async () => {
    if (port === 0) digests.add(await told<string>(child, { source, width, quality, pictures } satisfies BareJob));
    else for (const digest of await asked(port, job, urls)) digests.add(digest);
  });
  if (port !== 0) await told(child, 'settle');
  return { perSecond: (pictures * 1_000) / ms, cpu: ((await cpuMs(child.pid)) - before) / pictures };
}

async function told<T>(child: ChildProcess, message: object | string): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>;
  child.send(message);
  return (await answer)[0];
}

async function asked(
  port: number,
  { width, quality }: Pick<Job, 'width' | 'quality'>,
  urls: readonly string[],
): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: ASKED_AT_A_TIME });
  try {
    return await Promise.all(urls.map((url) => fetched(port, imageUrl(url, width, quality), agent)));
  } finally {
    agent.destroy();
  }
}

/** Returns the digest of a picture. */
function fetched(port: number, target: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get({ port, path: target, agent, headers: { accept: 'image/webp' } }, (answer) => {
      if (answer.statusCode === 200) buffer(answer).then((bytes) => resolve(hash('sha256', bytes)), reject);
      else reject(new Error(`${answer.statusCode} for ${target}`));
    });
    request.on('error', reject);
  });
}

function report(title: string, own: readonly Measured[], bare: readonly Measured[]): void {
  const pairs = (ratio: (one: Measured, other: Measured) => number): number =>
    median(own.flatMap((one, round) => bare.slice(round, round + 1).map((other) => ratio(one, other))));
  const leastCpu = (of: readonly Measured[]): number => Math.min(...of.map(({ cpu }) => cpu));
  const mostSpeed = (of: readonly Measured[]): number => Math.max(...of.map(({ perSecond }) => perSecond));
  const ratios = [
    pairs((one, other) => other.cpu / one.cpu),
    leastCpu(bare) / leastCpu(own),
    pairs((one, other) => one.perSecond / other.perSecond),
    mostSpeed(own) / mostSpeed(bare),
  ].map((ratio) => ratio.toFixed(2));
  const best = `${leastCpu(own).toFixed(1).padStart(6)} ms ${mostSpeed(own).toFixed(1).padStart(6)}/s`;
  process.stdout.write(`  ${title.padEnd(22)} ${ratios.slice(0, 2).join('   ')}     ${ratios.slice(2).join('   ')}   ${best}\n`);
}
