/**
 * The closed lists of picture sizes (spec section 9). Widths and qualities come from here alone, so the number of different pictures that
 * a stranger can ask of one file is bounded.
 */

/** Screens 320, 640, 768, 1024, 1280 and 1536 at densities 1 and 2, the placeholder (10) and the header picture (2080). */
export const WIDTHS = [10, 320, 640, 768, 1024, 1280, 1536, 2048, 2080, 2560, 3072] as const;
export type ImageWidth = (typeof WIDTHS)[number];

export const QUALITIES = [50, 60, 75, 80, 90, 100] as const;
export type ImageQuality = (typeof QUALITIES)[number];

/** The quality of a request without `q`. */
export const DEFAULT_QUALITY: ImageQuality = 100;

/** What is shown while a picture loads: cropped to 10x10 pixels and blurred with sigma 3, by rule for `w=10&q=50`. */
export const PLACEHOLDER = { width: 10, height: 10, quality: 50, blurSigma: 3 } as const satisfies ImageSize & { blurSigma: number };

/** The picture behind the title of small pages. Its height is a matter of layout (`object-fit: cover`), the server scales by width. */
export const HEADER_PICTURE = { width: 2080, height: 1024, quality: 60 } as const satisfies ImageSize;

interface ImageSize {
  readonly width: ImageWidth;
  readonly height: number;
  readonly quality: ImageQuality;
}
