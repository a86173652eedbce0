import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Metadata } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identify, Identity } from '../../../server/backend/auth/identity.ts';
import { type Caller, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { imageUrl, placeholderUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { type ImageServer, MemoryFiles, startImageServer } from './image-server.ts';

const files = new MemoryFiles();
let server: ImageServer;
let ids = 0;

beforeAll(async () => {
  server = await startImageServer(files);
});
afterAll(() => server.close());

function flat(width: number, height: number, background = '#1f6f5c'): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 3, background } });
}

function store(bytes: Buffer, name = 'foto.jpg'): string {
  ids += 1;
  const id = `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
  return files.put(id, bytes, { name, etag: `"e${ids}"` });
}

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.origin}${path}`, init);
}

async function picture(path: string): Promise<Metadata> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return sharp(Buffer.from(await response.arrayBuffer())).metadata();
}

async function refusal(path: string, init: RequestInit = {}): Promise<string> {
  const response = await get(path, init);
  const body = (await response.json()) as { code: string; message: string; pedido: string };
  expect(body.pedido).toMatch(/^[\w-]{8,}$/);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  return `${response.status} ${body.code}`;
}

describe('a picture', () => {
  test('is WebP of the requested width with all security fields', async () => {
    const source = store(await flat(1_600, 900).jpeg().toBuffer(), 'Posse da Diretoria; "2026".JPG');
    const response = await get(imageUrl(source, 640, 75));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-disposition': 'inline; filename="Posse-da-Diretoria-2026.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-groups': `"arquivo:${source.slice('/nhostprovider/'.length)}", "files:${source.slice('/nhostprovider/'.length)}", "files"`,
      'cache-control': 'public, max-age=3600',
    });
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}\.[0-9a-f]{16}"$/);
  });

  test('gets smaller with its quality', async () => {
    const noise = await sharp({
      create: { width: 640, height: 400, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    })
      .png()
      .toBuffer();
    const source = store(noise);
    const sizes = await Promise.all(
      ([50, 75, 100] as const).map(async (quality) => (await (await get(imageUrl(source, 640, quality))).arrayBuffer()).byteLength),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  });

  test('is never enlarged', async () => {
    expect(await picture(imageUrl(store(await flat(200, 100).png().toBuffer()), 1_536))).toMatchObject({ width: 200, height: 100 });
  });

  test('a picture of one pixel is made at every width', async () => {
    expect(await picture(imageUrl(store(await flat(1, 1).png().toBuffer()), 3_072))).toMatchObject({ width: 1, height: 1 });
  });

  test('is 2080 wide and keeps its proportion as the header picture', async () => {
    const source = store(await flat(2_400, 1_200).jpeg().toBuffer());
    expect(await picture(imageUrl(source, HEADER_PICTURE.width, HEADER_PICTURE.quality))).toMatchObject({ width: 2_080, height: 1_040 });
  });

  test('is cropped to 10x10 and blurred as the placeholder', async () => {
    const halves = await flat(600, 200, '#000000')
      .composite([{ input: await flat(300, 200, '#ffffff').png().toBuffer(), left: 300, top: 0 }])
      .png()
      .toBuffer();
    const response = await get(placeholderUrl(store(halves)));
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([10, 10]);
    // Black and white halves give a slope: no pixel at the border of the halves is pure any more.
    expect(data[4]).toBeGreaterThan(40);
    expect(data[5]).toBeLessThan(215);
  });

  test('a picture of any size becomes a 10x10 placeholder', async () => {
    expect(await picture(placeholderUrl(store(await flat(3, 40).png().toBuffer())))).toMatchObject({ width: 10, height: 10 });
  });

  test('is rotated upright and loses its metadata, including the location', async () => {
    const bytes = await flat(400, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Instituto', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const result = await picture(imageUrl(store(bytes), 320));
    expect(result).toMatchObject({ width: 200, height: 400 });
    expect([result.exif, result.icc, result.xmp, result.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture with EXIF orientation %i is rotated upright', async (orientation) => {
    const bytes = await flat(40, 20).jpeg().withMetadata({ orientation }).toBuffer();
    expect(await picture(imageUrl(store(bytes), 320))).toMatchObject(
      orientation < 5 ? { width: 40, height: 20 } : { width: 20, height: 40 },
    );
  });

  test('keeps its colours when converted from CMYK and from 16 bits', async () => {
    const cmyk = await flat(64, 64, '#c81e1e').toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const deep = await flat(64, 64, '#c81e1e').toColourspace('rgb16').png().toBuffer();
    expect([(await sharp(cmyk).metadata()).space, (await sharp(deep).metadata()).depth]).toEqual(['cmyk', 'ushort']);
    for (const bytes of [cmyk, deep]) {
      const response = await get(imageUrl(store(bytes), 320));
      const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
      const [red, green, blue] = channels.map((channel) => channel.mean);
      expect(red).toBeGreaterThan(180);
      expect(green).toBeLessThan(70);
      expect(blue).toBeLessThan(70);
    }
  });

  test('keeps the colours of its wide-gamut profile, and is made with a broken profile too', async () => {
    const wide = await flat(64, 64, '#c81e1e').jpeg({ quality: 100 }).withIccProfile('p3').toBuffer();
    const broken = Buffer.from(wide);
    const profile = broken.indexOf('ICC_PROFILE') + 14;
    broken.fill(0x42, profile + 60, profile + 400);
    const colourOf = async (bytes: Buffer): Promise<readonly number[]> => {
      const response = await get(imageUrl(store(bytes), 320));
      expect(response.status).toBe(200);
      const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
      return channels.map((channel) => channel.mean);
    };
    const [red = 0, green = 0, blue = 0] = await colourOf(wide);
    expect([Math.abs(red - 0xc8) < 5, Math.abs(green - 0x1e) < 5, Math.abs(blue - 0x1e) < 5]).toEqual([true, true, true]);
    expect((await colourOf(broken))[0]).toBeGreaterThan(150);
  });

  test('keeps its transparency', async () => {
    const bytes = await sharp({ create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    expect((await picture(imageUrl(store(bytes), 320))).hasAlpha).toBe(true);
  });

  test.each(['webp', 'gif', 'avif', 'png', 'jpeg'] as const)('is read from %s', async (format) => {
    const bytes = await flat(64, 32).toFormat(format).toBuffer();
    expect(await picture(imageUrl(store(bytes), 320))).toMatchObject({ format: 'webp', width: 64, height: 32 });
  });

  test('shows the first frame of an animation', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => flat(20, 20, colour).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const response = await get(imageUrl(store(animation), 320));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 20 });
    expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(200);
  });

  test('has the type of its bytes, not of its declared type or name', async () => {
    const id = '00000000-0000-4000-9000-000000000001';
    const source = files.put(id, await flat(64, 32).png().toBuffer(), { mimeType: 'text/html', name: 'pagina.html' });
    expect(await picture(imageUrl(source, 320))).toMatchObject({ width: 64 });
  });

  test('is the same picture by its storage address and by an upper-case id', async () => {
    const source = store(await flat(64, 32).png().toBuffer());
    const id = source.slice('/nhostprovider/'.length);
    const spellings = [source, `/v1/files/${id}`, `/nhostprovider/${id.toUpperCase()}`];
    const etags = await Promise.all(spellings.map(async (spelling) => (await get(imageUrl(spelling, 320))).headers.get('etag')));
    expect(new Set(etags).size).toBe(1);
  });

  test('a picture of public/ is served, also from a subfolder', async () => {
    await mkdir(join(server.publicDirectory, 'marca'));
    await writeFile(join(server.publicDirectory, 'marca', 'logo-2x.png'), await flat(64, 32).png().toBuffer());
    expect(await picture(imageUrl('/marca/logo-2x.png', 320))).toMatchObject({ format: 'webp', width: 64 });
  });
});

describe('a conditional request', () => {
  test('is answered with 304 and its fields, without opening the file', async () => {
    const url = imageUrl(store(await flat(64, 32).png().toBuffer()), 320);
    const first = await get(url);
    const etag = first.headers.get('etag') ?? '';
    const opened = files.opened;
    const second = await get(url, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([second.status, second.headers.get('etag'), second.headers.get('cache-control')]).toEqual([304, etag, 'public, max-age=3600']);
    expect(files.opened).toBe(opened);
  });

  test('gets the new picture after the file was replaced', async () => {
    const id = '00000000-0000-4000-9000-000000000002';
    const source = files.put(id, await flat(64, 32).png().toBuffer(), { etag: '"a"' });
    const etag = (await get(imageUrl(source, 320))).headers.get('etag') ?? '';
    files.put(id, await flat(80, 40).png().toBuffer(), { etag: '"b"' });
    const again = await get(imageUrl(source, 320), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(200);
    expect(again.headers.get('etag')).not.toBe(etag);
  });

  test('has another entity tag for every width and quality', async () => {
    const source = store(await flat(64, 32).png().toBuffer());
    const urls = [imageUrl(source, 320), imageUrl(source, 640), imageUrl(source, 320, 75), placeholderUrl(source)];
    const etags = await Promise.all(urls.map(async (url) => (await get(url)).headers.get('etag')));
    expect(new Set(etags).size).toBe(urls.length);
  });

  test('HEAD has the fields of GET and no body', async () => {
    const url = imageUrl(store(await flat(64, 32).png().toBuffer()), 320);
    const [head, full] = [await get(url, { method: 'HEAD' }), await get(url)];
    expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
    expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });
});

describe('a refusal', () => {
  test.each([
    ['/_image', '400 BAD_IMAGE_URL'],
    ['/_image?url=/a.png', '400 BAD_IMAGE_WIDTH'],
    ['/_image?url=/a.png&w=320&q=85', '400 BAD_IMAGE_QUALITY'],
    ['/_image?url=/a.png&w=320&fit=cover', '400 BAD_REQUEST'],
    ['/_image?url=https://evil.example/a.png&w=320', '400 BAD_IMAGE_URL'],
    ['/_image?url=/_image%3Furl=/a.png&w=320', '400 BAD_IMAGE_URL'],
    ['/_image?url=/../package.json&w=320', '400 BAD_IMAGE_URL'],
    ['/_image?url=/falta.png&w=320', '404 FILE_NOT_FOUND'],
    ['/_image?url=/nhostprovider/00000000-0000-4000-8000-ffffffffffff&w=320', '404 FILE_NOT_FOUND'],
  ])('%s answers %s', async (path, expected) => {
    expect(await refusal(path)).toBe(expected);
  });

  test('does not ask the content store for a malformed id', async () => {
    const { lookups } = files;
    expect(await refusal('/_image?url=/nhostprovider/..%252f..%252fetc&w=320')).toBe('400 BAD_IMAGE_URL');
    expect(files.lookups).toBe(lookups);
  });

  test('is not stored and has no fields of the picture', async () => {
    const response = await get(imageUrl(store(Buffer.from('%PDF-1.7\n')), 320));
    expect(response.status).toBe(400);
    for (const name of ['etag', 'cache-groups', 'content-disposition']) expect(response.headers.has(name)).toBe(false);
  });

  test.each(['POST', 'PUT', 'DELETE'])('answers %s with 405 and Allow', async (method) => {
    const response = await get(imageUrl('/a.png', 320), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG behind a byte order mark and a comment', '\uFEFF<!-- foto --><?xml version="1.0"?><svg/>'],
    ['a web page', '<!doctype html><title>x</title>'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a compressed SVG', '\u001f\u008b\u0008\u0000'],
  ])('meets %s', async (_name, text) => {
    const bytes = text.startsWith('\uFEFF') ? Buffer.from(text) : Buffer.from(text, 'latin1');
    expect(await refusal(imageUrl(store(bytes), 320))).toBe('400 UNSUPPORTED_IMAGE');
  });

  test.each([
    ['a bitmap', 'BM\u0036\u0000\u0000\u0000'],
    ['a HEIC photograph', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'],
    ['a film', '\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000'],
    ['a TIFF', 'II*\u0000\u0008\u0000\u0000\u0000'],
    ['a Photoshop file', '8BPS\u0000\u0001'],
    ['an icon', '\u0000\u0000\u0001\u0000\u0001\u0000'],
    ['a JPEG XL', '\u00ff\u000a\u00fa'],
    ['a JPEG XL in its box', '\u0000\u0000\u0000\u000cJXL \r\n\u0087\n'],
  ])('tells %s that another format is needed', async (_name, text) => {
    expect(await refusal(imageUrl(store(Buffer.from(text, 'latin1')), 320))).toBe('415 IMAGE_FORMAT_NOT_ACCEPTED');
  });

  test('refuses a polyglot of a GIF head and an SVG', async () => {
    const bytes = Buffer.from('GIF89a/*<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await refusal(imageUrl(store(bytes), 320))).toMatch(/^4(00 UNSUPPORTED_IMAGE|22 IMAGE_UNREADABLE)$/);
  });

  test('answers 422 to an empty file, a head without a body and a truncated file, and continues', async () => {
    const png = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    })
      .png()
      .toBuffer();
    const jpeg = await sharp(png).jpeg().toBuffer();
    const damaged = Buffer.from(png);
    damaged.fill(0x55, 2_000, 2_400);
    for (const bytes of [
      Buffer.alloc(0),
      png.subarray(0, 8),
      png.subarray(0, 5_000),
      jpeg.subarray(0, 2_000),
      jpeg.subarray(0, 20),
      damaged,
    ]) {
      expect(await refusal(imageUrl(store(bytes), 320))).toBe('422 IMAGE_UNREADABLE');
    }
    expect(await picture(imageUrl(store(png), 320))).toMatchObject({ width: 300 });
  });

  test('refuses a decompression bomb by its head', async () => {
    const bomb = await flat(8_000, 6_251).png().toBuffer();
    expect(bomb.length).toBeLessThan(700_000);
    expect(await refusal(imageUrl(store(bomb), 320))).toBe('422 IMAGE_TOO_LARGE');
  });

  test('refuses a picture of 65500x65500 by its head', async () => {
    const bytes = await flat(16, 16).jpeg().toBuffer();
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(65_500, frame + 5);
    bytes.writeUInt16BE(65_500, frame + 7);
    expect(await refusal(imageUrl(store(bytes), 320))).toBe('422 IMAGE_TOO_LARGE');
  });

  test.each([
    [100_000, 1],
    [1, 100_000],
    [40_000, 40_000],
  ])('meets a side or an area that no photograph has: %d by %d', async (width, height) => {
    // A PNG with this size in its head only, because the head decides.
    const bytes = Buffer.from(await flat(1, 1).png().toBuffer());
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    expect(await refusal(imageUrl(store(bytes), 320))).toBe('422 IMAGE_TOO_LARGE');
  });

  test('refuses a strip that is longer than WebP allows, but not one whose result is shorter', async () => {
    const strip = store(await flat(100, 20_000).png().toBuffer());
    expect(await refusal(imageUrl(strip, 320))).toBe('422 IMAGE_TOO_LARGE');
    expect(await picture(placeholderUrl(strip))).toMatchObject({ width: 10, height: 10 });
    expect(await picture(imageUrl(store(await flat(20_000, 100).png().toBuffer()), 320))).toMatchObject({ width: 320 });
  });

  test('refuses a file above the byte limit, and one longer than its recorded size', async () => {
    const big = Buffer.alloc(33 * 1_024 * 1_024);
    const honest = files.put('00000000-0000-4000-9000-000000000003', big);
    const { opened } = files;
    expect(await refusal(imageUrl(honest, 320))).toBe('422 IMAGE_TOO_LARGE');
    expect(files.opened).toBe(opened);
    expect(await refusal(imageUrl(files.put('00000000-0000-4000-9000-000000000004', big, { size: 10 }), 320))).toBe(
      '503 BACKEND_UNAVAILABLE',
    );
  });

  test('refuses a symbolic link in public/ that leads out of it', async () => {
    const outside = join(server.publicDirectory, '..', `fora-${process.pid}.png`);
    await writeFile(outside, await flat(8, 8).png().toBuffer());
    await symlink(outside, join(server.publicDirectory, 'atalho.png'));
    expect(await refusal(imageUrl('/atalho.png', 320))).toBe('404 FILE_NOT_FOUND');
  });
});

test('limits every lifetime to the next scheduled change of files', async () => {
  const hiding = await startImageServer(files, { boundary: () => 40 });
  try {
    const source = store(await flat(20, 20).png().toBuffer());
    const { headers } = await fetch(`${hiding.origin}${imageUrl(source, 320)}`);
    expect(headers.get('cache-control')).toBe('public, max-age=40');
    expect(headers.get('cdn-cache-control')).toMatch(/^max-age=40(?!.*stale-while-revalidate)/);
  } finally {
    await hiding.close();
  }
});

describe('a picture that the public may not see', () => {
  const EDITOR: Caller = { role: 'editor', trust: 'signed-in', session: {} };
  const IDENTITIES: Readonly<Record<string, Identity>> = {
    'quem=ana': { kind: 'caller', caller: EDITOR },
    'quem=servico': { kind: 'caller', caller: { role: 'admin', trust: 'service', session: {} } },
    'quem=velha': { kind: 'refused', status: 401, error: { message: 'JWTExpired', extensions: { path: '$', code: 'invalid-jwt' } } },
  };
  const identify: Identify = ({ headers }) =>
    Promise.resolve(IDENTITIES[headers.cookie ?? ''] ?? { kind: 'caller', caller: PUBLIC_CALLER });

  test('a picture that the public may not see is made for a signed-in user alone, and nothing of it is kept', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rascunho-'));
    const hidden = new MemoryFiles();
    let isPublic = false;
    const backend = {
      file: async (id: string, caller: Caller) => (isPublic || caller.trust === 'signed-in' ? await hidden.file(id) : null),
    };
    const own = await startImageServer(backend, { identify, disk: { directory, bytes: 1_000_000 } });
    try {
      const bytes = await flat(400, 300).png().toBuffer();
      const address = own.origin + imageUrl(hidden.put('00000000-0000-4000-8000-0000000000aa', bytes), 320);
      const read = async (cookie: string): Promise<unknown> => {
        const answer = await fetch(address, { headers: { cookie } });
        await answer.arrayBuffer();
        await own.images.settled();
        return [answer.status, answer.headers.get('cache-control')];
      };
      const files = async (): Promise<number> =>
        (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
      const seen = [200, 'private, no-store'];
      const absent = [404, 'private, no-store'];
      for (const [cookie, expected] of [
        ['quem=ana', seen],
        ['', absent],
        ['quem=velha', absent],
        ['quem=servico', absent],
        ['quem=ana', seen],
      ] as const)
        expect([cookie, await read(cookie)]).toEqual([cookie, expected]);
      expect(await files()).toBe(0);
      isPublic = true;
      expect(await read('')).toEqual([200, 'public, max-age=3600']);
      expect(await files()).toBe(1);
    } finally {
      await own.close();
      await rm(directory, { recursive: true });
    }
  });
});
