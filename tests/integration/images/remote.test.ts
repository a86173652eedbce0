import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Logger } from '../../../server/observability/log.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import type { ImageWidth } from '../../../shared/images/sizes.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';
import {
  type Answer,
  INSIDE_ADDRESS,
  listenAtOnePort,
  OTHER_PUBLIC_ADDRESS,
  PUBLIC_ADDRESS,
  RemoteHost,
  raw,
  reply,
  TestNetwork,
} from './remote-host.ts';

const HOST = 'http://fotos.example';
const WALL = Date.UTC(2026, 0, 31, 12);

let jpeg: Buffer;
let host: RemoteHost;
let inside: RemoteHost;
let network: TestNetwork;
let server: ImageServer;
let lines: string[];
let directory: string;
const clock = { now: 0, wall: WALL };

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  jpeg = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
});

beforeEach(async () => {
  clock.now = 0;
  lines = [];
  directory = await mkdtemp(path.join(tmpdir(), 'remotas-'));
  host = new RemoteHost();
  inside = new RemoteHost();
  network = new TestNetwork();
  network.port = await listenAtOnePort(host, inside);
  network.name('fotos.example', [PUBLIC_ADDRESS]);
  network.name('outras.example', [PUBLIC_ADDRESS]);
  inside.on('/a.jpg', reply(jpeg));
  server = await start();
});

afterEach(async () => {
  await server.close();
  await host.close();
  await inside.close();
  await rm(directory, { recursive: true });
});

function start(): Promise<ImageServer> {
  const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  return startImageServer(new MemoryFiles(), {
    hosts: ['fotos.example', 'outras.example', 'novas.example'],
    network,
    log,
    clock: { now: () => clock.now, wall: () => clock.wall },
    disk: { directory, bytes: 10_000_000 },
  });
}

function get(file: string, width: ImageWidth = 320, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.origin}${imageUrl(`${HOST}${file}`, width)}`, { headers });
}

async function status(file: string): Promise<string> {
  const response = await get(file);
  const text = await response.text();
  if (response.ok) return String(response.status);
  expect(text).not.toContain('fotos.example');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('cdn-cache-control')).toBe('no-store');
  return `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}

describe('a picture of an allowed host', () => {
  test('is scaled, fresh for the lifetime of its host, and revalidated by its entity tag', async () => {
    host.on('/a.jpg', (socket, head) =>
      head.includes('If-None-Match: "v1"')
        ? raw('HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\nCache-Control: max-age=600\r\n\r\n')(socket, head)
        : reply(jpeg, ['ETag: "v1"', 'Cache-Control: max-age=600', 'Content-Type: text/html'])(socket, head),
    );
    const first = await get('/a.jpg');
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=600',
    ]);
    await server.images.settled();
    expect((await get('/a.jpg')).status).toBe(200);
    expect(host.requests).toHaveLength(1);
    clock.now += 601_000;
    const again = await get('/a.jpg');
    expect([again.status, again.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    expect(host.requests).toHaveLength(2);
  });

  test('gets a new entity tag when its bytes change', async () => {
    host.on('/a.jpg', reply(jpeg));
    const etag = (await get('/a.jpg')).headers.get('etag');
    host.on('/a.jpg', reply(await sharp(jpeg).negate().jpeg().toBuffer()));
    clock.now += 3_600_001;
    expect((await get('/a.jpg', 320, { 'if-none-match': etag ?? '' })).status).toBe(200);
    expect((await get('/a.jpg')).headers.get('etag')).not.toBe(etag);
  });

  test('is requested without fields of the visitor, and with our CDN-Loop', async () => {
    host.on('/a.jpg', reply(jpeg));
    await get('/a.jpg', 320, {
      authorization: 'Bearer segredo',
      cookie: 'a=segredo',
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-host': 'segredo.example',
      'user-agent': 'segredo',
      referer: 'http://segredo.example/',
      forwarded: 'host=segredo',
    });
    const [head = ''] = host.requests;
    expect(head).not.toContain('segredo');
    const names = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '');
    expect(names.filter(Boolean).toSorted()).toEqual(['accept', 'accept-encoding', 'cdn-loop', 'connection', 'host', 'user-agent']);
  });

  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes)],
    ['deflate', (bytes: Buffer) => deflateSync(bytes)],
    ['GZIP', (bytes: Buffer) => gzipSync(bytes)],
    ['identity', (bytes: Buffer) => bytes],
  ])('a picture in the content coding %s is read', async (coding, encode) => {
    host.on('/a.jpg', reply(encode(jpeg), [`Content-Encoding: ${coding}`]));
    expect(await status('/a.jpg')).toBe('200');
  });

  test('a picture in chunks is read', async () => {
    const half = jpeg.length >> 1;
    const piece = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    host.on('/a.jpg', raw(head, piece(jpeg.subarray(0, half)), piece(jpeg.subarray(half)), '0\r\n\r\n'));
    expect(await status('/a.jpg')).toBe('200');
  });

  test('a picture after up to three redirects, each to an allowed host, is read', async () => {
    host.on('/1', reply('', ['Location: /2'], '301 Moved Permanently'));
    host.on('/2', reply('', ['Location: http://outras.example/3#x'], '302 Found'));
    host.on('/3', reply('', ['Location: /a.jpg'], '308 Permanent Redirect'));
    host.on('/a.jpg', reply(jpeg));
    expect(await status('/1')).toBe('200');
    expect(network.resolved).toBe(4);
  });
});

