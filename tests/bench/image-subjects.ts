/** What the bench of pictures measures: generated photographs, and the servers of one of them made small. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import sharp, { type Blend } from 'sharp';
import { createEdge } from '../../server/edge/index.ts';
import { errorHandler } from '../../server/http/error-handler.ts';
import { createImages, type Images, type ImagesOptions } from '../../server/images/images.ts';
import { createImageTarget } from '../../shared/images/image-target.ts';
import { IMAGE_SERVICE } from '../support/pictures/image-service.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

/** Noise of four sizes, as a photograph has detail at every size; JPEG of quality 88. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const layers = await Promise.all([64, 16, 4, 1].map((scale) => noise(width, height, scale)));
  const [base, ...rest] = layers;
  const blend: Blend = 'soft-light';
  return await sharp(base)
    .composite(rest.map((input) => ({ input, blend })))
    .jpeg({ quality: 88 })
    .toBuffer();
}

function noise(width: number, height: number, scale: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 5 + 8 * Math.log2(scale) } as const;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  return sharp({ create: { ...size, channels: 3, background: '#000', noise: grain } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Milliseconds of CPU that a process and its living children have used, to ten; Linux alone knows. */
export async function cpuMs(process: number | undefined): Promise<number> {
  const tasks = await readdir(`/proc/${process}/task`);
  const children = await Promise.all(tasks.map((task) => readFile(`/proc/${process}/task/${task}/children`, 'utf8').catch(() => '')));
  const stats = await Promise.all(
    [process, ...children.join(' ').split(' ').filter(Boolean)].map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ')')),
  );
  return stats.reduce((sum, stat) => sum + ticksOf(stat) * 10, 0);
}

/** proc(5): utime and stime are the fields 14 and 15; the name before them, in parentheses, may hold anything. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

export interface Service {
  readonly images: Images;
  readonly listener: RequestListener;
}

/** The picture service in a plain app, over the pictures of one folder and of a store, which is empty when left out. */
export function pictureService(publicDirectory: string, options: Partial<Pick<ImagesOptions, 'disk' | 'files' | 'backend'>>): Service {
  const backend = { file: (): Promise<null> => Promise.resolve(null) };
  const images = createImages({ ...IMAGE_SERVICE, backend, publicDirectory, ...options });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(images.router);
  app.use(errorHandler(SILENT_LOG));
  return { images, listener: app };
}

/** The edge in front of a service, with the keys that the site gives its pictures. */
export function edgeBefore(origin: RequestListener): RequestListener {
  const target = createImageTarget({ avif: true });
  const edge = createEdge({
    origin,
    varyInKey: ['accept'],
    storage: { varyAllowed: ['accept', 'accept-encoding'] },
    targetOf: ({ url = '', rawHeaders }) => {
      const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'accept');
      return { ...target(url, at === -1 ? undefined : rawHeaders[at + 1]), scope: '' };
    },
  });
  return edge.listener;
}

export async function listen(listener: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Writes one photograph under several names, so that no two requests of a round are the same picture. */
export async function publish(directory: string, name: string, bytes: Buffer, copies: number): Promise<readonly string[]> {
  const names = Array.from({ length: copies }, (_, index) => `${name}-${index}.jpg`);
  await Promise.all(names.map((file) => writeFile(path.join(directory, file), bytes)));
  return names.map((file) => `/${file}`);
}
