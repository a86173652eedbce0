/**
 * The four tones that the design derives from the institution's colour, for the light and the dark theme. An institution may choose any
 * colour, so the lightness of each tone changes until its contrast suffices (WCAG 2.2 AA, 1.4.3). A colour with enough contrast stays.
 */
import { contrast, fromOklch, type Hex, type Oklch, toOklch } from './colour.ts';

export interface Tones {
  readonly primaria: Hex;
  /** For headings and for pressed and hovered controls: darker in the light theme, lighter in the dark one. */
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

/** The colours of the design behind and over these tones; a test compares them with client/styles/tokens.css. */
export const DESIGN = {
  claro: { surfaces: ['#ffffff', '#fbfaf6', '#f2f0e8'], text: '#1c2526' },
  escuro: { surfaces: ['#11181a', '#182123', '#202b2e'], text: '#eef2f1' },
} as const;

/** WCAG 2.2 AA for text of any size. */
export const READABLE = 4.5;
/** WCAG 2.2 AAA, for the stronger tone. */
const VERY_READABLE = 7;

const WHITE: Hex = '#ffffff';
const STEP = 0.005;

/** Returns the tones of a colour. Every pair named in `Tones` has a contrast of 4.5 or more, for any colour. */
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
  // The search ends: white is the lightest tint, and the tones above are readable on white.
  const suave = moved({ ...own, lightness: 0.95, chroma: Math.min(own.chroma, 0.03) }, STEP, readsOn([text, primaria, forte], READABLE));
  return { primaria, forte, suave, sobrePrimaria: WHITE };
}

function darkTones(colour: Hex): Tones {
  const { surfaces, text } = DESIGN.escuro;
  const readsOn = (backgrounds: readonly Hex[], ratio: number) => (tone: Hex) => backgrounds.every((each) => contrast(tone, each) >= ratio);
  const own = toOklch(colour);
  // On dark surfaces a lighter and less saturated tone is easier to read than the colour itself.
  const calm: Oklch = { ...own, lightness: Math.max(own.lightness, 0.78), chroma: Math.min(own.chroma, 0.12) };
  const primaria = moved(calm, STEP, readsOn(surfaces, READABLE));
  const base = toOklch(primaria);
  const forte = moved({ ...base, lightness: Math.min(0.98, base.lightness + 0.08) }, STEP, readsOn(surfaces, VERY_READABLE));
  const tint: Oklch = { ...own, chroma: Math.min(own.chroma, 0.045), lightness: 0.32 };
  const suave = moved(tint, -STEP, readsOn([text, primaria, forte], READABLE));
  const sobrePrimaria = moved({ ...tint, lightness: 0.25 }, -STEP, readsOn([primaria, forte], READABLE));
  return { primaria, forte, suave, sobrePrimaria };
}

/** Changes the lightness of `start` by `step` until `isGood`; the search ends at black or white. */
function moved(start: Oklch, step: number, isGood: (tone: Hex) => boolean): Hex {
  for (let lightness = start.lightness; lightness > 0 && lightness < 1; lightness += step) {
    const tone = fromOklch({ ...start, lightness });
    if (isGood(tone)) return tone;
  }
  return step < 0 ? '#000000' : WHITE;
}
