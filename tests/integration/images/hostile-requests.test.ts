/** Requests that have broken other picture services, each through a real socket and answered without a lookup, a fetch or a decoder. */
import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Decoder } from '../../../server/images/decoder/child.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';
import { RemoteHost, reply, TestNetwork } from './remote-host.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FILE = `/nhostprovider/${ID}`;
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

function asking(url: string, rest = 'w=320'): string {
  return `/_image?url=${encodeURIComponent(url)}&${rest}`;
}

const DIGITS = ['', '0', '-1', '1e3', '%2B640', '%20640', '640.0', '0x280', 'NaN', '%D9%A6%D9%A4%D9%A0', '1'.repeat(401), '641'];

const ADDRESSES = [
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  '\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'ht\ntps://fotos.example/a.jpg',
  'ht\ttps://fotos.example/a.jpg',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'blob:http://fotos.example/1',
  'ftp://fotos.example/a.jpg',
  'gopher://fotos.example/',
  'javascript:alert(1)',
  'http://fotos.example@evil.example/',
  'http://evil.example#@fotos.example/',
  'http://evil.example?.fotos.example',
  'http://fotos.example.evil.example/',
  'http://fotos.example./a.jpg',
  'http://FOTOS.example/a.jpg',
  'http://fótos.example/a.jpg',
  'http://fotos%2eexample/a.jpg',
  'http://fotos.example:22/a.jpg',
  'http://fotos.example:*/a.jpg',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://localhost/',
  'http://localhost./',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://[fe80::10%25eth0]/',
  'http://[2002:7f00:1::]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[::127.0.0.1]/',
  '/_image?url=/a.png&w=320',
  '/%5fimage?url=/a.png&w=320',
  '/_vercel/image?url=/a.png',
  'http://fotos.example/_image?url=/a.png&w=320',
  'http://fotos.example/%5fimage?url=a',
  '/nhostprovider/../_image',
  '/admin',
  '/api/x.png/..',
  '/healthz',
  '/v1/graphql',
  '/informacoes/noticias',
  `${FILE}/presignedurl`,
  `${FILE}?w=10`,
  `/a${'a'.repeat(3_072)}.png`,
];

describe('refused before anything is looked up', () => {
  test.each([
    ['no parameter', '/_image', 'BAD_IMAGE_URL'],
    ['an empty address', '/_image?url=&w=320', 'BAD_IMAGE_URL'],
    ['two addresses', `/_image?url=${FILE}&url=${FILE}&w=320`, 'BAD_IMAGE_URL'],
    ['a list of addresses', `/_image?url[]=${FILE}&w=320`, 'BAD_REQUEST'],
    ['a cache-buster', `/_image?url=${FILE}&w=320&_=1`, 'BAD_REQUEST'],
    ['a target of over 8 kB', `/_image?w=320&url=${'%61'.repeat(3_000)}`, 'BAD_IMAGE_URL'],
    ...DIGITS.map((digits): [string, string, string] => [
      `the width ${digits.slice(0, 30)}`,
      `/_image?url=${FILE}&w=${digits}`,
      'BAD_IMAGE_WIDTH',
    ]),
    ...[...DIGITS, '101', '99'].map((digits): [string, string, string] => [
      `the quality ${digits.slice(0, 30)}`,
      `/_image?url=${FILE}&w=320&q=${digits}`,
      'BAD_IMAGE_QUALITY',
    ]),
    ...ADDRESSES.map((address): [string, string, string] => [address.slice(0, 60), asking(address), 'BAD_IMAGE_URL']),
  ])('%s', async (_name, target, code) => {
    const { processes } = server.images;
    const answer = await send(target);
    expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([400, code]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.body).not.toMatch(/evil|fotos|etc|nhostprovider|alert/);
    expect([files.lookups, host.requests.length, server.images.processes]).toEqual([0, 0, processes]);
  });
});

describe('a picture', () => {
  test('is not made for our own fetch, however the mark is written', async () => {
    for (const mark of ['portal-imagens', 'cdn.example; v=1, PORTAL-IMAGENS']) {
      expect((await send(asking('http://fotos.example/a.jpg'), { 'cdn-loop': mark })).status).toBe(400);
    }
    expect(host.requests).toEqual([]);
  });

  test('is found where the configuration says, whatever the request says of its host', async () => {
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

  test('behind the title of a page is WebP for everybody', async () => {
    const types = await Promise.all(
      ['image/avif', 'image/webp', 'image/jpeg'].map(async (accept) => (await send(asking(FILE, 'w=2080&q=60'), { accept })).headers),
    );
    expect(new Set(types.map((headers) => headers['content-type']))).toEqual(new Set(['image/webp']));
    expect(new Set(types.map((headers) => headers['etag'])).size).toBe(1);
  });

  test.each(['If-None-Match: *', 'If-None-Match: "x", W/ETAG', 'If-None-Match: ETAG'])('with %s is not sent again', async (field) => {
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

  test.each([
    { 'if-none-match': 'unquoted' },
    { 'if-modified-since': 'yesterday' },
    { 'if-modified-since': 'Sat, 31 Jan 2099 12:00:00 GMT' },
  ])('with %j is sent', async (headers) => {
    expect((await send(asking(FILE), headers)).status).toBe(200);
  });

  test('that crashes its decoder is 502, costs the others nothing, and is not tried again at once', async () => {
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
