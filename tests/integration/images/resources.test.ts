/** What is left of a process after it has met everything: as many files and sockets as before, and about as much memory. */
import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';
import { type Answer, endless, RemoteHost, raw, reply, TestNetwork } from './remote-host.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const MEGABYTE = 1_024 * 1_024;
const network = new TestNetwork();
const host = new RemoteHost();
const clock = { now: 0 };
let server: ImageServer;

beforeAll(async () => {
  network.port = await host.listen('127.0.0.2');
  network.name('fotos.example', ['127.0.0.2']);
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1f6f5c' } })
    .jpeg()
    .toBuffer();
  const answers: Readonly<Record<string, Answer>> = {
    '/good.jpg': reply(jpeg),
    '/cut.jpg': raw(OK, `Content-Length: ${jpeg.length + 1}\r\n\r\n`, jpeg),
    '/long.jpg': raw(OK, `Content-Length: ${jpeg.length - 1}\r\n\r\n`, jpeg),
    '/endless.jpg': endless(`${OK}\r\n`, Buffer.alloc(65_536)),
    '/bomb.jpg': reply(gzipSync(Buffer.alloc(64 * MEGABYTE)), ['Content-Encoding: gzip']),
    '/loop.jpg': reply('', ['Location: /loop.jpg'], '302 Found'),
    '/reset.jpg': (socket) => socket.resetAndDestroy(),
    '/interim.jpg': endless('', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')),
    '/page.jpg': reply('<!doctype html>'),
    '/broken.jpg': reply(jpeg.subarray(0, 700)),
  };
  for (const [path, answer] of Object.entries(answers)) host.on(path, answer);
  server = await startImageServer(new MemoryFiles(), {
    hosts: ['fotos.example'],
    network,
    clock: { now: () => clock.now, wall: () => 0 },
    decoders: { size: 1 },
  });
});

afterAll(async () => {
  await server.close();
  await host.close();
});

async function storm(): Promise<readonly number[]> {
  clock.now += 10 * 60 * 60 * 1_000;
  const names = ['good', 'cut', 'long', 'endless', 'bomb', 'loop', 'reset', 'interim', 'page', 'broken', 'missing'];
  const answers = names.map(async (name) => {
    const response = await fetch(`${server.origin}${imageUrl(`http://fotos.example/${name}.jpg`, 320)}`);
    await response.arrayBuffer();
    return response.status;
  });
  return await Promise.all(answers);
}

async function descriptors(): Promise<number> {
  while (host.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  return (await readdir('/proc/self/fd')).length;
}

test.runIf(process.platform === 'linux')('a storm of faults leaves nothing behind', { timeout: 120_000 }, async () => {
  const expected = [200, 502, 502, 413, 413, 502, 502, 502, 400, 422, 404];
  // The first rounds start the decoder and fill what is filled once.
  for (let round = 0; round < 3; round++) expect(await storm()).toEqual(expected);
  const [files, memory] = [await descriptors(), process.memoryUsage().rss];
  for (let round = 0; round < 15; round++) expect(await storm()).toEqual(expected);
  expect(await descriptors()).toBeLessThanOrEqual(files + 2);
  // Fifteen rounds pass 480 MB of bodies through; what one round holds at a time may still lie about, uncollected.
  expect(process.memoryUsage().rss - memory).toBeLessThan(128 * MEGABYTE);
  expect(server.images.processes).toBe(1);
});
