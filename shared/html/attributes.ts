/**
 * Which attribute values of editors' HTML reach a page: addresses, pictures and the few attributes of tables. The sanitiser applies them
 * when a text is read, the editor's field when it is written.
 */
import { IMAGE_PATH, imageUrl, srcSet } from '../images/image-url.ts';
import type { ImageWidth } from '../images/sizes.ts';
import { parseImageSource } from '../images/source.ts';
import { safeAddress } from './address.ts';
import { contentId } from './heading-ids.ts';

export type Attributes = Record<string, string>;

/** An element with its attributes; `text` stands in place of its content. */
export interface ContentTag {
  readonly tagName: string;
  readonly attribs: Attributes;
  readonly text?: string;
}

/** Width descriptors offered for a picture of the text; the column is never wider than 1,024 CSS pixels. */
const PICTURE_WIDTHS: readonly ImageWidth[] = [320, 640, 1024, 1536, 2048];
const PICTURE_SIZES = '(min-width: 48em) 44rem, 100vw';
const PICTURE_QUALITY = 80;

/** Fragments and accepted addresses stay; everything else loses its address and keeps its words. */
export function linkAttributes(address: string): Attributes {
  const fragment = /^\s*#([^\\]*)$/.exec(address)?.[1];
  if (fragment !== undefined) {
    const id = contentId(safeDecode(fragment.trim()));
    return id === '' ? {} : { href: `#${id}` };
  }
  const href = safeAddress(address);
  if (href === null) return {};
  return /^https?:/i.test(href) ? { href, rel: 'noopener noreferrer external' } : { href };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not an escape: the text names itself.
    return text;
  }
}

/** A picture of ours through `/_image`; any other picture leaves its alternative text. */
export function pictureTag(attributes: Attributes): ContentTag {
  const source = pictureSource(attributes['src'] ?? '');
  const alt = attributes['alt'] ?? '';
  if (source === null) return { tagName: 'span', attribs: {}, text: alt };
  const size = matching(attributes, { width: /^[1-9]\d{0,4}$/, height: /^[1-9]\d{0,4}$/ });
  const shown = size['width'] === undefined ? Number.POSITIVE_INFINITY : Number(size['width']);
  const widths = PICTURE_WIDTHS.filter((width, index) => index === 0 || width <= shown * 2);
  const largest = widths.findLast((width) => width <= 1024) ?? 320;
  return {
    tagName: 'img',
    attribs: {
      src: imageUrl(source, largest, PICTURE_QUALITY),
      srcset: srcSet(source, widths, { quality: PICTURE_QUALITY }),
      sizes: PICTURE_SIZES,
      alt,
      ...size,
      loading: 'lazy',
      decoding: 'async',
    },
  };
}

/** The address of a picture as an editor gives it, whether or not it is already an address of `/_image`; null for a picture that is not ours. */
export function pictureSource(src: string): string | null {
  const path = src.startsWith(`${IMAGE_PATH}?`) ? (new URLSearchParams(src.slice(IMAGE_PATH.length + 1)).get('url') ?? '') : src;
  return parseImageSource(path) === null ? null : path;
}

/** Spans and scope of a table cell. */
export function cellAttributes(attributes: Attributes): Attributes {
  return matching(attributes, { colspan: /^[1-9]\d?$/, rowspan: /^[1-9]\d{0,2}$/, scope: /^(?:row|col|rowgroup|colgroup)$/ });
}

/** The number and direction of an ordered list. */
export function listAttributes(attributes: Attributes): Attributes {
  return matching(attributes, { start: /^-?\d{1,4}$/, reversed: /^(?:reversed)?$/ });
}

/** The language of a passage. */
export function languageAttributes(attributes: Attributes): Attributes {
  return matching(attributes, { lang: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/ });
}

/** The moment that a passage names. */
export function timeAttributes(attributes: Attributes): Attributes {
  return matching(attributes, { datetime: /^[0-9T:.+Z -]{4,35}$/ });
}

/** Keeps the attributes whose values match their pattern. */
function matching(attributes: Attributes, patterns: Readonly<Record<string, RegExp>>): Attributes {
  const kept: Attributes = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = attributes[name];
    if (value !== undefined && pattern.test(value)) kept[name] = value;
  }
  return kept;
}
