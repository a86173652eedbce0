/**
 * The institution's colour as the four tones that the design uses, in light and in dark. An institution may choose any colour, so each
 * tone is moved in lightness until it can be read (WCAG 2.2 AA, 1.4.3): a colour that is readable as it is stays as it is.
 */
import { contrast, fromOklch, type Hex, type Oklch, toOklch } from './colour.ts';

export interface Tones {
  readonly primaria: Hex;
  /** Pressed and hovered, headings: darker in light, lighter in dark. */
  readonly forte: Hex;
  /** Tint for backgrounds under text and under the other two. */
  readonly suave: Hex;
  /** Text on `primaria` and on `forte`. */
  readonly sobrePrimaria: Hex;
}

export interface Palette {
  readonly claro: Tones;
  readonly escuro: Tones;
}

/** What the design's own tokens put behind and over these tones; a test compares them with client/styles/tokens.css. */
export const DESIGN = {
  claro: { surfaces: ['#ffffff', '#fbfaf6', '#f2f0e8'], text: '#1c2526' },
  escuro: { surfaces: ['#11181a', '#182123', '#202b2e'], text: '#eef2f1' },
} as const;

/** WCAG 2.2 AA for text of any size. */
export const READABLE = 4.5;
/** WCAG 2.2 AAA; the stronger tone is worth it. */
const VERY_READABLE = 7;

const WHITE: Hex = '#ffffff';
const STEP = 0.005;

/** Returns the tones of the colour. Every pair named in `Tones` has a contrast of 4.5 or more, whatever the colour. */
export function paletteOf(colour: Hex): Palette {
  return { claro: lightTones(colour), escuro: darkTones(colour) };
}

function lightTones(colour: Hex): Tones {
  const { surfaces, text } = DESIGN.claro;
  const readsOn = (backgrounds: readonly Hex[], ratio: number) => (tone: Hex) => backgrounds.every((each) => contrast(tone, each) >= ratio);
  const isReadable = readsOn(surfaces, READABLE);
  const own = toOklch(colour);
  const primaria = isReadable(colour) ? colour : moved(own, -STEP, isReadable);
  const base = toOklch(primaria);
  const forte = moved({ ...base, lightness: base.lightness * 0.8 }, -STEP, readsOn(surfaces, VERY_READABLE));
  // White is the lightest tint, and everything above reads on white, so this ends.
  const suave = moved({ ...own, lightness: 0.95, chroma: Math.min(own.chroma, 0.03) }, STEP, readsOn([text, primaria, forte], READABLE));
  return { primaria, forte, suave, sobrePrimaria: WHITE };
}

function darkTones(colour: Hex): Tones {
  const { surfaces, text } = DESIGN.escuro;
  const readsOn = (backgrounds: readonly Hex[], ratio: number) => (tone: Hex) => backgrounds.every((each) => contrast(tone, each) >= ratio);
  const own = toOklch(colour);
  // On dark surfaces strong colours glare: light and a little paler reads better than the colour itself.
  const calm: Oklch = { ...own, lightness: Math.max(own.lightness, 0.78), chroma: Math.min(own.chroma, 0.12) };
  const primaria = moved(calm, STEP, readsOn(surfaces, READABLE));
  const base = toOklch(primaria);
  const forte = moved({ ...base, lightness: Math.min(0.98, base.lightness + 0.08) }, STEP, readsOn(surfaces, VERY_READABLE));
  const tint: Oklch = { ...own, chroma: Math.min(own.chroma, 0.045), lightness: 0.32 };
  const suave = moved(tint, -STEP, readsOn([text, primaria, forte], READABLE));
  const sobrePrimaria = moved({ ...tint, lightness: 0.25 }, -STEP, readsOn([primaria, forte], READABLE));
  return { primaria, forte, suave, sobrePrimaria };
}

/** Moves the lightness of `start` by `step` until `isGood`; black or white ends the search. */
function moved(start: Oklch, step: number, isGood: (tone: Hex) => boolean): Hex {
  for (let lightness = start.lightness; lightness > 0 && lightness < 1; lightness += step) {
    const tone = fromOklch({ ...start, lightness });
    if (isGood(tone)) return tone;
  }
  return step < 0 ? '#000000' : WHITE;
}
