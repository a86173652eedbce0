/**
 * The allow-list for HTML written by editors: what is not named here does not reach a page. Pictures go through `/_image`, addresses are
 * checked, headings fit under the page's h1. Running it twice gives the same text.
 */
import sanitize from 'sanitize-html';
import { IMAGE_PATH, imageUrl, srcSet } from '../../shared/images/image-url.ts';
import type { ImageWidth } from '../../shared/images/sizes.ts';
import { parseImageSource } from '../../shared/images/source.ts';

/**
 * `corpo`: the body of a page, headings h2 to h4 with ids. `trecho`: a passage inside a page (an answer, a help text), headings h4.
 * `titulo`: words inside a heading, no blocks and no links.
 */
export type HtmlProfile = 'corpo' | 'trecho' | 'titulo';

/** Prefix of every id in content, so that none can shadow an id of the page. `shared/html/headings.ts` reads them. */
const ID_PREFIX = 't-';

const INLINE = ['strong', 'em', 'br', 'sub', 'sup', 'abbr', 'mark', 's', 'small', 'span', 'cite', 'q', 'code', 'kbd', 'time'];
const BLOCKS = [
  'p',
  'div',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'pre',
  'hr',
  'address',
  'details',
  'summary',
  'figure',
  'figcaption',
];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const HEADINGS = ['h2', 'h3', 'h4'];

const RENAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  section: 'div',
  article: 'div',
  center: 'div',
};

/** Width descriptors offered for a picture of the text; the column is never wider than 1,024 CSS pixels. */
const PICTURE_WIDTHS: readonly ImageWidth[] = [320, 640, 1024, 1536, 2048];
const PICTURE_SIZES = '(min-width: 48em) 44rem, 100vw';
const PICTURE_QUALITY = 80;

/** Class of the box that lets a wide table scroll; client/styles gives it its overflow. */
const TABLE_BOX = 'tabela-rolavel';
const TABLE_BOX_TAG = `<div class="${TABLE_BOX}" role="group" aria-label="Tabela com rolagem lateral" tabindex="0">`;

/** Deeper nesting than any text needs costs the browser more than it tells the reader. */
const MAX_NESTING = 40;

/** Returns the part of `html` that the profile allows, as well-formed HTML. Never throws; the result is safe as the content of an element. */
export function sanitizeHtml(html: string, profile: HtmlProfile): string {
  const clean = sanitize(html, optionsOf(profile));
  if (profile === 'titulo') return clean.trim();
  return withTableBoxes(profile === 'corpo' ? withHeadingIds(clean) : clean).trim();
}

function optionsOf(profile: HtmlProfile): sanitize.IOptions {
  const blocks = profile === 'titulo' ? [] : [...BLOCKS, ...TABLES, ...HEADINGS, 'a', 'img'];
  return {
    allowedTags: [...INLINE, ...blocks],
    allowedAttributes: {
      a: ['href', 'rel', 'id'],
      abbr: ['title'],
      div: ['class', 'role', 'aria-label', 'tabindex'],
      h2: ['id'],
      h3: ['id'],
      h4: ['id'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start', 'reversed'],
      span: ['lang'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      time: ['datetime'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    // The text of these must not surface as words of the page.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
      'title',
      'xmp',
      'noembed',
      'noframes',
      'plaintext',
    ],
    nestingLimit: MAX_NESTING,
    exclusiveFilter: isEmptyBlock,
    transformTags: transformsOf(profile),
  };
}

type Transform = (tagName: string, attributes: sanitize.Attributes) => sanitize.Tag;

function transformsOf(profile: HtmlProfile): Record<string, Transform> {
  const ids = new Set<string>();
  const heading = (level: 2 | 3 | 4): Transform => {
    return (_tag, { id }) => ({ tagName: `h${profile === 'corpo' ? level : 4}`, attribs: idAttribute(id, ids) });
  };
  return {
    ...Object.fromEntries(Object.entries(RENAMED).map(([from, to]) => [from, (): sanitize.Tag => ({ tagName: to, attribs: {} })])),
    h1: heading(2),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(4),
    h6: heading(4),
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...linkAttributes(attributes['href'] ?? ''), ...idAttribute(attributes['id'], ids) },
    }),
    // The box of an earlier run; `withTableBoxes` makes it anew. An unknown tag name is dropped and its content kept.
    div: (_tag, attributes) => ({ tagName: attributes['class'] === TABLE_BOX ? 'box' : 'div', attribs: {} }),
    img: (_tag, attributes) => pictureTag(attributes),
    td: (_tag, attributes) => ({ tagName: 'td', attribs: cellAttributes(attributes) }),
    th: (_tag, attributes) => ({ tagName: 'th', attribs: cellAttributes(attributes) }),
    ol: (_tag, attributes) => ({ tagName: 'ol', attribs: matching(attributes, { start: /^-?\d{1,4}$/, reversed: /^(?:reversed)?$/ }) }),
    span: (_tag, attributes) => ({ tagName: 'span', attribs: matching(attributes, { lang: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/ }) }),
    time: (_tag, attributes) => ({ tagName: 'time', attribs: matching(attributes, { datetime: /^[0-9T:.+Z -]{4,35}$/ }) }),
  };
}

