import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageUrl, parseImageRequest } from '../../../shared/images/image-url.ts';
import { QUALITIES, WIDTHS } from '../../../shared/images/sizes.ts';

const source = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });

test('parses a built address to its parts', () => {
  fc.assert(
    fc.property(source, fc.constantFrom(...WIDTHS), fc.constantFrom(...QUALITIES), (text, width, quality) => {
      const url = new URL(imageUrl(text, width, quality), 'http://site.example');
      expect(parseImageRequest(url.searchParams)).toEqual({ source: text, width, quality });
    }),
  );
});

test('the order of the parameters does not matter', () => {
  fc.assert(
    fc.property(source, fc.constantFrom(...WIDTHS), fc.constantFrom(...QUALITIES), (text, width, quality) => {
      const reordered = new URLSearchParams([
        ['q', String(quality)],
        ['w', String(width)],
        ['url', text],
      ]);
      expect(parseImageRequest(reordered)).toEqual({ source: text, width, quality });
    }),
  );
});
