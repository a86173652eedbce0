/** Which attribute values of editors' HTML reach a page: addresses, pictures and the few attributes of tables. */
import type { Attributes, Tag } from 'sanitize-html';
import { IMAGE_PATH, imageUrl, srcSet } from '../../../shared/images/image-url.ts';
import type { ImageWidth } from '../../../shared/images/sizes.ts';
import { parseImageSource } from '../../../shared/images/source.ts';
import { contentId } from './heading-ids.ts';

/** Width descriptors offered for a picture of the text; the column is never wider than 1,024 CSS pixels. */
const PICTURE_WIDTHS: readonly ImageWidth[] = [320, 640, 1024, 1536, 2048];
const PICTURE_SIZES = '(min-width: 48em) 44rem, 100vw';
const PICTURE_QUALITY = 80;

/**
 * Internal paths, fragments, http(s), mailto and tel stay; everything else loses its address and keeps its words.
 * Browsers drop control characters inside an address and read `\` as `/`, so such an address is refused as a whole.
 */
export function linkAttributes(address: string): Attributes {
  const href = address.trim();
  // oxlint-disable-next-line no-control-regex -- these are exactly the characters that browsers skip inside an address
  if (/[\u0000-\u001F\u007F\\]/.test(href)) return {};
  if (href.startsWith('#')) {
    const id = contentId(safeDecode(href.slice(1)));
    return id === '' ? {} : { href: `#${id}` };
  }
  if (/^\/(?!\/)/.test(href)) return { href };
  if (/^(?:mailto|tel):/i.test(href)) return { href };
  if (/^https?:\/\//i.test(href) && URL.canParse(href)) return { href, rel: 'noopener noreferrer external' };
  return {};
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
export function pictureTag(attributes: Attributes): Tag {
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

function pictureSource(src: string): string | null {
  const path = src.startsWith(`${IMAGE_PATH}?`) ? (new URLSearchParams(src.slice(IMAGE_PATH.length + 1)).get('url') ?? '') : src;
  return parseImageSource(path) === null ? null : path;
}

/** Spans and scope of a table cell. */
export function cellAttributes(attributes: Attributes): Attributes {
  return matching(attributes, { colspan: /^[1-9]\d?$/, rowspan: /^[1-9]\d{0,2}$/, scope: /^(?:row|col|rowgroup|colgroup)$/ });
}

/** Keeps the attributes whose values match their pattern. */
export function matching(attributes: Attributes, patterns: Readonly<Record<string, RegExp>>): Attributes {
  const kept: Attributes = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = attributes[name];
    if (value !== undefined && pattern.test(value)) kept[name] = value;
  }
  return kept;
}
