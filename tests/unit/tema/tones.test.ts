import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fromOklch, type Hex, luminance, parseHex, toOklch } from '../../../server/tema/colour.ts';
import { DESIGN, paletteOf, READABLE, type Tones } from '../../../server/tema/tones.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

function pairs(tones: Tones, { surfaces, text }: (typeof DESIGN)['claro' | 'escuro']): readonly (readonly [Hex, Hex])[] {
  const { primaria, forte, suave, sobrePrimaria } = tones;
  return [
    ...surfaces.flatMap((surface) => [[primaria, surface] as const, [forte, surface] as const]),
    [text, suave],
    [primaria, suave],
    [forte, suave],
    [sobrePrimaria, primaria],
    [sobrePrimaria, forte],
  ];
}

function lowest(colour: Hex): number {
  const { claro, escuro } = paletteOf(colour);
  return Math.min(...[...pairs(claro, DESIGN.claro), ...pairs(escuro, DESIGN.escuro)].map(([a, b]) => contrast(a, b)));
}

describe('colour', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#000000', 5.25],
    ['#123456', '#123456', 1],
  ] as const)('contrast of %s and %s is %d (WCAG 2.2)', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });

  test('returns the same colour after a conversion to OKLCH and back', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        expect(fromOklch(toOklch(colour))).toBe(colour);
      }),
    );
  });

  test('keeps the hue of a colour outside sRGB when its lightness changes', () => {
    const { hue } = toOklch('#ffcc00');
    const darker = toOklch(fromOklch({ ...toOklch('#ffcc00'), lightness: 0.4 }));
    expect(Math.abs(darker.hue - hue)).toBeLessThan(0.05);
  });

  test.each(['', '#fff', '0f5257', '#0f5257;}', '#0f525g', 'red', '#0f5257 '])('%j is not a colour', (text) => {
    expect(parseHex(text)).toBeNull();
  });
});

describe('paletteOf', () => {
  test.each<Hex>(['#ffff00', '#ffffff', '#000000', '#0f5257', '#ff0000', '#00ff00', '#0000ff', '#808080', '#ffcc00', '#010101', '#fefefe'])(
    'makes every tone of %s readable where it stands',
    (colour) => {
      expect(lowest(colour)).toBeGreaterThanOrEqual(READABLE);
    },
  );

  test('gives every tone of any colour enough contrast to its background (WCAG 2.2 AA 1.4.3)', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        expect(lowest(colour)).toBeGreaterThanOrEqual(READABLE);
      }),
    );
  });

  test.each<Hex>(['#0f5257', '#1b4f9c', '#000000', '#7a1f1f'])(
    'keeps %s unchanged in the light theme, because its contrast suffices',
    (colour) => {
      expect(paletteOf(colour).claro.primaria).toBe(colour);
    },
  );

  test('darkens yellow only to the required contrast and keeps its hue', () => {
    const { primaria } = paletteOf('#ffd400').claro;
    const ratio = contrast(primaria, '#f2f0e8');
    expect(ratio).toBeLessThan(4.8);
    expect(Math.abs(toOklch(primaria).hue - toOklch('#ffd400').hue)).toBeLessThan(0.1);
  });

  test('makes the strong tone darker in the light theme and lighter in the dark one', () => {
    for (const colour of ['#0f5257', '#ffd400', '#c0392b', '#5b2c83'] as const) {
      const { claro, escuro } = paletteOf(colour);
      expect(luminance(claro.forte)).toBeLessThan(luminance(claro.primaria));
      expect(luminance(escuro.forte)).toBeGreaterThan(luminance(escuro.primaria));
    }
  });
});

test('the surfaces and text colours of DESIGN are those of the design tokens', () => {
  const tokens = readFileSync(new URL('../../../client/styles/tokens.css', import.meta.url), 'utf8');
  const valuesOf = (block: string, name: string): string | undefined => new RegExp(`--cor-${name}: (#[0-9a-f]{6})`).exec(block)?.[1];
  const light = tokens.slice(0, tokens.indexOf('@media'));
  const dark = tokens.slice(tokens.indexOf('[data-tema="escuro"]'));
  for (const [block, { surfaces, text }] of [
    [light, DESIGN.claro],
    [dark, DESIGN.escuro],
  ] as const) {
    const found = ['superficie', 'papel', 'superficie-2'].map((name) => valuesOf(block, name));
    expect(new Set(found)).toEqual(new Set<string>(surfaces));
    expect(valuesOf(block, 'texto')).toBe(text);
  }
});
