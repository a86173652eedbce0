import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredFile } from '../../../server/backend/backend.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { FILES_GROUP, fileGroups } from '../../../shared/cache/groups.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import type { ImageWidth } from '../../../shared/images/sizes.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** A content store that can be switched off, or made to hang: `giveUp` lets its time limit run out for those who wait. */
class SwitchedFiles extends MemoryFiles {
  isDown = false;
  hangs = false;
  readonly waiting: ((error: AppError) => void)[] = [];

  override async file(id: string): Promise<StoredFile | null> {
    if (this.isDown) throw new Error('connection to 10.0.0.7 refused');
    if (this.hangs) return await new Promise((_resolve, reject) => this.waiting.push(reject));
    return await super.file(id);
  }

  async giveUp(): Promise<void> {
    while (this.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    now += 10_000;
    for (const reject of this.waiting.splice(0)) reject(new AppError('BACKEND_TIMEOUT'));
  }
}

let directory: string;
let files: SwitchedFiles;
let server: ImageServer;
let made: number;
let jpeg: Buffer;
let now: number;
let warnings: string[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'queda-'));
  files = new SwitchedFiles();
  made = 0;
  now = 0;
  warnings = [];
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
  const warn = (fields: object): void => void warnings.push(JSON.stringify(fields));
  const log: Logger = { debug, info: ignore, warn, error: ignore };
  const clock = { now: () => now, wall: () => now };
  return startImageServer(files, { log, clock, disk: { directory, bytes: 10_000_000 } });
}

async function get(width: ImageWidth = 320, id = ID): Promise<Response> {
  const response = await fetch(`${server.origin}${imageUrl(`/nhostprovider/${id}`, width)}`);
  await server.images.settled();
  return response;
}

/** Makes the bytes of the file come only when `goOn` is called; `reading` resolves when they are waited for. */
function heldBytes(): { readonly reading: Promise<void>; readonly goOn: () => void } {
  const reading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const bytes = async function* (): AsyncGenerator<Buffer> {
    reading.resolve();
    await held.promise;
    yield jpeg;
  };
  files.put(ID, jpeg, { open: () => Readable.from(bytes()) });
  return { reading: reading.promise, goOn: () => held.resolve() };
}

describe('derivatives on disk', () => {
  test('are served without reading or decoding the source, also after a restart', async () => {
    const first = await get();
    await server.close();
    server = await start();
    const second = await get();
    expect([second.status, second.headers.get('etag'), made, files.opened]).toEqual([200, first.headers.get('etag'), 1, 1]);
    expect(Buffer.from(await second.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
  });

  test('are served while the content store is down, with a short lifetime and their groups', async () => {
    const first = await get();
    files.isDown = true;
    const later = await get();
    expect([later.status, later.headers.get('etag'), later.headers.get('cache-control')]).toEqual([
      200,
      first.headers.get('etag'),
      'public, max-age=60',
    ]);
    expect(later.headers.get('cache-groups')).toBe(first.headers.get('cache-groups'));
    expect((await get(640)).status).toBe(503);
  });

  test('are not served when the file is no longer public', async () => {
    await get();
    files.files.delete(ID);
    expect((await get()).status).toBe(404);
    files.isDown = true;
    expect((await get()).status).toBe(503);
  });

  test.each([
    ['by the groups of its file', fileGroups(ID).slice(0, 2)],
    ['with files of which it is not known which they are', 'all' as const],
    ['with all files', [FILES_GROUP]],
    ['with many others', [...Array.from({ length: 60 }, (_unused, index) => `files:${index}`), `files:${ID}`]],
  ])('are not sent from earlier once they are hidden %s, until they have been found again', async (_name, groups) => {
    await get();
    server.images.hide(groups);
    await server.images.settled();
    files.isDown = true;
    expect((await get()).status).toBe(503);
    files.isDown = false;
    expect((await get()).status).toBe(200);
    files.isDown = true;
    expect((await get()).status).toBe(200);
  });

  test('derivatives of one file remain when another file is hidden', async () => {
    await get();
    server.images.hide(fileGroups('00000000-0000-4000-8000-000000000002').slice(0, 2));
    files.isDown = true;
    expect((await get()).status).toBe(200);
  });

  test('are not served in an outage by a process that has not found their file before', async () => {
    await get();
    await server.close();
    server = await start();
    files.isDown = true;
    expect((await get()).status).toBe(503);
  });

  test('are not stored when their file is hidden while they are made', async () => {
    const { reading, goOn } = heldBytes();
    const first = get();
    await reading;
    server.images.hide(fileGroups(ID).slice(0, 2));
    goOn();
    expect((await first).status).toBe(200);
    files.isDown = true;
    expect((await get()).status).toBe(503);
  });

  test('are stored although others request missing files', async () => {
    const { reading, goOn } = heldBytes();
    const first = get();
    await reading;
    expect((await get(320, '00000000-0000-4000-8000-00000000000f')).status).toBe(404);
    goOn();
    await first;
    files.isDown = true;
    expect((await get()).status).toBe(200);
  });

  test('derivatives of a replaced file are not served', async () => {
    await get();
    files.put(ID, await sharp(jpeg).negate().jpeg().toBuffer(), { etag: '"new"' });
    const { data } = await sharp(Buffer.from(await (await get()).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(100);
    expect(made).toBe(2);
  });
});

describe('while the content store hangs', () => {
  beforeEach(async () => {
    await get();
    files.hangs = true;
  });

  test('one request in twenty seconds waits for it, and the others get the earlier derivative at once', async () => {
    const first = get();
    await files.giveUp();
    expect((await first).status).toBe(200);
    for (const ms of [0, 5_000, 9_999]) {
      now = 10_000 + ms;
      expect((await get()).status).toBe(200);
    }
    expect(files.waiting).toEqual([]);
    now = 20_000;
    const next = get();
    while (files.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([get(), get()].map(async (answer) => (await answer).status))).toEqual([200, 200]);
    expect(files.waiting).toHaveLength(1);
    await files.giveUp();
    expect((await next).status).toBe(200);
    // One of them in ten seconds is in the log, with how many there were.
    expect(warnings.map((line) => (JSON.parse(line) as { suppressed: number }).suppressed)).toEqual([0, 3, 1]);
  });

  test('an earlier derivative is fresh for a minute and keeps its stale lifetimes', async () => {
    const before = get();
    await files.giveUp();
    const earlier = await before;
    expect([earlier.headers.get('cache-control'), earlier.headers.get('cdn-cache-control')]).toEqual([
      'public, max-age=60',
      'max-age=60, stale-while-revalidate=86400, stale-if-error=2592000',
    ]);
  });

  test('a picture without a derivative is refused at once, and made when the store has recovered', async () => {
    const first = get(640);
    await files.giveUp();
    expect((await first).status).toBe(504);
    expect((await get(640)).status).toBe(504);
    files.hangs = false;
    now = 20_000;
    expect((await get(640)).status).toBe(200);
    expect((await get(768)).status).toBe(200);
  });
});

test('uses a store that refused at once as soon as it has recovered', async () => {
  files.isDown = true;
  expect((await get()).status).toBe(503);
  files.isDown = false;
  expect((await get()).status).toBe(200);
});

test('refuses a file that is shorter than its record', async () => {
  files.put(ID, jpeg, { open: () => Readable.from([jpeg.subarray(0, -10)]) });
  const response = await get();
  expect([response.status, (await response.json()) as object]).toMatchObject([503, { code: 'BACKEND_UNAVAILABLE' }]);
  files.put(ID, jpeg);
  expect((await get()).status).toBe(200);
});