describe('the address of a host', () => {
  test('is resolved once: the checked address is the one that is connected to', async () => {
    network.name('fotos.example', [PUBLIC_ADDRESS], [INSIDE_ADDRESS]);
    host.on('/a.jpg', reply(jpeg));
    expect(await status('/a.jpg')).toBe('200');
    expect([host.requests.length, inside.requests.length, network.resolved]).toEqual([1, 0, 1]);
  });

  test('is checked again for a redirect to the same name', async () => {
    network.name('fotos.example', [PUBLIC_ADDRESS], [INSIDE_ADDRESS]);
    host.on('/b.jpg', reply('', ['Location: /a.jpg'], '302 Found'));
    expect(await status('/b.jpg')).toBe('502 IMAGE_SOURCE_FAILED');
    expect(inside.requests).toEqual([]);
  });

  test('an address of a host that does not answer is replaced by another address of the name', async () => {
    network.name('fotos.example', [OTHER_PUBLIC_ADDRESS, PUBLIC_ADDRESS]);
    host.on('/a.jpg', reply(jpeg));
    expect(await status('/a.jpg')).toBe('200');
  });

  test('is 502 when it cannot be resolved and 504 when it is not resolved in time', async () => {
    network.name('fotos.example', new Error('SERVFAIL'));
    expect(await status('/a.jpg')).toBe('502 IMAGE_SOURCE_FAILED');
    network.name('fotos.example', 'never');
    const { resolved } = network;
    const answer = status('/b.jpg');
    while (network.resolved === resolved) await new Promise((resolve) => setImmediate(resolve));
    network.runOut();
    expect(await answer).toBe('504 IMAGE_SOURCE_TIMEOUT');
  });
});

const REDIRECT = '302 Found';

test('answers 502 when a host redirects four times', async () => {
  for (const step of [1, 2, 3, 4]) host.on(`/${step}`, reply('', [`Location: /${step + 1}`], REDIRECT));
  host.on('/5', reply(jpeg));
  expect(await status('/1')).toBe('502 IMAGE_SOURCE_FAILED');
  expect(host.requests).toHaveLength(4);
});

describe('a picture that a host does not send', () => {
  test('is requested again after five seconds, not before', async () => {
    host.on('/a.jpg', reply('', [], '503 Busy'));
    for (const now of [0, 1_000, 4_999]) {
      clock.now = now;
      expect(await status('/a.jpg')).toBe('502 IMAGE_SOURCE_FAILED');
    }
    expect(host.requests).toHaveLength(1);
    clock.now = 5_000;
    host.on('/a.jpg', reply(jpeg));
    expect(await status('/a.jpg')).toBe('200');
  });

  test('is served from an earlier derivative with a short lifetime', async () => {
    host.on('/a.jpg', reply(jpeg));
    const first = await get('/a.jpg');
    await server.images.settled();
    host.on('/a.jpg', (socket) => socket.resetAndDestroy());
    clock.now += 3_600_001;
    const later = await get('/a.jpg');
    expect([later.status, later.headers.get('etag'), later.headers.get('cache-control')]).toEqual([
      200,
      first.headers.get('etag'),
      'public, max-age=60',
    ]);
    expect(Buffer.from(await later.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
    // Another width was never made.
    clock.now += 5_001;
    expect((await get('/a.jpg', 640)).status).toBe(502);
  });

  test('is served from an earlier derivative after a restart, but not after a 404 of the host', async () => {
    host.on('/a.jpg', reply(jpeg));
    await get('/a.jpg');
    await server.close();
    host.on('/a.jpg', (socket) => socket.resetAndDestroy());
    server = await start();
    await server.images.settled();
    expect(await status('/a.jpg')).toBe('200');
    clock.now += 5_001;
    host.on('/a.jpg', reply('', [], '404 Not Found'));
    expect(await status('/a.jpg')).toBe('404 FILE_NOT_FOUND');
    await server.images.settled();
    clock.now += 5_001;
    host.on('/a.jpg', (socket) => socket.resetAndDestroy());
    expect(await status('/a.jpg')).toBe('502 IMAGE_SOURCE_FAILED');
  });
});

describe('a private response of a host', () => {
  test.each(['Cache-Control: private', 'Cache-Control: no-store', 'Set-Cookie: a=b', 'Vary: Cookie', 'Vary: *', 'Vary: Origin'])(
    'a private response with %s is not stored, and is sent as private without Set-Cookie',
    async (field) => {
      host.on('/a.jpg', reply(jpeg, [field]));
      const response = await get('/a.jpg');
      expect([response.status, response.headers.get('cache-control'), response.headers.get('set-cookie')]).toEqual([
        200,
        'private, no-store',
        null,
      ]);
      await server.images.settled();
      host.on('/a.jpg', reply('', [], '503 Busy'));
      expect(await status('/a.jpg')).toBe('502 IMAGE_SOURCE_FAILED');
    },
  );
});

describe('a presigned address', () => {
  const QUERY = '?X-Amz-Date=20260131T115500Z&X-Amz-Expires=900&X-Amz-Signature=segredo';

  test('is not fresh past its expiry, not stored on disk, and its query is not logged', async () => {
    host.on('/a.jpg', reply(jpeg, ['Cache-Control: max-age=86400']));
    const response = await get(`/a.jpg${QUERY}`);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('cdn-cache-control')]).toEqual([
      200,
      'public, max-age=600',
      'max-age=600',
    ]);
    await server.images.settled();
    host.on('/a.jpg', reply('', [], '500 Oops'));
    clock.now += 600_001;
    expect(await status(`/a.jpg${QUERY}`)).toBe('502 IMAGE_SOURCE_FAILED');
    expect(lines.some((line) => line.includes('status 500'))).toBe(true);
    expect(lines.join('\n')).not.toContain('segredo');
  });
});

