/**
 * Measures the contrast of texts as they are painted, over pictures and gradients too, where axe measures nothing (WCAG 2.2, 1.4.3). The page is
 * photographed without its letters, and with black and white stripes in place of every picture, so that the lightest and the darkest picture lie
 * under each text at once.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Only letters go: borders and icons take their colour from the text, and stay. */
const WITHOUT_LETTERS_AND_PICTURES = `
*, *::before, *::after {
  -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important;
  transition: none !important; animation: none !important;
}
svg text { fill: transparent !important }
img { object-position: 200vw 0 !important; opacity: 1 !important; background: repeating-linear-gradient(90deg, #000 0 6px, #fff 6px 12px) !important }`;

/** What a border or the edge of a box may take of the place of a text. */
const EDGE_SHARE = 0.04;

/** A text that is shown: its colour as red, green, blue and opacity, and the places of its lines as left, top, right and bottom. */
interface ShownText {
  readonly name: string;
  readonly colour: readonly [number, number, number, number];
  readonly least: number;
  readonly lines: readonly (readonly [number, number, number, number])[];
}

/** Returns the texts of an open page whose contrast is too low, from its top to `height`, the whole page where that is left out. The window keeps that height. */
export async function faintTexts(page: Page, height?: number): Promise<readonly string[]> {
  const { width } = page.viewportSize() ?? { width: 0 };
  // A window of that height: what is out of it is neither painted nor, in lists, laid out.
  await page.setViewportSize({ width, height: height ?? (await page.evaluate(() => document.documentElement.scrollHeight)) });
  const texts = await page.evaluate(shownTexts);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, WITHOUT_LETTERS_AND_PICTURES);
  const picture = await page.screenshot({ scale: 'css' });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return texts.flatMap(({ name, colour, least, lines }) => {
    const ratio = Math.min(...lines.map((line) => leastContrast(data, info, line, colour)));
    return ratio < least ? [`${name} has a contrast of ${ratio.toFixed(2)}, not ${least}`] : [];
  });
}

/** Runs in the page. */
function shownTexts(): readonly ShownText[] {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = new Map<string, [number, number, number, number]>();
  const channels = (colour: string): [number, number, number, number] => {
    const known = colours.get(colour);
    if (known !== undefined || brush === null) return known ?? [0, 0, 0, 1];
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    colours.set(colour, [red, green, blue, alpha / 255]);
    return [red, green, blue, alpha / 255];
  };
  /** What an element lets be seen of its content, and how opaque it is. */
  interface Frame {
    readonly clip: readonly [number, number, number, number];
    readonly opacity: number;
  }
  const frames = new Map<Element | null, Frame>([[null, { clip: [0, 0, innerWidth, innerHeight], opacity: 1 }]]);
  const frameOf = (element: Element | null): Frame => {
    const known = frames.get(element);
    if (known !== undefined || element === null) return known ?? { clip: [0, 0, 0, 0], opacity: 1 };
    const { clip, opacity } = frameOf(element.parentElement);
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const clips = style.overflowX !== 'visible' && element !== document.body && element !== document.documentElement;
    const shown: Frame['clip'] = clips
      ? [Math.max(clip[0], box.left), Math.max(clip[1], box.top), Math.min(clip[2], box.right), Math.min(clip[3], box.bottom)]
      : clip;
    const frame: Frame = {
      // Text for screen readers alone.
      clip: style.clipPath === 'inset(50%)' ? [0, 0, 0, 0] : shown,
      opacity: opacity * Number(style.opacity),
    };
    frames.set(element, frame);
    return frame;
  };
  const found: ShownText[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('script, style, noscript, :disabled, [aria-disabled="true"]') !== null) continue;
    const { clip, opacity } = frameOf(element);
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()]
      .map(({ left, top, right, bottom }): [number, number, number, number] => {
        // Between the lines lie their neighbours.
        const edge = (bottom - top) * 0.2;
        return [Math.max(left, clip[0]), Math.max(top + edge, clip[1]), Math.min(right, clip[2]), Math.min(bottom - edge, clip[3])];
      })
      .filter(([left, top, right, bottom]) => right - left > 2 && bottom - top > 2);
    if (lines.length === 0) continue;
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const [red, green, blue, alpha] = channels(element.closest('svg') === null ? color : fill);
    const size = Number.parseFloat(fontSize);
    // WCAG 2.2, large scale: 18 pt, or 14 pt in bold letters.
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class')} "${node.textContent?.trim().slice(0, 40)}"`;
    found.push({ name, colour: [red, green, blue, alpha * opacity], least: isLarge ? 3 : 4.5, lines });
  }
  return found;
}

/** The contrast of a text with what is painted under one of its lines, but for the share of an edge. */
function leastContrast(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  [left, top, right, bottom]: ShownText['lines'][number],
  colour: ShownText['colour'],
): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, right); x++) {
      const at = (y * width + x) * 3;
      const packed = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
      counts.set(packed, (counts.get(packed) ?? 0) + 1);
      total++;
    }
  }
  const ratios = [...counts].map(([packed, count]) => ({ ratio: contrastOn(packed, colour), count })).sort((a, b) => a.ratio - b.ratio);
  let passed = 0;
  for (const { ratio, count } of ratios) {
    passed += count;
    if (passed > EDGE_SHARE * total) return ratio;
  }
  return Number.POSITIVE_INFINITY;
}

function contrastOn(packed: number, [red, green, blue, alpha]: ShownText['colour']): number {
  const under = [packed >> 16, (packed >> 8) & 255, packed & 255] as const;
  const painted = [red, green, blue].map((channel, index) => channel * alpha + (under[index] ?? 0) * (1 - alpha));
  const [high = 0, low = 0] = [luminance(painted), luminance(under)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
