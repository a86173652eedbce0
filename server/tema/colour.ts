/** Colours: parsing and formatting `#rrggbb`, contrast, and OKLCH, in which the lightness can change without the hue. */

/** A colour as `#rrggbb`, lower case. */
export type Hex = `#${string}`;

export interface Oklch {
  /** Perceived lightness, 0 to 1. */
  readonly lightness: number;
  /** Colourfulness, 0 (grey) to about 0.37. */
  readonly chroma: number;
  /** Radians. */
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Reads `#rrggbb` in either letter case; null for anything else. */
export function parseHex(text: string): Hex | null {
  return /^#[0-9a-f]{6}$/i.test(text) ? (text.toLowerCase() as Hex) : null;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(a: Hex, b: Hex): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((first, second) => second - first) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance). */
export function luminance(colour: Hex): number {
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a colour in OKLCH. */
export function toOklch(colour: Hex): Oklch {
  const [red, green, blue] = linearRgb(colour);
  // Björn Ottosson, "A perceptual color space for image processing": linear sRGB to cone responses, then to Lab.
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Returns the nearest sRGB colour: lightness and hue are kept, and chroma is reduced where sRGB has no such colour. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Hex {
  let [inside, outside] = [0, chroma];
  if (isDisplayable(toLinearRgb({ lightness, chroma, hue }))) inside = chroma;
  // Sixteen halvings leave an error below 1/65,000 of the chroma, less than one step of 8 bits.
  for (let step = 0; step < 16 && inside < outside; step += 1) {
    const middle = (inside + outside) / 2;
    if (isDisplayable(toLinearRgb({ lightness, chroma: middle, hue }))) inside = middle;
    else outside = middle;
  }
  return toHex(toLinearRgb({ lightness, chroma: inside, hue }));
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isDisplayable(rgb: Triple): boolean {
  return rgb.every((value) => value >= -0.0001 && value <= 1.0001);
}

function linearRgb(colour: Hex): Triple {
  const channel = (start: number): number => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function toHex(rgb: Triple): Hex {
  const channels = rgb.map((linear) => {
    const value = Math.min(1, Math.max(0, linear));
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
