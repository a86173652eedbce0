/** Requests that have broken other picture services, each through a real socket and answered without a lookup, a fetch or a decoder. */
import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Decoder } from '../../../server/images/decoder/child.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';
import { asking, PICTURE_FILE as FILE, PICTURE_ID as ID, REFUSED_REQUESTS } from './refused-requests.ts';
import { RemoteHost, reply, TestNetwork } from './remote-host.ts';

const files = new MemoryFiles();
const network = new TestNetwork();
const host = new RemoteHost();
let server: ImageServer;
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .toBuffer();
  files.put(ID, jpeg);
  network.port = await host.listen('127.0.0.2');
  network.name('fotos.example', ['127.0.0.2']);
  host.on('/a.jpg', reply(jpeg));
  server = await startImageServer(files, { hosts: ['fotos.example'], network });
});

afterAll(async () => {
  await server.close();
  await host.close();
});

beforeEach(() => {
  files.lookups = 0;
  host.requests.length = 0;
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a target exactly as it is written, which no URL parser sets right on the way. */
function send(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path: target, headers, agent: false }, (incoming) => {
      let body = '';
      incoming.setEncoding('latin1');
      incoming.on('data', (chunk: string) => {
        body += chunk;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('a request that is refused before its source is looked up', () => {
  test.each(REFUSED_REQUESTS)('$name', async ({ target, code }) => {
    const { processes } = server.images;
    const answer = await send(target);
    expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([400, code]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
    });
    expect(answer.body).not.toMatch(/evil|fotos|etc|nhostprovider|alert/);
    expect([files.lookups, host.requests.length, server.images.processes]).toEqual([0, 0, processes]);
  });
});

describe('a picture', () => {
  test('is not made for our own fetch, in any spelling of CDN-Loop', async () => {
    for (const mark of ['portal-imagens', 'cdn.example; v=1, PORTAL-IMAGENS']) {
      expect((await send(asking('http://fotos.example/a.jpg'), { 'cdn-loop': mark })).status).toBe(400);
    }
    expect(host.requests).toEqual([]);
  });

  test('is found by the configuration and not by the Host of the request', async () => {
    const spoofed = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=http' };
    const [plain, other] = [await send(asking(FILE)), await send(asking(FILE), spoofed)];
    expect([other.status, other.headers['etag'], other.body]).toEqual([200, plain.headers['etag'], plain.body]);
  });

  test.each([
    [undefined, 'image/webp'],
    ['*/*', 'image/webp'],
    ['image/avif,image/webp;q=0.9', 'image/avif'],
    ['image/webp,*/*;q=0.5', 'image/webp'],
    ['image/*;q=0', 'image/jpeg'],
    ['image/png', 'image/jpeg'],
    [';;=', 'image/webp'],
  ])('asked for with Accept %j is %s, and says what the choice was made by', async (accept, type) => {
    const answer = await send(asking(FILE), accept === undefined ? {} : { accept });
    expect([answer.status, answer.headers['content-type'], answer.headers['vary']]).toEqual([200, type, 'Accept']);
    expect(answer.headers['content-disposition']).toBe(`inline; filename="foto.${type.slice('image/'.length)}"`);
  });

  test('a picture in the header of a page is WebP for every client', async () => {
    const types = await Promise.all(
      ['image/avif', 'image/webp', 'image/jpeg'].map(async (accept) => (await send(asking(FILE, 'w=2080&q=60'), { accept })).headers),
    );
    expect(new Set(types.map((headers) => headers['content-type']))).toEqual(new Set(['image/webp']));
    expect(new Set(types.map((headers) => headers['etag'])).size).toBe(1);
  });

  test.each(['If-None-Match: *', 'If-None-Match: "x", W/ETAG', 'If-None-Match: ETAG'])('is answered with 304 for %s', async (field) => {
    const etag = String((await send(asking(FILE))).headers['etag']);
    const [name = '', value = ''] = field.split(': ');
    const answer = await send(asking(FILE), { [name]: value.replace('ETAG', etag) });
    expect([answer.status, answer.body, answer.headers['vary'], answer.headers['cache-control']]).toEqual([
      304,
      '',
      'Accept',
      'public, max-age=3600',
    ]);
  });

  test.each(['If-None-Match: *', 'If-Match: *', 'If-Match: "x"'])(
    'a picture that cannot be made is refused for what it is, with %s',
    async (field) => {
      const text = files.put('00000000-0000-4000-9000-0000000000aa', Buffer.from('no picture'), { etag: `"${field}"` });
      const [name = '', value = ''] = field.split(': ');
      const answer = await send(asking(text), { [name]: value });
      expect([answer.status, answer.headers['etag'], answer.headers['cache-control']]).toEqual([400, undefined, 'private, no-store']);
    },
  );

  test.each([
    { 'if-none-match': 'unquoted' },
    { 'if-modified-since': 'yesterday' },
    { 'if-modified-since': 'Sat, 31 Jan 2099 12:00:00 GMT' },
  ])('a picture is sent to a request with %j', async (headers) => {
    expect((await send(asking(FILE), headers)).status).toBe(200);
  });

  test('is answered with 502 when it crashes its decoder, without effect on others, and is quarantined', async () => {
    const crashing = new MemoryFiles();
    const broken = crashing.put(ID, Buffer.from([0xff, 0xd8, 0xff]), { etag: '"crash"' });
    let starts = 0;
    const start = (): Decoder => {
      starts += 1;
      const failing = Promise.resolve();
      return { make: () => Promise.reject(new AppError('IMAGE_DECODER_FAILED')), isEnded: true, gone: failing, end: () => {} };
    };
    const other = await startImageServer(crashing, { decoders: { start } });
    const statuses: number[] = [];
    for (let count = 0; count < 2; count++) statuses.push((await fetch(`${other.origin}${asking(broken)}`)).status);
    await other.close();
    expect([...statuses, starts]).toEqual([502, 502, 1]);
  });
});