function idAttribute(id: string | undefined, used: Set<string>): sanitize.Attributes {
  if (id === undefined) return {};
  const wanted = contentId(id);
  if (wanted === '' || used.has(wanted)) return {};
  used.add(wanted);
  return { id: wanted };
}

/** Folds any text to an id of content; empty when nothing is left. */
function contentId(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
  if (slug === '') return '';
  return slug.startsWith(ID_PREFIX) ? slug : `${ID_PREFIX}${slug}`;
}

/**
 * Internal paths, fragments, http(s), mailto and tel stay; everything else loses its address and keeps its words.
 * Browsers drop control characters inside an address and read `\` as `/`, so such an address is refused as a whole.
 */
function linkAttributes(address: string): sanitize.Attributes {
  const href = address.trim();
  // oxlint-disable-next-line no-control-regex -- these are exactly the characters that browsers skip inside an address
  if (href === '' || /[\u0000-\u001F\u007F\\]/.test(href)) return {};
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
function pictureTag(attributes: sanitize.Attributes): sanitize.Tag {
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
      srcset: srcSet(source, widths, PICTURE_QUALITY),
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

function cellAttributes(attributes: sanitize.Attributes): sanitize.Attributes {
  return matching(attributes, { colspan: /^[1-9]\d?$/, rowspan: /^[1-9]\d{0,2}$/, scope: /^(?:row|col|rowgroup|colgroup)$/ });
}

function matching(attributes: sanitize.Attributes, patterns: Readonly<Record<string, RegExp>>): sanitize.Attributes {
  const kept: sanitize.Attributes = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = attributes[name];
    if (value !== undefined && pattern.test(value)) kept[name] = value;
  }
  return kept;
}

/** Paragraphs and headings without a word (a rest of visual editors) are noise to screen readers; a link without one has no name. */
function isEmptyBlock(frame: sanitize.IFrame): boolean {
  const speaks = /^(?:p|h[2-4]|a|figure|figcaption|li)$/.test(frame.tag);
  return speaks && frame.text.trim() === '' && frame.mediaChildren.length === 0 && frame.attribs['id'] === undefined;
}

/** Gives every heading of a body an id made of its words, where it has none; a repeated one gets a number. */
function withHeadingIds(html: string): string {
  const used = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), (match) => match[1] ?? ''));
  return html.replaceAll(/<(h[2-4])>(.*?)<\/\1>/gs, (_whole, tag: string, content: string) => {
    const wanted = contentId(content.replaceAll(/<[^>]*>|&[a-z]+;/g, ' ')) || `${ID_PREFIX}titulo`;
    let id = wanted;
    for (let copy = 2; used.has(id); copy += 1) id = `${wanted}-${copy}`;
    used.add(id);
    return `<${tag} id="${id}">${content}</${tag}>`;
  });
}

// The serialiser writes `<` in texts and attribute values as an entity, so these strings are tags.
function withTableBoxes(html: string): string {
  return html.replaceAll('<table>', `${TABLE_BOX_TAG}<table>`).replaceAll('</table>', '</table></div>');
}
