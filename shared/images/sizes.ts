/**
 * The closed lists of picture sizes (specification section 9). Widths and qualities come from here alone, so the number of different pictures that
 * a stranger can ask of one file is bounded.
 */

/** The screens that templates name, by their width in CSS pixels. */
export const IMAGE_SCREENS = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const;
export type ImageScreen = keyof typeof IMAGE_SCREENS;

/** Device pixels for each CSS pixel that pictures are made for. */
export const DENSITIES = [1, 2] as const;

/** `IMAGE_SCREENS` at `DENSITIES`: what a `srcset` may list. */
export const SCREEN_WIDTHS = [320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072] as const;

/** The last one of `SCREEN_WIDTHS`. */
export const LARGEST_SCREEN_WIDTH: ImageWidth = 3072;

/** Everything that may be asked for: `SCREEN_WIDTHS`, and what code asks for by itself, the placeholder (10) and the header picture (2080). */
export const WIDTHS = [10, ...SCREEN_WIDTHS, 2080] as const;
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
