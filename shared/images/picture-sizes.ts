/**
 * How wide a picture is shown on which screen, in the notation of the content templates (`sm:100vw lg:50vw`), and what a browser needs
 * to choose a file by: the `sizes` attribute and the widths of its `srcset`.
 */
import { DENSITIES, IMAGE_SCREENS, type ImageWidth, LARGEST_SCREEN_WIDTH, SCREEN_WIDTHS } from './sizes.ts';

export interface PictureSizes {
  /** Value of the `sizes` attribute. */
  readonly attribute: string;
  /** Widths for `srcset`, ascending, each once; the last is the one for `src`. */
  readonly widths: readonly ImageWidth[];
}

interface Slot {
  /** Narrowest viewport, in CSS pixels, in which the picture has this size. */
  readonly from: number;
  readonly value: number;
  readonly unit: 'vw' | 'px';
}

/** Up to three digits of a percentage of the viewport, or up to four of pixels: more is wider than any screen. */
const LENGTH = /^(?:([1-9]\d{0,2})vw|([1-9]\d{0,3})(?:px)?)$/;

/**
 * Reads sizes such as `100vw`, `xs:100vw md:50vw xl:600px`: each value holds from its screen upwards until the next one, the smallest
 * below its screen as well; a bare value holds everywhere below the first named screen. Returns null for an unknown screen, a value that
 * is neither `vw` nor pixels, a screen that is named twice, or nothing at all. The order of the parts does not matter.
 */
export function parseSizes(text: string): PictureSizes | null {
  const slots: Slot[] = [];
  for (const part of text.split(/\s+/)) {
    if (part === '') continue;
    const slot = parseSlot(part);
    if (slot === null || slots.some(({ from }) => from === slot.from)) return null;
    slots.push(slot);
  }
  if (slots.length === 0) return null;
  slots.sort((a, b) => a.from - b.from);
  return { attribute: attributeOf(slots), widths: widthsOf(slots) };
}

/** Returns the smallest width of the list that covers `pixels` (positive, fractions allowed), or the largest of all. */
export function coveringWidth(pixels: number): ImageWidth {
  return SCREEN_WIDTHS.find((width) => width >= pixels) ?? LARGEST_SCREEN_WIDTH;
}

function parseSlot(part: string): Slot | null {
  const colon = part.indexOf(':');
  const screen = part.slice(0, Math.max(0, colon));
  const from = colon === -1 ? 0 : screenWidth(screen);
  const length = LENGTH.exec(part.slice(colon + 1));
  if (from === null || length === null) return null;
  return length[1] === undefined ? { from, value: Number(length[2]), unit: 'px' } : { from, value: Number(length[1]), unit: 'vw' };
}

function screenWidth(name: string): number | null {
  for (const [screen, width] of Object.entries(IMAGE_SCREENS)) if (screen === name) return width;
  return null;
}

/** Widest first: a browser takes the first condition that holds. The smallest slot has none, so that it holds below its screen too. */
function attributeOf(slots: readonly Slot[]): string {
  return slots
    .map(({ from, value, unit }, index) => (index === 0 ? `${value}${unit}` : `(min-width: ${from}px) ${value}${unit}`))
    .reverse()
    .join(', ');
}

/**
 * One candidate for each screen and density that falls into a slot. The screen at which the next slot begins counts as well: just below
 * it the picture is as wide as it ever gets in its slot.
 */
function widthsOf(slots: readonly Slot[]): readonly ImageWidth[] {
  const widths = new Set<ImageWidth>();
  for (const [index, { from, value, unit }] of slots.entries()) {
    const start = index === 0 ? 0 : from;
    const end = slots[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const screens = Object.values(IMAGE_SCREENS).filter((screen) => screen >= start && screen <= end);
    const shown = unit === 'px' ? [value] : screens.map((screen) => (screen * value) / 100);
    for (const pixels of shown) for (const density of DENSITIES) widths.add(coveringWidth(pixels * density));
  }
  return ascending(widths);
}

function ascending(widths: ReadonlySet<ImageWidth>): readonly ImageWidth[] {
  return [...widths].sort((a, b) => a - b);
}
