import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageUrl, normalImageUrl } from '../../../shared/images/image-url.ts';
import { QUALITIES, WIDTHS } from '../../../shared/images/sizes.ts';

const ID = '0b7e2a1c-6f0e-4b0e-9a55-2f6c1f6f0a11';
const FILE = `/nhostprovider/${ID}`;

describe('normalImageUrl', () => {
  test.each([
    [`/_image?q=75&w=640&url=${FILE}`],
    [`/_image?w=640&q=75&url=${encodeURIComponent(FILE)}`],
    [`/_image?url=/v1/files/${ID.toUpperCase()}&q=75&w=640`],
    [`/_image?url=%2Fnhostprovider%2F${ID.toUpperCase()}&w=6%340&%71=75`],
  ])('returns the canonical address for %s', (target) => {
    expect(normalImageUrl(target)).toBe(imageUrl(FILE, 640, 75));
  });

  test('leaves the default quality out', () => {
    expect(normalImageUrl('/_image?q=100&url=/a.png&w=320')).toBe('/_image?url=%2Fa.png&w=320');
  });

  test('keeps a remote address unchanged, with case and query', () => {
    const source = 'https://fotos.example/A%20b.jpg?x=1&y=%2F';
    expect(normalImageUrl(`/_image?w=320&url=${encodeURIComponent(source)}`)).toBe(imageUrl(source, 320));
  });

  test.each([
    '/_image',
    '/_image?',
    '/_image/?url=/a.png&w=320',
    '/_IMAGE?url=/a.png&w=320',
    '/_image?url=/a.png',
    '/_image?url=/a.png&w=320&_=1',
    '/_image?url=/a.png&w=320&w=320',
    '/_image?url[]=/a.png&w=320',
    `/_image?w=320&url=/${'%61'.repeat(3_000)}`,
    '/noticias?url=/a.png&w=320',
  ])('returns null for %s', (target) => {
    expect(normalImageUrl(target)).toBeNull();
  });

  test('is idempotent, and does not depend on the order of the parameters', () => {
    const sources = fc.oneof(
      fc.webUrl(),
      fc.uuid().map((id) => `/v1/files/${id}`),
      fc.string({ minLength: 1, maxLength: 50 }),
    );
    fc.assert(
      fc.property(sources, fc.constantFrom(...WIDTHS), fc.constantFrom(...QUALITIES), fc.integer({ min: 0, max: 5 }), (url, w, q, turn) => {
        const pairs = [`url=${encodeURIComponent(url)}`, `w=${w}`, `q=${q}`];
        const target = `/_image?${[...pairs.splice(turn % 3), ...pairs].join('&')}`;
        const normal = normalImageUrl(target);
        expect(normal).toBe(normalImageUrl(`/_image?${new URLSearchParams({ url, w: String(w), q: String(q) })}`));
        expect(normalImageUrl(normal ?? '')).toBe(normal);
      }),
    );
  });
});
