/**
 * The allow-list for HTML written by editors: what is not named here does not reach a page. Pictures go through `/_image`, addresses are
 * checked, headings fit under the page's h1.
 */
import sanitize from 'sanitize-html';
import { cellAttributes, linkAttributes, matching, pictureTag } from './attributes.ts';
import { withoutEmptyBlocks } from './empty-blocks.ts';
import { idAttribute, withHeadingIds } from './heading-ids.ts';

/**
 * `corpo`: the body of a page, headings h2 to h4 with ids. `trecho`: a passage inside a page (an answer, a help text), headings h4.
 * `titulo`: words inside a heading, no blocks and no links.
 */
export type HtmlProfile = 'corpo' | 'trecho' | 'titulo';

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

/** Elements whose content is dropped with them: their text is no text of the page. */
const NON_TEXT = [
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
];

const RENAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  section: 'div',
  article: 'div',
  center: 'div',
};

/** Class of the box that lets a wide table scroll; client/styles gives it its overflow. */
const TABLE_BOX = 'tabela-rolavel';
const TABLE_BOX_TAG = `<div class="${TABLE_BOX}" role="group" aria-label="Tabela com rolagem lateral" tabindex="0">`;

/** Deeper nesting than any text needs costs the browser more than it tells the reader. */
const MAX_NESTING = 40;

/** Characters of the longest text: a book of 200 pages. What follows is dropped; the tables of this site refuse longer texts. */
export const MAX_HTML_LENGTH = 500_000;

/**
 * Elements that may be open at once, as in the HTML parser of Chromium. The parser looks through them for each end tag, so without a limit
 * its time would grow with the square of the length.
 */
const MAX_OPEN = 512;

/** Returns the part of `html` that the profile allows, as well-formed HTML. Never throws; the result is safe as the content of an element. */
export function sanitizeHtml(html: string, profile: HtmlProfile): string {
  const text = withoutTableBoxes(html.slice(0, MAX_HTML_LENGTH));
  const clean = allowedPart(text, profile) ?? allowedPart(paragraphsOf(text), profile) ?? '';
  return withTableBoxes(profile === 'corpo' ? withHeadingIds(clean) : clean).trim();
}

class TooManyOpen extends Error {
  override readonly name = 'TooManyOpen';
}

/** Returns null where too many elements are open at once. */
function allowedPart(html: string, profile: HtmlProfile): string | null {
  let open = 0;
  const count = {
    onOpenTag: () => {
      open += 1;
      if (open > MAX_OPEN) throw new TooManyOpen();
    },
    onCloseTag: () => {
      open -= 1;
    },
  };
  try {
    return withoutEmptyBlocks(sanitize(html, { ...optionsOf(profile), ...count }));
  } catch (error) {
    if (error instanceof TooManyOpen) return null;
    throw error;
  }
}

/** The words of a text with its paragraphs and line breaks, which are never open inside each other. */
function paragraphsOf(html: string): string {
  return html.replaceAll(/<(?!\/?(?:p|br)>)[^<>]*>?/g, ' ').replaceAll(/ {2,}/g, ' ');
}

function optionsOf(profile: HtmlProfile): sanitize.IOptions {
  const blocks = profile === 'titulo' ? [] : [...BLOCKS, ...TABLES, ...HEADINGS, 'a', 'img'];
  return {
    allowedTags: [...INLINE, ...blocks],
    allowedAttributes: {
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
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: [...NON_TEXT],
    nestingLimit: MAX_NESTING,
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
    img: (_tag, attributes) => pictureTag(attributes),
    td: (_tag, attributes) => ({ tagName: 'td', attribs: cellAttributes(attributes) }),
    th: (_tag, attributes) => ({ tagName: 'th', attribs: cellAttributes(attributes) }),
    ol: (_tag, attributes) => ({ tagName: 'ol', attribs: matching(attributes, { start: /^-?\d{1,4}$/, reversed: /^(?:reversed)?$/ }) }),
    span: (_tag, attributes) => ({ tagName: 'span', attribs: matching(attributes, { lang: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/ }) }),
    time: (_tag, attributes) => ({ tagName: 'time', attribs: matching(attributes, { datetime: /^[0-9T:.+Z -]{4,35}$/ }) }),
  };
}

// The serialiser writes `<` in texts and attribute values as an entity, so these strings are tags.
function withTableBoxes(html: string): string {
  return withoutEmptyHeaders(html).replaceAll('<table>', `${TABLE_BOX_TAG}<table>`).replaceAll('</table>', '</table></div>');
}

/** The empty corner of a table heads nothing. */
function withoutEmptyHeaders(html: string): string {
  return html.replaceAll(/<th(?: [^>]*)?>\s*<\/th>/g, '<td></td>');
}

/** Takes the boxes of an earlier run away, for they are made anew. Works on text that is sanitised afterwards, so it cannot let anything in. */
function withoutTableBoxes(html: string): string {
  const opened = html.split(`${TABLE_BOX_TAG}<table>`);
  const closed = html.split('</table></div>');
  return opened.length === closed.length ? opened.join('<table>').split('</table></div>').join('</table>') : html;
}
