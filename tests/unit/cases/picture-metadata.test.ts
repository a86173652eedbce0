import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { withoutMetadata } from '../../../server/cases/picture-metadata.ts';

const EXIF = { IFD0: { Artist: 'Maria da Silva', Orientation: '6' }, IFD3: { GPSLatitude: '1/1 27/1 0/1', GPSLatitudeRef: 'S' } };

/** A picture with noise, so that its coded data holds every byte. */
function picture(): Sharp {
  return sharp({ create: { width: 64, height: 32, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
}

describe.each([
  ['image/jpeg', (source: Sharp) => source.jpeg()],
  ['image/jpeg', (source: Sharp) => source.jpeg({ progressive: true })],
  ['image/png', (source: Sharp) => source.png()],
] as const)('%s', (type, encode) => {
  test('a picture keeps its pixels and loses its author and place', async () => {
    const bytes = await encode(picture().withExif(EXIF)).toBuffer();
    expect(bytes.includes('Maria da Silva')).toBe(true);
    const plain = withoutMetadata(type, bytes) ?? Buffer.alloc(0);
    expect(plain.includes('Maria')).toBe(false);
    expect((await sharp(plain).metadata()).exif?.includes('GPS') ?? false).toBe(false);
    const pixels = (source: Buffer): Promise<Buffer> => sharp(source).raw().toBuffer();
    expect((await pixels(plain)).equals(await pixels(bytes))).toBe(true);
  });

  test('a picture is refused where it is cut, and where it is of another type', async () => {
    const bytes = await encode(picture()).toBuffer();
    expect(withoutMetadata(type, bytes.subarray(0, bytes.length - 20))).toBeNull();
    expect(withoutMetadata(type, Buffer.from('GIF89a'))).toBeNull();
    expect(withoutMetadata(type, Buffer.alloc(0))).toBeNull();
  });

  test('loses what follows its end', async () => {
    const bytes = await encode(picture()).toBuffer();
    expect(withoutMetadata(type, Buffer.concat([bytes, Buffer.from('segredo')]))?.includes('segredo')).toBe(false);
  });
});

test('a picture of a hundred thousand empty parts is refused, for what each of them would take', () => {
  const chunk = Buffer.from('\0\0\0\0tRNS\0\0\0\0', 'latin1');
  const end = Buffer.from('\0\0\0\0IEND\0\0\0\0', 'latin1');
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1_200_000, chunk), end]);
  expect(withoutMetadata('image/png', png)).toBeNull();
  const segments = Buffer.alloc(400_000, Buffer.from([0xff, 0xdb, 0, 2]));
  expect(withoutMetadata('image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), segments, Buffer.from([0xff, 0xd9])]))).toBeNull();
});

test('a photograph still lies the right way', async () => {
  const bytes = await picture().withExif(EXIF).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const plain = withoutMetadata('image/jpeg', bytes) ?? Buffer.alloc(0);
  expect((await sharp(plain).metadata()).orientation).toBe(6);
});
