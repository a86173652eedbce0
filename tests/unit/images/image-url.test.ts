import { describe, expect, test } from 'vitest';
import { imageUrl, isPlaceholder, parseImageRequest, placeholderUrl, srcSet } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';

const FILE = '/nhostprovider/0b7e2a1c-6f0e-4b0e-9a55-2f6c1f6f0a11';

function parse(query: string): ReturnType<typeof parseImageRequest> {
  return parseImageRequest(new URLSearchParams(query));
}

describe('imageUrl', () => {
  test('leaves the default quality out', () => {
    expect(imageUrl('/fotos/sede.jpg', 640, 100)).toBe(imageUrl('/fotos/sede.jpg', 640));
    expect(imageUrl('/fotos/sede.jpg', 640)).toBe('/_image?url=%2Ffotos%2Fsede.jpg&w=640');
  });

  test('asks for the header picture with 2080 and quality 60', () => {
    expect(imageUrl(FILE, HEADER_PICTURE.width, HEADER_PICTURE.quality)).toMatch(/&w=2080&q=60$/);
  });

  test('lists one width descriptor for each candidate', () => {
    expect(srcSet('/a.png', [320, 640], { quality: 75 })).toBe(
      '/_image?url=%2Fa.png&w=320&q=75 320w, /_image?url=%2Fa.png&w=640&q=75 640w',
    );
  });

  test('lists no candidate wider than the file', () => {
    expect(srcSet('/a.png', [320, 640], { natural: 600 })).toBe('/_image?url=%2Fa.png&w=320 320w, /_image?url=%2Fa.png&w=640 600w');
  });

  test('keeps a source with a comma and a space whole inside a srcset', () => {
    const [first, second, ...rest] = srcSet('/a, b.png', [320, 640]).split(', ');
    expect([first, second]).toEqual(['/_image?url=%2Fa%2C+b.png&w=320 320w', '/_image?url=%2Fa%2C+b.png&w=640 640w']);
    expect(rest).toEqual([]);
  });
});

describe('parseImageRequest', () => {
  test('gives quality 100 to a request without q', () => {
    expect(parse('url=/a.png&w=320')).toEqual({ source: '/a.png', width: 320, quality: 100 });
  });

  test('knows the placeholder by its width and quality together', () => {
    const placeholder = parseImageRequest(new URL(placeholderUrl('/a.png'), 'http://x').searchParams);
    const small = parse('url=/a.png&w=10');
    expect(typeof placeholder === 'object' && isPlaceholder(placeholder)).toBe(true);
    expect(typeof small === 'object' && isPlaceholder(small)).toBe(false);
  });

  test.each([
    ['w=320', 'BAD_IMAGE_URL'],
    ['url=&w=320', 'BAD_IMAGE_URL'],
    ['url=/a.png&url=/b.png&w=320', 'BAD_IMAGE_URL'],
    ['url=/a.png&url=/a.png&w=320', 'BAD_IMAGE_URL'],
    [`url=/${'a'.repeat(3_072)}&w=320`, 'BAD_IMAGE_URL'],
    ['url[]=/a.png&w=320', 'BAD_REQUEST'],
    ['url=/a.png&w=320&_=1', 'BAD_REQUEST'],
    ['url=/a.png&w=320&f=png', 'BAD_REQUEST'],
    ['url=/a.png&W=320', 'BAD_REQUEST'],
    ['url=/a.png', 'BAD_IMAGE_WIDTH'],
    ['url=/a.png&w=320&w=320', 'BAD_IMAGE_WIDTH'],
    ['url=/a.png&w=320&q=', 'BAD_IMAGE_QUALITY'],
    ['url=/a.png&w=320&q=75&q=75', 'BAD_IMAGE_QUALITY'],
  ])('refuses %s', (query, fault) => {
    expect(parse(query)).toBe(fault);
  });

  test.each(['', '0', '-1', '1e3', '+640', ' 640', '640 ', '640.0', '0640', '0x280', 'NaN', '٦٤٠', '641', '1'.repeat(400)])(
    'refuses the width "%s"',
    (width) => {
      expect(parseImageRequest(new URLSearchParams({ url: '/a.png', w: width }))).toBe('BAD_IMAGE_WIDTH');
    },
  );

  test.each(['0', '101', '85', '-50', '50.0', '050', 'cem'])('refuses the quality "%s"', (quality) => {
    expect(parseImageRequest(new URLSearchParams({ url: '/a.png', w: '640', q: quality }))).toBe('BAD_IMAGE_QUALITY');
  });
});
