/**
 * The elements and attributes that editors' HTML may hold. The sanitiser keeps these and nothing else, and the rich-text field of the
 * administration offers a part of them, so what an editor writes is what a page shows.
 */

const INLINE_ELEMENTS = [
  'strong',
  'em',
  'br',
  'sub',
  'sup',
  'abbr',
  'mark',
  's',
  'small',
  'span',
  'cite',
  'q',
  'code',
  'kbd',
  'time',
] as const;

const BLOCK_ELEMENTS = [
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
] as const;
const TABLE_ELEMENTS = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const;
const HEADING_ELEMENTS = ['h2', 'h3', 'h4'] as const;

export const ALLOWED_ELEMENTS = [...INLINE_ELEMENTS, ...BLOCK_ELEMENTS, ...TABLE_ELEMENTS, ...HEADING_ELEMENTS, 'a', 'img'] as const;

export type AllowedElement = (typeof ALLOWED_ELEMENTS)[number];

export const ALLOWED_ATTRIBUTES: Readonly<Partial<Record<AllowedElement, readonly string[]>>> = {
  a: ['href', 'rel', 'id'],
  abbr: ['title'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  ol: ['start', 'reversed'],
  span: ['lang'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/** Elements of the same meaning, and the one that stands for them. */
export const RENAMED_ELEMENTS = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  section: 'div',
  article: 'div',
  center: 'div',
} as const satisfies Record<string, AllowedElement>;

/**
 * `corpo`: the body of a page, headings h2 to h4 with ids. `trecho`: a passage inside a page (an answer, a help text), headings h4.
 * `titulo`: words inside a heading, no blocks and no links.
 */
export type HtmlProfile = 'corpo' | 'trecho' | 'titulo';

export function elementsOf(profile: HtmlProfile): readonly AllowedElement[] {
  return profile === 'titulo' ? INLINE_ELEMENTS : ALLOWED_ELEMENTS;
}
