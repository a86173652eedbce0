/** Sources on this machine's disk: the decoder reads them by itself, and the site's process only says where they are. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Decoder, startDecoder } from '../../../server/images/decoder/child.ts';
import type { PictureOrder } from '../../../server/images/decoder/protocol.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';

const ORDER: PictureOrder = { width: 320, quality: 75, format: 'webp' };
const ID = '5f0d1c9a-3b1e-4c39-9f27-0c1d2e3f4a5b';

let folder: string;
let photo: Buffer;
let decoder: Decoder;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fontes-'));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  await writeFile(path.join(folder, 'foto.jpg'), photo);
  decoder = startDecoder();
});

afterAll(async () => {
  decoder.end();
  await decoder.gone;
  await rm(folder, { recursive: true });
});

function inFolder(name: string): string {
  return path.join(folder, name);
}

describe('a decoder that reads the file itself', () => {
  test('makes the same picture as from the bytes', async () => {
    const ofFile = await decoder.make({ path: inFolder('foto.jpg'), size: photo.length }, ORDER, 30_000);
    const ofBytes = await decoder.make(photo, ORDER, 30_000);
    expect(ofFile.bytes.equals(ofBytes.bytes)).toBe(true);
  });

  test('refuses a file with another size than expected', async () => {
    for (const size of [photo.length - 1, photo.length + 1, 0]) {
      await expect(decoder.make({ path: inFolder('foto.jpg'), size }, ORDER, 30_000)).rejects.toMatchObject({
        code: 'BACKEND_UNAVAILABLE',
      });
    }
  });

  test('continues after a missing file and after a folder, and leaves no descriptor open', async () => {
    const missing = { path: inFolder('nada.jpg'), size: 1 };
    await expect(decoder.make(missing, ORDER, 30_000)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    const open = await openFiles();
    for (const name of ['.', 'nada.jpg', '\0']) {
      await expect(decoder.make({ path: inFolder(name), size: 1 }, ORDER, 30_000)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    }
    await decoder.make({ path: inFolder('foto.jpg'), size: photo.length }, ORDER, 30_000);
    expect(await openFiles()).toEqual(open);
    expect(decoder.isEnded).toBe(false);
  });

  test('decides by the bytes of the file', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    await writeFile(inFolder('desenho.jpg'), text);
    await writeFile(inFolder('vazia.jpg'), '');
    await expect(decoder.make({ path: inFolder('desenho.jpg'), size: text.length }, ORDER, 30_000)).rejects.toMatchObject({
      code: 'UNSUPPORTED_IMAGE',
    });
    await expect(decoder.make({ path: inFolder('vazia.jpg'), size: 0 }, ORDER, 30_000)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' });
  });

  test('reads a file with the longest path of Linux', async () => {
    // Every character becomes six in the request, and the whole stays below 4,096 bytes.
    const deep = path.join(folder, ...Array.from({ length: 15 }, () => '\u0001'.repeat(255)));
    await mkdir(deep, { recursive: true });
    const file = path.join(deep, 'x'.repeat(4_094 - Buffer.byteLength(deep)));
    await writeFile(file, photo);
    expect((await decoder.make({ path: file, size: photo.length }, ORDER, 30_000)).type).toBe('webp');
  });

  async function openFiles(): Promise<readonly string[]> {
    for (const pid of await children()) {
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('decoder/process.ts')) return await readdir(`/proc/${pid}/fd`);
    }
    throw new Error('no decoder');
  }

  async function children(): Promise<readonly string[]> {
    const tasks = await readdir('/proc/self/task');
    const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')));
    return lists.join(' ').split(' ').filter(Boolean);
  }
});

describe('a picture', () => {
  const files = new MemoryFiles();
  const servers: ImageServer[] = [];

  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  async function start(options: Parameters<typeof startImageServer>[1] = {}): Promise<ImageServer> {
    const server = await startImageServer(files, { decoders: { size: 1 }, ...options });
    servers.push(server);
    return server;
  }

  async function answer({ origin }: ImageServer, source: string): Promise<Buffer | string> {
    const response = await fetch(`${origin}${imageUrl(source, 320)}`, { headers: { accept: 'image/webp' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.ok ? bytes : `${response.status} ${(JSON.parse(bytes.toString()) as { code: string }).code}`;
  }

  test('a picture of a store on this disk is not read in the site’s process', async () => {
    const server = await start();
    const streams: ReadStream[] = [];
    const open = (): ReadStream => {
      const stream = createReadStream(inFolder('foto.jpg'));
      streams.push(stream);
      return stream;
    };
    const made = await answer(server, files.put(ID, photo, { open }));
    expect(streams.map(({ bytesRead, destroyed }) => [bytesRead, destroyed])).toEqual([[0, true]]);
    expect(made).toEqual(await answer(server, files.put(ID, photo, { etag: '"em pedacos"' })));
  });

  test('is 503 when its file is missing or differs from its record', async () => {
    const server = await start();
    const gone = files.put(ID, photo, { open: () => createReadStream(inFolder('nada.jpg')) });
    expect(await answer(server, gone)).toBe('503 BACKEND_UNAVAILABLE');
    const shorter = files.put(ID, photo, { size: photo.length + 1, open: () => createReadStream(inFolder('foto.jpg')) });
    expect(await answer(server, shorter)).toBe('503 BACKEND_UNAVAILABLE');
  });

  test('is 503 when the store cannot open its file', async () => {
    const open = (): never => {
      throw new Error('EMFILE');
    };
    expect(await answer(await start(), files.put(ID, photo, { open }))).toBe('503 BACKEND_UNAVAILABLE');
  });

  test('a picture of public/ is found when the folder is a symbolic link, and by a link within the folder', async () => {
    const server = await start();
    await mkdir(inFolder('publica/pasta'), { recursive: true });
    await writeFile(inFolder('publica/pasta/foto.jpg'), photo);
    await symlink(inFolder('publica/pasta/foto.jpg'), inFolder('publica/atalho.jpg'));
    await symlink(inFolder('foto.jpg'), inFolder('publica/fora.jpg'));
    await rm(server.publicDirectory, { recursive: true });
    await symlink(inFolder('publica'), server.publicDirectory);
    const made = await answer(server, '/pasta/foto.jpg');
    expect(made).toBeInstanceOf(Buffer);
    expect(await answer(server, '/atalho.jpg')).toEqual(made);
    expect(await answer(server, '/fora.jpg')).toBe('404 FILE_NOT_FOUND');
  });
});