describe('a TLS connection', () => {
  test.each<[string, Answer]>([
    ['to a host that speaks something else', raw('HTTP/1.1 200 OK\r\n\r\n')],
    ['that is cut in the greeting', (socket) => socket.resetAndDestroy()],
  ])('%s is a bad gateway', async (_name, answer) => {
    await server.close();
    network.scheme = 'https:';
    server = await start();
    const plain = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket, ''));
    });
    await new Promise<void>((resolve) => plain.listen(network.port, OTHER_PUBLIC_ADDRESS, resolve));
    network.name('fotos.example', [OTHER_PUBLIC_ADDRESS]);
    const response = await fetch(`${server.origin}${imageUrl('https://fotos.example/a.jpg', 320)}`);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'IMAGE_SOURCE_FAILED' }]);
    await new Promise((resolve) => plain.close(resolve));
  });

  test('is 502 without a valid certificate', async () => {
    await server.close();
    network.scheme = 'https:';
    server = await start();
    const nameless = createTlsServer({ ciphers: 'aNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2' }, (socket) => socket.end());
    nameless.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => nameless.listen(network.port, OTHER_PUBLIC_ADDRESS, resolve));
    network.name('fotos.example', [OTHER_PUBLIC_ADDRESS]);
    const response = await fetch(`${server.origin}${imageUrl('https://fotos.example/a.jpg', 320)}`);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'IMAGE_SOURCE_FAILED' }]);
    await new Promise((resolve) => nameless.close(resolve));
  });
});

test('a picture that changes before another width is made is fetched again and gets its own entity tag', async () => {
  host.on('/a.jpg', reply(jpeg));
  const first = await get('/a.jpg');
  host.on('/a.jpg', reply(await sharp(jpeg).negate().jpeg().toBuffer()));
  const other = await get('/a.jpg', 640);
  const again = await get('/a.jpg');
  expect([first.status, other.status, again.status]).toEqual([200, 200, 200]);
  expect(again.headers.get('etag')).not.toBe(first.headers.get('etag'));
});

describe('concurrent requests', () => {
  test('concurrent requests for one remote picture cost one fetch and one decoding', async () => {
    const gate = Promise.withResolvers<void>();
    host.on('/a.jpg', (socket, head) => void gate.promise.then(() => reply(jpeg)(socket, head)));
    const arrived = host.nextRequest();
    const answers = Array.from({ length: 100 }, () => get('/a.jpg'));
    await arrived;
    gate.resolve();
    expect(new Set(await Promise.all(answers.map(async (answer) => (await answer).status)))).toEqual(new Set([200]));
    expect(host.requests).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('picture made'))).toHaveLength(1);
  });

  test('concurrent requests beyond the queue of remote pictures get 503 with Retry-After', async () => {
    host.on('/x.jpg', () => {});
    const answers = Array.from({ length: 37 }, (_, index) => get(`/x.jpg?${index}`));
    const refused = await Promise.race(answers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    // Another host is none of their business.
    host.on('/a.jpg', reply(jpeg));
    expect((await fetch(`${server.origin}${imageUrl('http://outras.example/a.jpg', 320)}`)).status).toBe(200);
    network.runOut();
    // Those that waited start with a new deadline.
    const statuses: number[] = [];
    for (const answer of answers) void answer.then((response) => statuses.push(response.status));
    while (statuses.length < answers.length) {
      network.runOut();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(statuses)).toEqual(new Set([503, 504]));
  });
});
