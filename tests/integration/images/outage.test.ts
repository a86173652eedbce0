import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredFile } from '../../../server/backend/backend.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import type { ImageWidth } from '../../../shared/images/sizes.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** A content store that can be switched off. */
class SwitchedFiles extends MemoryFiles {
  isDown = false;

  override async file(id: string): Promise<StoredFile | null> {
    if (this.isDown) throw new Error('connection to 10.0.0.7 refused');
    return await super.file(id);
  }
}

let directory: string;
let files: SwitchedFiles;
let server: ImageServer;
let made: number;
let jpeg: Buffer;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'queda-'));
  files = new SwitchedFiles();
  made = 0;
  jpeg = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .toBuffer();
  files.put(ID, jpeg);
  server = await start();
});

afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

function start(): Promise<ImageServer> {
  const ignore = (): void => undefined;
  const debug = (_fields: object, message: string): void => void (made += message === 'picture made' ? 1 : 0);
  const log: Logger = { debug, info: ignore, warn: ignore, error: ignore };
  return startImageServer(files, { log, disk: { directory, bytes: 10_000_000 } });
}

async function get(width: ImageWidth = 320): Promise<Response> {
  const response = await fetch(`${server.origin}${imageUrl(`/nhostprovider/${ID}`, width)}`);
  await server.images.settled();
  return response;
}

describe('pictures on disk', () => {
  test('are sent without reading or decoding the source again, also after a restart', async () => {
    const first = await get();
    await server.close();
    server = await start();
    const second = await get();
    expect([second.status, second.headers.get('etag'), made, files.opened]).toEqual([200, first.headers.get('etag'), 1, 1]);
    expect(Buffer.from(await second.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
  });

  test('stand in while the content store is down, for a short while and under their groups', async () => {
    const first = await get();
    files.isDown = true;
    const later = await get();
    expect([later.status, later.headers.get('etag'), later.headers.get('cache-control')]).toEqual([
      200,
      first.headers.get('etag'),
      'public, max-age=10',
    ]);
    expect(later.headers.get('cache-groups')).toBe(first.headers.get('cache-groups'));
    expect((await get(640)).status).toBe(503);
  });

  test('are not shown once the file is no longer there for everybody', async () => {
    await get();
    files.files.delete(ID);
    expect((await get()).status).toBe(404);
    files.isDown = true;
    expect((await get()).status).toBe(503);
  });

  test('can be forgotten by the id of their file', async () => {
    await get();
    server.images.forgetFile(ID);
    await server.images.settled();
    files.isDown = true;
    expect((await get()).status).toBe(503);
  });

  test('of a replaced file are not sent', async () => {
    await get();
    files.put(ID, await sharp(jpeg).negate().jpeg().toBuffer(), { etag: '"new"' });
    const { data } = await sharp(Buffer.from(await (await get()).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(100);
    expect(made).toBe(2);
  });
});

test('a file that is shorter than its record says is not taken for whole', async () => {
  files.put(ID, jpeg, { open: () => Readable.from([jpeg.subarray(0, -10)]) });
  const response = await get();
  expect([response.status, (await response.json()) as object]).toMatchObject([503, { code: 'BACKEND_UNAVAILABLE' }]);
  files.put(ID, jpeg);
  expect((await get()).status).toBe(200);
});
