import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptClass } from '../../../shared/images/accept-class.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

test.each([
  [undefined, 'webp'],
  ['', 'webp'],
  ['*/*', 'webp'],
  ['image/*', 'webp'],
  [CHROME, 'avif'],
  ['image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'webp'],
  ['image/avif,image/webp;q=0.9', 'avif'],
  ['IMAGE/AVIF ; Q=0.5', 'avif'],
  ['image/avif;q=0', 'source'],
  ['image/avif;q=0,*/*', 'webp'],
  ['image/avif;q=0.000, image/webp', 'webp'],
  ['image/*;q=0', 'source'],
  ['image/*;q=0, */*', 'source'],
  ['image/webp;q=0, */*', 'source'],
  ['image/png,image/jpeg', 'source'],
  ['text/html', 'source'],
  ['image/avif;level=1;q=1', 'avif'],
  ['image/avif;q=high', 'webp'],
  ['image/avif;q=2', 'webp'],
  ['image/avif;q=-1', 'webp'],
  ['image/avif/x', 'webp'],
  ['imageavif', 'webp'],
  [';;,,=;q', 'webp'],
  ['xximage/avif, image/png', 'source'],
])('%j is of the class %s', (accept, expected) => {
  expect(acceptClass(accept)).toBe(expected);
});

test('leaves AVIF out where it is not offered', () => {
  expect(acceptClass(CHROME, { avif: false })).toBe('webp');
  expect(acceptClass('image/avif', { avif: false })).toBe('source');
});

test('reads only the first thousand characters, in linear time', () => {
  expect(acceptClass(`${'image/png,'.repeat(200)}image/avif`)).toBe('source');
  expect(acceptClass(`image/webp;${'a=b;'.repeat(100_000)}`)).toBe('webp');
  expect(acceptClass(`image/webp;${';q'.repeat(8_000)}`)).toBe('webp');
});

test('returns one of three classes for any text', () => {
  const piece = fc.constantFrom('image/avif', 'image/webp', 'image/*', '*/*', ';q=0', ';q=1', ';q=', ',', ';', ' ', '"', '\u0000', 'é');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (accept) => {
        expect(['avif', 'webp', 'source']).toContain(acceptClass(accept));
      },
    ),
  );
});

test('the class does not depend on the order of the ranges', () => {
  const ranges = ['image/avif;q=0.5', 'image/webp', 'image/png', 'text/html;q=0.1', 'image/*;q=0'];
  fc.assert(
    fc.property(fc.shuffledSubarray(ranges, { minLength: ranges.length }), (shuffled) => {
      expect(acceptClass(shuffled.join(','))).toBe(acceptClass(ranges.join(',')));
    }),
  );
});
