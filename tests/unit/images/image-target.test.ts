import { describe, expect, test } from 'vitest';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';

const AVIF = 'image/avif,image/webp,*/*';
const FILE = '/nhostprovider/0b7e2a1c-6f0e-4b0e-9a55-2f6c1f6f0a11';

describe('imageTarget', () => {
  test('is the same for any order of the parameters and any Accept of one class', () => {
    const target = createImageTarget({ avif: true });
    const keys = [`/_image?url=${FILE}&w=640&q=75`, `/_image?q=75&w=640&url=${encodeURIComponent(FILE)}`].flatMap((url) =>
      [AVIF, 'image/avif', 'text/html,image/avif;q=0.1'].map((accept) => target(url, accept).key),
    );
    expect(new Set(keys)).toEqual(new Set([`${imageUrl(FILE, 640, 75)} avif`]));
    expect(target(`/_image?w=640&url=${FILE}`, AVIF).url).toBe(imageUrl(FILE, 640));
  });

  test('distinguishes three classes of Accept, two without AVIF', () => {
    const keysOf = (avif: boolean): number => {
      const target = createImageTarget({ avif });
      return new Set([undefined, AVIF, 'image/png', '*/*'].map((accept) => target(imageUrl(FILE, 320), accept).key)).size;
    };
    expect([keysOf(true), keysOf(false)]).toEqual([3, 2]);
  });

  test('has one class for the header picture', () => {
    const target = createImageTarget({ avif: true });
    const url = imageUrl(FILE, HEADER_PICTURE.width, HEADER_PICTURE.quality);
    expect(new Set([AVIF, 'image/png', undefined].map((accept) => target(url, accept).key)).size).toBe(1);
  });

  test('keeps the address of a request that is not for a picture', () => {
    const target = createImageTarget({ avif: true });
    expect(target('/_image?x=1', AVIF)).toEqual({ key: '/_image?x=1 avif', url: '/_image?x=1' });
  });

  test('does not change after ten thousand other targets', () => {
    const target = createImageTarget({ avif: true });
    const first = target(imageUrl('/a.png', 320), AVIF);
    for (let index = 0; index < 10_000; index++) target(imageUrl(`/${index}.png`, 320), `image/x-${index}`);
    expect(target(imageUrl('/a.png', 320), AVIF)).toEqual(first);
  });
});
