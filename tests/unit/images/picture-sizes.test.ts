import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coveringWidth, parseSizes } from '../../../shared/images/picture-sizes.ts';
import {
  DENSITIES,
  HEADER_PICTURE,
  IMAGE_SCREENS,
  LARGEST_SCREEN_WIDTH,
  PLACEHOLDER,
  SCREEN_WIDTHS,
  WIDTHS,
} from '../../../shared/images/sizes.ts';

describe('the table of screens', () => {
  test('is the specification’s (section 9)', () => {
    expect(IMAGE_SCREENS).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 });
    expect(DENSITIES).toEqual([1, 2]);
  });

  test('the table of screens at both densities gives the widths of a srcset', () => {
    const expected = new Set(Object.values(IMAGE_SCREENS).flatMap((screen) => DENSITIES.map((density) => screen * density)));
    expect([...SCREEN_WIDTHS]).toEqual([...expected].toSorted((a, b) => a - b));
  });

  test('the widths that may be asked for are those, the placeholder and the header picture', () => {
    expect([...WIDTHS]).toEqual([PLACEHOLDER.width, ...SCREEN_WIDTHS, HEADER_PICTURE.width]);
  });

  test('the largest width of a screen is the last one of the widths of a srcset', () => {
    expect(LARGEST_SCREEN_WIDTH).toBe(SCREEN_WIDTHS.at(-1));
  });
});

describe('parseSizes', () => {
  test.each([
    ['100vw', '100vw', [...SCREEN_WIDTHS]],
    ['sm:100vw lg:50vw', '(min-width: 1024px) 50vw, 100vw', [320, 640, 768, 1024, 1280, 1536, 2048]],
    ['lg:50vw  sm:100vw', '(min-width: 1024px) 50vw, 100vw', [320, 640, 768, 1024, 1280, 1536, 2048]],
    ['100vw md:400px', '(min-width: 768px) 400px, 100vw', [320, 640, 768, 1024, 1280, 1536]],
    ['200px', '200px', [320, 640]],
    ['200', '200px', [320, 640]],
    ['sm:100', '100px', [320]],
    ['xs:50vw 2xl:700px', '(min-width: 1536px) 700px, 50vw', [320, 640, 768, 1024, 1280, 1536]],
    ['9999px', '9999px', [3_072]],
  ])('reads %j', (text, attribute, widths) => {
    expect(parseSizes(text)).toEqual({ attribute, widths });
  });

  test.each(['', '  ', 'sm', 'sm:', ':100vw', 'xxl:100vw', 'SM:100vw', 'sm:0vw', 'sm:-1vw', 'sm:100%', 'sm:1e2vw', '100vw 50vw'])(
    'refuses %j',
    (text) => {
      expect(parseSizes(text)).toBeNull();
    },
  );

  test('never throws, and lists only allowed widths', () => {
    const part = fc.tuple(fc.constantFrom('', 'xs:', 'sm:', 'md:', 'lg:', 'xl:', '2xl:', 'x:'), fc.integer({ min: -5, max: 12_000 }));
    const sizes = fc.array(fc.tuple(part, fc.constantFrom('vw', 'px', '', '%')));
    fc.assert(
      fc.property(sizes, (parts) => {
        const parsed = parseSizes(parts.map(([[screen, value], unit]) => `${screen}${value}${unit}`).join(' '));
        if (parsed === null) return;
        expect(parsed.widths.length).toBeGreaterThan(0);
        expect(parsed.widths.every((width) => SCREEN_WIDTHS.some((known) => known === width))).toBe(true);
        expect([...parsed.widths]).toEqual([...new Set(parsed.widths)].toSorted((a, b) => a - b));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => parseSizes(text) !== undefined));
  });
});

describe('coveringWidth', () => {
  test.each([
    [1, 320],
    [320, 320],
    [320.5, 640],
    [1_025, 1_280],
    [5_000, 3_072],
  ])('the covering width of %d is %d', (pixels, width) => {
    expect(coveringWidth(pixels)).toBe(width);
  });

  test('never is the placeholder or the header picture', () => {
    const special = WIDTHS.filter((width) => !SCREEN_WIDTHS.some((screen) => screen === width));
    expect(special).toEqual([10, 2_080]);
  });
});
